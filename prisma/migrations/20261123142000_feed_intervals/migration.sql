ALTER TABLE "feeds" ADD COLUMN "read_to" TEXT;
