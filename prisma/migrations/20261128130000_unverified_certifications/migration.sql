-- Company search finds certifications that only the company claims, too, where that is asked for (docs/company-search.md): they have
-- lists of their own, the field `claim`. The functions are as before apart from that.

CREATE OR REPLACE FUNCTION "index_company_segment"("number" INTEGER) RETURNS VOID
LANGUAGE plpgsql SET search_path FROM CURRENT SET work_mem = '64MB' AS $$
DECLARE
  first_id BIGINT := "number"::bigint * 8192;
BEGIN
  INSERT INTO company_segments AS s (segment, companies) VALUES ("number", 0)
  ON CONFLICT (segment) DO UPDATE SET version = nextval('company_segments_version_seq');
  UPDATE company_segments SET companies = (SELECT count(*) FROM companies WHERE id >= first_id AND id < first_id + 8192)
  WHERE segment = "number";
  DELETE FROM company_postings WHERE segment = "number";

  -- OFFSET 0 keeps the record's vector from being unpacked again for every word of it.
  INSERT INTO company_postings (field, term, segment, companies, postings)
  SELECT 'word', w.lexeme, "number", count(*), string_agg(int4send((w.place << 16) | (32767 * w.tf / (w.tf + w.length))::int), '')
  FROM (
    SELECT c.place, c.length, u.lexeme,
      (CASE u.weights[1] WHEN 'A' THEN 5 WHEN 'B' THEN 2 ELSE 1 END + cardinality(u.weights) - 1)::float8 AS tf
    FROM (
      SELECT (id - first_id)::int AS place, search, 1.2 * (0.5 + 0.5 * length(search) / 60) AS length
      FROM companies WHERE id >= first_id AND id < first_id + 8192 OFFSET 0
    ) c, unnest(c.search) AS u
  ) w
  GROUP BY w.lexeme;

  INSERT INTO company_postings (field, term, segment, label, companies, postings)
  SELECT t.field, t.term, "number", min(t.label), count(*), string_agg(int4send(t.place << 16), '')
  FROM (
    SELECT DISTINCT ON (c.id, f.field, f.term) (c.id - first_id)::int AS place, f.field, f.term, f.label
    FROM companies c, LATERAL (
      SELECT 'country' AS field, c.country AS term, NULL AS label
      UNION ALL SELECT 'parent', array_to_string((string_to_array(c.domain, '.'))[labels:], '.'), NULL
        FROM generate_series(2, cardinality(string_to_array(c.domain, '.')) - 1) AS labels
      UNION ALL SELECT 'place', lower(unaccent(line)), NULL FROM unnest(ARRAY[c.city, c.state]) AS line
      UNION ALL SELECT 'certification', lower(held), held FROM unnest(c.certifications) AS held
      UNION ALL SELECT 'claim', lower(claimed), claimed FROM unnest(c.unverified_certifications) AS claimed
      UNION ALL SELECT 'industry', lower(industry), industry FROM unnest(c.industries) AS industry
      UNION ALL SELECT 'keyword', unaccent(lower(keyword)), NULL FROM unnest(c.keywords) AS keyword
      UNION ALL SELECT 'naics', left(code::text, digits), NULL FROM unnest(c.naics_codes) AS code, generate_series(2, length(code::text)) AS digits
    ) f
    WHERE c.id >= first_id AND c.id < first_id + 8192 AND f.term <> '' AND octet_length(f.term) <= 2000
    ORDER BY c.id, f.field, f.term, f.label
  ) t
  GROUP BY t.field, t.term;

  -- What lists are sorted by. Of a name its first 6 bytes as a number, which a double holds exactly.
  INSERT INTO company_postings (field, term, segment, companies, postings, numbers)
  SELECT 'number', n.term, "number", count(*), string_agg(int4send((c.id - first_id)::int << 16), '' ORDER BY c.id), string_agg(float8send(n.value), '' ORDER BY c.id)
  FROM companies c, LATERAL (VALUES
    ('name', ('x' || encode(substr(convert_to(lower(unaccent(c.name)), 'UTF8') || '\x000000000000'::bytea, 1, 6), 'hex'))::bit(48)::bigint::float8),
    ('revenue', c.revenue_usd),
    ('size', c.employees::float8),
    ('revenueDelta', (c.revenue_usd - c.previous_revenue_usd) / nullif(c.previous_revenue_usd, 0)),
    ('sizeDelta', (c.employees - c.previous_employees)::float8 / nullif(c.previous_employees, 0))
  ) AS n(term, value)
  WHERE c.id >= first_id AND c.id < first_id + 8192 AND n.value IS NOT NULL
  GROUP BY n.term;
END
$$;

CREATE OR REPLACE FUNCTION "index_changed_companies"() RETURNS TRIGGER
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM index_company_segment(touched.segment)
  FROM (
    SELECT DISTINCT id / 8192 AS segment FROM written_before b FULL JOIN written a USING (id)
    WHERE b.id IS NULL OR a.id IS NULL OR (b.domain, b.name, b.search, b.country, b.state, b.city, b.certifications, b.unverified_certifications, b.industries, b.keywords, b.naics_codes,
        b.employees, b.revenue_usd, b.previous_employees, b.previous_revenue_usd)
      IS DISTINCT FROM (a.domain, a.name, a.search, a.country, a.state, a.city, a.certifications, a.unverified_certifications, a.industries, a.keywords, a.naics_codes,
        a.employees, a.revenue_usd, a.previous_employees, a.previous_revenue_usd)
    ORDER BY 1
  ) touched;
  RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION "note_changed_companies"() RETURNS TRIGGER
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF EXISTS (SELECT FROM company_indexes) THEN
    INSERT INTO company_changes (company_id)
    SELECT id FROM written_before b FULL JOIN written a USING (id)
    WHERE b.id IS NULL OR a.id IS NULL OR (b.content_hash, b.domain, b.name, b.search, b.description, b.country, b.state, b.city, b.certifications, b.unverified_certifications,
        b.industries, b.keywords, b.naics_codes, b.employees, b.revenue_usd, b.previous_employees, b.previous_revenue_usd, b.founded, b.market_cap_band)
      IS DISTINCT FROM (a.content_hash, a.domain, a.name, a.search, a.description, a.country, a.state, a.city, a.certifications, a.unverified_certifications,
        a.industries, a.keywords, a.naics_codes, a.employees, a.revenue_usd, a.previous_employees, a.previous_revenue_usd, a.founded, a.market_cap_band)
    ORDER BY id;
    IF FOUND THEN
      PERFORM pg_notify('company_changes', '');
    END IF;
  END IF;
  RETURN NULL;
END
$$;

-- Only the segments with such a certification get new lists.
SELECT index_company_segment(touched.segment)
FROM (SELECT DISTINCT id / 8192 AS segment FROM companies WHERE unverified_certifications <> '{}' ORDER BY 1) touched;
