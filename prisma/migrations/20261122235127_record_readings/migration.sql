-- What was read of a record's texts beside its columns: values by field, and where the sentence stands in the description.
ALTER TABLE "source_records" ADD COLUMN "readings" JSONB NOT NULL DEFAULT '{}';
ALTER TABLE "source_records" ADD COLUMN "spans" JSONB NOT NULL DEFAULT '{}';
ALTER TABLE "source_records" ADD COLUMN "read_by" INTEGER NOT NULL DEFAULT 0;
