ALTER TABLE "monitors" ADD COLUMN "feed_hash" TEXT,
  ADD COLUMN "feed_made_at" TIMESTAMPTZ(3);
CREATE UNIQUE INDEX "monitors_feed_hash_key" ON "monitors"("feed_hash");
