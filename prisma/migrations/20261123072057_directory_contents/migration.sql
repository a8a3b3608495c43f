-- Discovery compares its index with the directory after each import: by the ids and digests of all records, without reading those.
CREATE INDEX "companies_id_content_hash_idx" ON "companies"("id", "content_hash");
