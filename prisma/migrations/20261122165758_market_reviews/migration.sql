CREATE TABLE "market_reviews" (
    "market_id" INTEGER NOT NULL,
    "company_id" INTEGER NOT NULL,
    "is_accepted" BOOLEAN NOT NULL,
    "reason" TEXT NOT NULL DEFAULT '',
    "reviewed_by" UUID NOT NULL,
    "reviewed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "market_reviews_pkey" PRIMARY KEY ("market_id","company_id")
);

CREATE INDEX "market_reviews_company_id_idx" ON "market_reviews"("company_id");

ALTER TABLE "market_reviews" ADD CONSTRAINT "market_reviews_market_id_fkey" FOREIGN KEY ("market_id") REFERENCES "markets"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "market_reviews" ADD CONSTRAINT "market_reviews_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "companies"("id") ON DELETE CASCADE ON UPDATE CASCADE;
