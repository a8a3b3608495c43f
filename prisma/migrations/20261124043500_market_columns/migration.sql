CREATE TYPE "column_kind" AS ENUM ('text', 'number', 'yes_no', 'choice');
CREATE TYPE "cell_state" AS ENUM ('waiting', 'said', 'not_said', 'stopped');
CREATE TYPE "cell_source" AS ENUM ('record', 'article', 'page');

CREATE TABLE "market_columns" (
    "id" SERIAL NOT NULL,
    "market_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "question" TEXT NOT NULL,
    "kind" "column_kind" NOT NULL,
    "unit" TEXT,
    "choices" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
    "created_by" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "market_columns_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "market_columns_market_id_fkey" FOREIGN KEY ("market_id") REFERENCES "markets"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "market_columns_market_id_name_key" ON "market_columns"("market_id", "name");

CREATE TABLE "market_cells" (
    "column_id" INTEGER NOT NULL,
    "company_id" INTEGER NOT NULL,
    "market_id" INTEGER NOT NULL,
    "state" "cell_state" NOT NULL DEFAULT 'waiting',
    "value" TEXT,
    "number" DOUBLE PRECISION,
    "reason" TEXT NOT NULL DEFAULT '',
    "quote" TEXT,
    "source_kind" "cell_source",
    "source_id" INTEGER,
    "source_field" TEXT,
    "source_url" TEXT,
    "source_title" TEXT,
    "source_date" TIMESTAMPTZ(3),
    "looked_at" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
    "filled_at" TIMESTAMPTZ(3),

    CONSTRAINT "market_cells_pkey" PRIMARY KEY ("column_id", "company_id"),
    CONSTRAINT "market_cells_column_id_fkey" FOREIGN KEY ("column_id") REFERENCES "market_columns"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "market_cells_market_id_company_id_fkey" FOREIGN KEY ("market_id", "company_id") REFERENCES "market_companies"("market_id", "company_id") ON DELETE CASCADE ON UPDATE CASCADE,
    -- Whatever fills it: an answer has its words and where they stand.
    CONSTRAINT "market_cells_said_is_quoted" CHECK (
      "state" <> 'said' OR ("value" IS NOT NULL AND coalesce("quote", '') <> '' AND "source_kind" IS NOT NULL AND "source_url" IS NOT NULL AND "source_date" IS NOT NULL)
    )
);
CREATE INDEX "market_cells_market_id_company_id_idx" ON "market_cells"("market_id", "company_id");
CREATE INDEX "market_cells_waiting" ON "market_cells"("market_id") WHERE (state = 'waiting');

CREATE TABLE "column_fills" (
    "id" SERIAL NOT NULL,
    "market_id" INTEGER NOT NULL,
    "status" "job_status" NOT NULL DEFAULT 'queued',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "cells" INTEGER NOT NULL DEFAULT 0,
    "dispatched_at" TIMESTAMPTZ(3),
    "dispatch_attempts" INTEGER NOT NULL DEFAULT 0,
    "next_dispatch_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "cancel_requested_at" TIMESTAMPTZ(3),
    "cancel_sent_at" TIMESTAMPTZ(3),
    "cancel_requested_by" TEXT,
    "temporal_run_id" TEXT,
    "ended_at" TIMESTAMPTZ(3),
    "error" TEXT,

    CONSTRAINT "column_fills_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "column_fills_market_id_fkey" FOREIGN KEY ("market_id") REFERENCES "markets"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "column_fills_one_active_per_market" ON "column_fills"("market_id") WHERE (status = any (array['queued'::job_status, 'running'::job_status]));
CREATE INDEX "column_fills_market_id_id_idx" ON "column_fills"("market_id", "id");
CREATE INDEX "column_fills_to_dispatch" ON "column_fills"("next_dispatch_at") WHERE (dispatched_at is null and status = 'queued');

-- Companies join a market by discoveries and by reviews, also those of an older release: each gets its cells in the same transaction.
CREATE FUNCTION make_market_cells() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO market_cells (column_id, company_id, market_id)
  SELECT c.id, j.company_id, j.market_id FROM joined j JOIN market_columns c ON c.market_id = j.market_id
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER market_companies_cells AFTER INSERT ON market_companies
  REFERENCING NEW TABLE AS joined FOR EACH STATEMENT EXECUTE FUNCTION make_market_cells();
