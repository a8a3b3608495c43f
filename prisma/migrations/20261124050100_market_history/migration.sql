-- What became of each company of a market, and when. Triggers write it, so that no writer of market_companies can forget it.
--
-- The triggers come first: they wait for the transactions that write market_companies, and no change comes between them and the
-- first rows below.
CREATE FUNCTION "note_market_companies"() RETURNS TRIGGER
  LANGUAGE plpgsql
  AS $$
DECLARE
  moment TIMESTAMPTZ(3) := nullif(current_setting('market_history.moment', true), '');
BEGIN
  -- A transaction has one moment, that of its first change: nobody has seen the states between its statements. The writers hold
  -- the lock of the market by then, so that the moments of a market are in the order of its transactions.
  IF moment IS NULL THEN
    moment := date_trunc('milliseconds', clock_timestamp());
    PERFORM set_config('market_history.moment', moment::text, true);
  END IF;
  IF TG_OP = 'INSERT' THEN
    INSERT INTO market_company_history (market_id, company_id, at, is_in, rank, score, reason)
    SELECT market_id, company_id, moment, true, rank, score, reason FROM new_rows;
  ELSIF TG_OP = 'UPDATE' THEN
    INSERT INTO market_company_history (market_id, company_id, at, is_in, rank, score, reason)
    SELECT coalesce(n.market_id, o.market_id), coalesce(n.company_id, o.company_id), moment, n.market_id IS NOT NULL,
      n.rank, n.score, n.reason
    FROM old_rows o FULL JOIN new_rows n ON n.market_id = o.market_id AND n.company_id = o.company_id
    WHERE (n.rank, n.score, n.reason) IS DISTINCT FROM (o.rank, o.score, o.reason);
  ELSE
    -- With its market or its company, a company of a market goes without a trace, and its history goes too.
    INSERT INTO market_company_history (market_id, company_id, at, is_in)
    SELECT o.market_id, o.company_id, moment, false
    FROM old_rows o JOIN markets m ON m.id = o.market_id JOIN companies c ON c.id = o.company_id;
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER "market_companies_inserted" AFTER INSERT ON "market_companies"
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "note_market_companies"();
CREATE TRIGGER "market_companies_updated" AFTER UPDATE ON "market_companies"
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "note_market_companies"();
CREATE TRIGGER "market_companies_deleted" AFTER DELETE ON "market_companies"
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "note_market_companies"();

CREATE TABLE "market_company_history" (
    "id" BIGSERIAL NOT NULL,
    "market_id" INTEGER NOT NULL,
    "company_id" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "is_in" BOOLEAN NOT NULL,
    "rank" INTEGER,
    "score" DOUBLE PRECISION,
    "reason" TEXT,

    CONSTRAINT "market_company_history_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "market_company_history_market_id_fkey" FOREIGN KEY ("market_id") REFERENCES "markets"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "market_company_history_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "companies"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- The markets that were there before begin with what they were at the migration.
INSERT INTO "market_company_history" ("market_id", "company_id", "at", "is_in", "rank", "score", "reason")
SELECT s.market_id, s.company_id, m.history_since, true, s.rank, s.score, s.reason
FROM "market_companies" s JOIN "markets" m ON m.id = s.market_id
ORDER BY s.market_id, s.rank;

CREATE INDEX "market_company_history_market_id_company_id_id_idx" ON "market_company_history"("market_id", "company_id", "id");
CREATE INDEX "market_company_history_company_id_idx" ON "market_company_history"("company_id");
