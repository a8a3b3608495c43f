-- The year in which a company was founded, where a file says it.
ALTER TABLE "companies" ADD COLUMN "founded" INTEGER;
