-- Whether the request left the count open, so that the prompt may name it. Older requests keep theirs.
ALTER TABLE "criteria_versions" ADD COLUMN "count_is_open" BOOLEAN NOT NULL DEFAULT false;
