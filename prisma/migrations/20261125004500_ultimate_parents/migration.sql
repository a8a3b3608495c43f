-- Whether the parent that a record names is the ultimate one, at the top of the group, and not the direct one.
ALTER TABLE "source_records" ADD COLUMN "parent_is_ultimate" BOOLEAN NOT NULL DEFAULT false;
