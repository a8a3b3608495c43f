-- What an article says of the company itself, and which way an event goes for it.
ALTER TABLE "company_news" ADD COLUMN "sentiment" DOUBLE PRECISION;
ALTER TABLE "event_companies" ADD COLUMN "effect" DOUBLE PRECISION;

-- Stored articles are read again for it; events by "market events group --recompose".
UPDATE "news_items" SET "analysed_at" = NULL WHERE "id" IN (SELECT "news_item_id" FROM "company_news" WHERE "method" <> '');
