-- AlterTable
ALTER TABLE "esg_items" ADD COLUMN     "news_item_id" INTEGER;

-- AlterTable
ALTER TABLE "news_items" ADD COLUMN     "analysed_at" TIMESTAMPTZ(3),
ADD COLUMN     "source" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "text" TEXT NOT NULL DEFAULT '',
ALTER COLUMN "sentiment" SET DEFAULT 0;

-- AlterTable
ALTER TABLE "observations" ADD COLUMN     "category" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "date_precision" SMALLINT NOT NULL DEFAULT 4,
ADD COLUMN     "source" TEXT NOT NULL DEFAULT '';

-- CreateIndex
CREATE INDEX "esg_items_news_item_id_idx" ON "esg_items"("news_item_id");

-- CreateIndex
CREATE INDEX "news_items_to_analyse" ON "news_items"("id") WHERE (analysed_at is null);

-- CreateIndex
CREATE INDEX "observations_to_group" ON "observations"("id") WHERE (event_id is null);

-- AddForeignKey
ALTER TABLE "esg_items" ADD CONSTRAINT "esg_items_news_item_id_fkey" FOREIGN KEY ("news_item_id") REFERENCES "news_items"("id") ON DELETE SET NULL ON UPDATE CASCADE;
