-- Who ran an operator's command. Other entries have a key instead.
ALTER TABLE "audit_entries" ADD COLUMN "author" TEXT NOT NULL DEFAULT '';
