-- Merges of companies can be taken back. A company that was merged away has no row in `companies`; what belonged to it stands at the
-- survivor, and `company_moves` knows it. The state is made of the merges alone: whatever changes them takes the companies apart first
-- and puts them together anew, so that the order of merges leaves no trace.
CREATE TABLE "company_merges" (
    "company_id" INTEGER NOT NULL,
    "domain" TEXT NOT NULL,
    "into_id" INTEGER NOT NULL,
    "survivor_id" INTEGER NOT NULL,
    "merged_by" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "merged_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "row" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "company_merges_pkey" PRIMARY KEY ("company_id")
);
CREATE UNIQUE INDEX "company_merges_domain_key" ON "company_merges"("domain");
CREATE INDEX "company_merges_survivor_id_idx" ON "company_merges"("survivor_id");
ALTER TABLE "company_merges" ADD CONSTRAINT "company_merges_survivor_id_fkey" FOREIGN KEY ("survivor_id") REFERENCES "companies"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TABLE "company_moves" (
    "id" BIGSERIAL NOT NULL,
    "company_id" INTEGER NOT NULL,
    "survivor_id" INTEGER NOT NULL,
    "relation" TEXT NOT NULL,
    "row" JSONB NOT NULL,
    "is_displaced" BOOLEAN NOT NULL,

    CONSTRAINT "company_moves_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "company_moves_survivor_id_relation_idx" ON "company_moves"("survivor_id", "relation");
ALTER TABLE "company_moves" ADD CONSTRAINT "company_moves_survivor_id_fkey" FOREIGN KEY ("survivor_id") REFERENCES "companies"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TYPE "identity_operation" AS ENUM ('merge', 'unmerge', 'split');
CREATE TABLE "company_identity_log" (
    "id" SERIAL NOT NULL,
    "operation" "identity_operation" NOT NULL,
    "company_id" INTEGER NOT NULL,
    "other_id" INTEGER NOT NULL,
    "done_by" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "done_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "company_identity_log_pkey" PRIMARY KEY ("id")
);

-- All that belongs to a company: the column with its id, the columns that tell its rows apart, and those of which it may have only one
-- row. Names (`company_names`) are not here: they are read from the company's row anew.
CREATE FUNCTION "company_relations"() RETURNS TABLE ("relation" TEXT, "owner" TEXT, "keys" TEXT[], "once" TEXT[])
LANGUAGE sql IMMUTABLE AS $$
  VALUES
    ('source_records', 'company_id', '{id}'::text[], '{}'::text[]),
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

-- Columns of `companies` that are written, and not computed.
CREATE FUNCTION "written_company_columns"() RETURNS TEXT
LANGUAGE sql STABLE AS $$
  SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) FROM pg_attribute
  WHERE attrelid = 'companies'::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
$$;

CREATE FUNCTION "take_companies_apart"("survivors" INTEGER[]) RETURNS VOID
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  r RECORD;
  columns TEXT := written_company_columns();
BEGIN
  EXECUTE format('INSERT INTO companies (%1$s) SELECT %1$s FROM (
      SELECT o.* FROM company_merges m, jsonb_populate_record(NULL::companies, m.row) o
      WHERE m.survivor_id = ANY($1) ORDER BY m.company_id) x', columns)
  USING survivors;
  FOR r IN SELECT * FROM company_relations() LOOP
    EXECUTE format('UPDATE %1$I t SET %2$I = v.company_id FROM company_moves v, jsonb_populate_record(NULL::%1$I, v.row) o
        WHERE v.survivor_id = ANY($1) AND v.relation = %3$L AND NOT v.is_displaced AND t.%2$I = v.survivor_id AND (%4$s) = (%5$s)',
      r.relation, r.owner, r.relation || '.' || r.owner,
      (SELECT string_agg(format('t.%I', k), ', ') FROM unnest(r.keys) k), (SELECT string_agg(format('o.%I', k), ', ') FROM unnest(r.keys) k))
    USING survivors;
    EXECUTE format('INSERT INTO %1$I SELECT o.* FROM company_moves v, jsonb_populate_record(NULL::%1$I, v.row) o
        WHERE v.survivor_id = ANY($1) AND v.relation = %2$L AND v.is_displaced ON CONFLICT DO NOTHING',
      r.relation, r.relation || '.' || r.owner)
    USING survivors;
  END LOOP;
  INSERT INTO person_sightings SELECT o.* FROM company_moves v, jsonb_populate_record(NULL::person_sightings, v.row) o
  WHERE v.survivor_id = ANY(survivors) AND v.relation = 'person_sightings' ON CONFLICT DO NOTHING;
  -- The survivors as they were.
  EXECUTE format('UPDATE companies c SET (%1$s) = (SELECT %1$s FROM jsonb_populate_record(NULL::companies, v.row))
    FROM company_moves v WHERE v.survivor_id = ANY($1) AND v.relation = ''companies'' AND c.id = v.survivor_id', columns)
  USING survivors;
  DELETE FROM company_moves WHERE survivor_id = ANY(survivors);
END
$$;

-- In the order of the ids: of several rows of which the survivor may have only one, its own stays, then that of the lowest id.
CREATE FUNCTION "put_companies_together"("survivors" INTEGER[]) RETURNS VOID
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  m RECORD;
  r RECORD;
BEGIN
  UPDATE company_merges g SET row = to_jsonb(c) - '{search,domain_label}'::text[]
  FROM companies c WHERE c.id = g.company_id AND g.survivor_id = ANY(survivors);
  INSERT INTO company_moves (company_id, survivor_id, relation, row, is_displaced)
  SELECT c.id, c.id, 'companies', to_jsonb(c) - '{search,domain_label}'::text[], false
  FROM companies c WHERE c.id IN (SELECT survivor_id FROM company_merges WHERE survivor_id = ANY(survivors));
  FOR m IN SELECT * FROM company_merges WHERE survivor_id = ANY(survivors) ORDER BY company_id LOOP
    FOR r IN SELECT * FROM company_relations() LOOP
      IF cardinality(r.once) > 0 THEN
        IF r.relation = 'people' THEN
          INSERT INTO company_moves (company_id, survivor_id, relation, row, is_displaced)
          SELECT m.company_id, m.survivor_id, 'person_sightings', to_jsonb(s), true
          FROM person_sightings s JOIN people x ON x.id = s.person_id
          WHERE x.company_id = m.company_id
            AND EXISTS (SELECT FROM people y WHERE y.company_id = m.survivor_id AND y.name_key = x.name_key);
        END IF;
        EXECUTE format('WITH gone AS (DELETE FROM %1$I x WHERE x.%2$I = $1
              AND EXISTS (SELECT FROM %1$I y WHERE y.%2$I = $2 AND (%3$s) = (%4$s)) RETURNING to_jsonb(x) AS row)
            INSERT INTO company_moves (company_id, survivor_id, relation, row, is_displaced) SELECT $1, $2, %5$L, row, true FROM gone',
          r.relation, r.owner, (SELECT string_agg(format('x.%I', k), ', ') FROM unnest(r.once) k),
          (SELECT string_agg(format('y.%I', k), ', ') FROM unnest(r.once) k), r.relation || '.' || r.owner)
        USING m.company_id, m.survivor_id;
      END IF;
      EXECUTE format('WITH moved AS (UPDATE %1$I x SET %2$I = $2 WHERE x.%2$I = $1 RETURNING %3$s)
          INSERT INTO company_moves (company_id, survivor_id, relation, row, is_displaced) SELECT $1, $2, %4$L, to_jsonb(moved), false FROM moved',
        r.relation, r.owner, (SELECT string_agg(format('x.%I', k), ', ') FROM unnest(r.keys) k), r.relation || '.' || r.owner)
      USING m.company_id, m.survivor_id;
    END LOOP;
  END LOOP;
  DELETE FROM companies c USING company_merges g WHERE c.id = g.company_id AND g.survivor_id = ANY(survivors);
END
$$;
