-- A company that is merged into another, and a job that is deleted, looked through whole tables for what refers to them.
-- Creating the first index holds up writes of lists, for 1.5 s per million rows on a busy machine. A discovery leaves some 440 rows.
CREATE INDEX "candidate_hits_company_id_idx" ON "candidate_hits"("company_id");
CREATE INDEX "market_companies_job_id_idx" ON "market_companies"("job_id");
