-- The history of markets goes with a company that is merged into another, and comes back with it. Where the survivor has a history in
-- the same market, its own stays, as its place in the market does. A merge takes companies apart and puts them together anew, which
-- nobody sees: it writes no history but what differs in the end.
CREATE OR REPLACE FUNCTION "company_relations"() RETURNS TABLE ("relation" TEXT, "owner" TEXT, "keys" TEXT[], "once" TEXT[])
LANGUAGE sql IMMUTABLE AS $$
  VALUES
    ('source_records', 'company_id', '{id}'::text[], '{}'::text[]),
    ('market_company_history', 'company_id', '{id}', '{market_id}'),
    ('source_records', 'apart_from', '{id}', '{}'),
    ('market_companies', 'company_id', '{market_id}', '{market_id}'),
    ('market_reviews', 'company_id', '{market_id}', '{market_id}'),
    ('candidates', 'company_id', '{job_id}', '{job_id}'),
    ('candidate_hits', 'company_id', '{job_id,generator}', '{job_id,generator}'),
    ('company_news', 'company_id', '{news_item_id}', '{news_item_id}'),
    ('event_companies', 'company_id', '{event_id}', '{event_id}'),
    ('esg_items', 'company_id', '{id}', '{url}'),
    ('people', 'company_id', '{id}', '{name_key}'),
    ('company_identifiers', 'company_id', '{scheme}', '{scheme}'),
    ('dossiers', 'company_id', '{agent_id}', '{}')
$$;

CREATE OR REPLACE FUNCTION "note_market_companies"() RETURNS TRIGGER
  LANGUAGE plpgsql
  AS $$
DECLARE
  moment TIMESTAMPTZ(3) := nullif(current_setting('market_history.moment', true), '');
BEGIN
  IF current_setting('market_history.rearranging', true) = 'on' THEN
    RETURN NULL;
  END IF;
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

-- What of these companies' places in markets is not as their history says: a survivor that had left a market takes the place of the other.
CREATE FUNCTION "level_market_history"("companies" INTEGER[]) RETURNS VOID
LANGUAGE sql SET search_path FROM CURRENT AS $$
  INSERT INTO market_company_history (market_id, company_id, at, is_in, rank, score, reason)
  SELECT coalesce(n.market_id, o.market_id), coalesce(n.company_id, o.company_id), date_trunc('milliseconds', clock_timestamp()),
    n.market_id IS NOT NULL, n.rank, n.score, n.reason
  FROM (
    SELECT DISTINCT ON (h.market_id, h.company_id) h.* FROM market_company_history h WHERE h.company_id = ANY(companies)
    ORDER BY h.market_id, h.company_id, h.id DESC
  ) o
  FULL JOIN (SELECT s.* FROM market_companies s WHERE s.company_id = ANY(companies)) n
    ON n.market_id = o.market_id AND n.company_id = o.company_id
  WHERE (n.rank, n.score, n.reason) IS DISTINCT FROM (o.rank, o.score, o.reason)
$$;
