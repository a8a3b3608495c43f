-- Who answers a column, and the most that its answers may cost, in micro-dollars.
CREATE TYPE "column_reader" AS ENUM ('rules', 'model');
ALTER TABLE "market_columns" ADD COLUMN "read_by" "column_reader" NOT NULL DEFAULT 'rules',
  ADD COLUMN "cost_cap" BIGINT,
  ADD CONSTRAINT "market_columns_paid_is_capped" CHECK ("read_by" = 'rules' OR "cost_cap" IS NOT NULL);

-- Its purpose is `question`: an older release reads no other names than its own.
ALTER TABLE "ledger_entries" ADD COLUMN "column_id" INTEGER,
  ADD CONSTRAINT "ledger_entries_column_id_fkey" FOREIGN KEY ("column_id") REFERENCES "market_columns"("id") ON DELETE SET NULL ON UPDATE CASCADE;
CREATE INDEX "ledger_entries_of_column" ON "ledger_entries"("column_id") WHERE (column_id IS NOT NULL);

-- An answer is recorded under a column too, and goes with it. Its request's hash names the column: the key of older releases stays.
ALTER TABLE "recorded_answers" ADD COLUMN "column_id" INTEGER,
  ADD CONSTRAINT "recorded_answers_column_id_fkey" FOREIGN KEY ("column_id") REFERENCES "market_columns"("id") ON DELETE CASCADE ON UPDATE CASCADE;
CREATE INDEX "recorded_answers_of_column" ON "recorded_answers"("column_id") WHERE (column_id IS NOT NULL);
