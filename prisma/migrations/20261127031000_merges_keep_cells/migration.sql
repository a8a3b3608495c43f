-- A merge sets aside the place of a company in a market where the survivor has one too. Its answers to the market's columns went with
-- that place, and an unmerge brought back only the questions. They are set aside and come back now. And an unmerge failed where a market,
-- an event or a column of something set aside had been deleted since: what belonged to it is left out.

-- Inserts what a merge had set aside, all at once where possible.
CREATE FUNCTION "bring_back_displaced"("survivors" INTEGER[], "target" TEXT, "of_relation" TEXT) RETURNS VOID
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  displaced JSONB;
BEGIN
  EXECUTE format('INSERT INTO %1$I SELECT o.* FROM company_moves v, jsonb_populate_record(NULL::%1$I, v.row) o
      WHERE v.survivor_id = ANY($1) AND v.relation = $2 AND v.is_displaced ON CONFLICT DO NOTHING', target)
  USING survivors, of_relation;
EXCEPTION WHEN foreign_key_violation THEN
  FOR displaced IN
    SELECT v.row FROM company_moves v WHERE v.survivor_id = ANY(survivors) AND v.relation = of_relation AND v.is_displaced ORDER BY v.id
  LOOP
    BEGIN
      EXECUTE format('INSERT INTO %1$I SELECT o.* FROM jsonb_populate_record(NULL::%1$I, $1) o ON CONFLICT DO NOTHING', target)
      USING displaced;
    EXCEPTION WHEN foreign_key_violation THEN
      NULL;
    END;
  END LOOP;
END
$$;

CREATE OR REPLACE FUNCTION "take_companies_apart"("survivors" INTEGER[]) RETURNS VOID
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
    PERFORM bring_back_displaced(survivors, r.relation, r.relation || '.' || r.owner);
  END LOOP;
  PERFORM bring_back_displaced(survivors, 'person_sightings', 'person_sightings');
  -- The place in the market has made empty cells by its trigger.
  DELETE FROM market_cells c USING company_moves v
  WHERE v.survivor_id = ANY(survivors) AND v.relation = 'market_cells'
    AND c.column_id = (v.row ->> 'column_id')::int AND c.company_id = v.company_id;
  PERFORM bring_back_displaced(survivors, 'market_cells', 'market_cells');
  -- The survivors as they were.
  EXECUTE format('UPDATE companies c SET (%1$s) = (SELECT %1$s FROM jsonb_populate_record(NULL::companies, v.row))
    FROM company_moves v WHERE v.survivor_id = ANY($1) AND v.relation = ''companies'' AND c.id = v.survivor_id', columns)
  USING survivors;
  DELETE FROM company_moves WHERE survivor_id = ANY(survivors);
END
$$;

-- In the order of the ids: of several rows of which the survivor may have only one, its own stays, then that of the lowest id.
CREATE OR REPLACE FUNCTION "put_companies_together"("survivors" INTEGER[]) RETURNS VOID
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
    -- What goes with a row that is set aside: the sightings of a person, the cells of a place in a market.
    INSERT INTO company_moves (company_id, survivor_id, relation, row, is_displaced)
    SELECT m.company_id, m.survivor_id, 'person_sightings', to_jsonb(s), true
    FROM person_sightings s JOIN people x ON x.id = s.person_id
    WHERE x.company_id = m.company_id
      AND EXISTS (SELECT FROM people y WHERE y.company_id = m.survivor_id AND y.name_key = x.name_key);
    INSERT INTO company_moves (company_id, survivor_id, relation, row, is_displaced)
    SELECT m.company_id, m.survivor_id, 'market_cells', to_jsonb(c), true
    FROM market_cells c
    WHERE c.company_id = m.company_id
      AND EXISTS (SELECT FROM market_companies s WHERE s.company_id = m.survivor_id AND s.market_id = c.market_id);
    FOR r IN SELECT * FROM company_relations() LOOP
      IF cardinality(r.once) > 0 THEN
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
