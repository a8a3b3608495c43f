-- The company that a record's description calls the parent. No foreign key: a merge must leave it, so that it can be taken back.
ALTER TABLE "source_records" ADD COLUMN "parent_id" INTEGER;
CREATE INDEX "source_records_parent_id_idx" ON "source_records"("parent_id");
