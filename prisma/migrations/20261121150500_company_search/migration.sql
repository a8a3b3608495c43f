-- The inverted index of the directory (docs/company-search.md). Companies are cut by their ids into segments of 8,192; a segment
-- has one row for each term of each field, with its companies packed into one value, so that a list of 300,000 companies is read
-- as some hundred rows. Statement triggers make the segments that a statement has touched anew, whoever writes.

-- What a file says beside the known columns.
ALTER TABLE "companies" ADD COLUMN "logo_url" TEXT,
ADD COLUMN "images" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- Look-alikes are found by the first label of the domain without its hyphens, and those one slip of the keys away. Trigrams of a million
-- domains took seconds, because many labels are made of the same few words.
DROP INDEX "companies_domain_idx";
ALTER TABLE "companies" ADD COLUMN "domain_label" TEXT GENERATED ALWAYS AS (replace(split_part("domain", '.', 1), '-', '')) STORED;
CREATE INDEX "companies_domain_label_idx" ON "companies"("domain_label");

-- The words are in the index now.
DROP TRIGGER "companies_words_inserted" ON "companies";
DROP TRIGGER "companies_words_updated" ON "companies";
DROP FUNCTION "learn_company_words"();
DROP FUNCTION "words_of_company"(TEXT, TEXT[], TEXT[], TEXT[], TEXT);
DROP TABLE "directory_words";

CREATE TABLE "company_segments" (
    "segment" INTEGER NOT NULL,
    "version" BIGSERIAL NOT NULL,
    "companies" INTEGER NOT NULL,

    CONSTRAINT "company_segments_pkey" PRIMARY KEY ("segment")
);

-- "C": terms are compared byte by byte, which is fast and the same on every machine.
CREATE TABLE "company_postings" (
    "field" TEXT COLLATE "C" NOT NULL,
    "term" TEXT COLLATE "C" NOT NULL,
    "segment" INTEGER NOT NULL,
    "label" TEXT,
    "companies" INTEGER NOT NULL,
    "postings" BYTEA NOT NULL,
    "numbers" BYTEA,

    CONSTRAINT "company_postings_pkey" PRIMARY KEY ("field","term","segment")
);
-- Packed numbers do not compress well, and unpacking them costs more than reading them.
ALTER TABLE "company_postings" ALTER COLUMN "postings" SET STORAGE EXTERNAL, ALTER COLUMN "numbers" SET STORAGE EXTERNAL;

CREATE INDEX "company_postings_segment_idx" ON "company_postings"("segment");
-- Labels by any part of them.
CREATE INDEX "company_postings_keywords" ON "company_postings" USING GIN ("term" gin_trgm_ops) WHERE (field = 'keyword'::text);

-- Makes the index of one segment anew from its companies. A posting is 4 bytes, high byte first: the company's place in the segment,
-- then what the word weighs in its record, of 32,767. That is tf / (tf + k1 · (1 − b + b · length / usual length)), the saturation of
-- BM25 with k1 = 1.2 and b = 0.5; tf is 5, 2 or 1 for a word of the name, of the labels, of the description (ts_rank's default
-- weights of 1, 0.4 and 0.2), and 1 more for each further time that the record has it. A record has 60 different words, usually.
-- The row of company_segments is locked first: of two transactions that write the same segment the second sees what the first wrote.
CREATE FUNCTION "index_company_segment"("number" INTEGER) RETURNS VOID
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

-- The search path is kept, so that the triggers work in a restore of data, which runs under an empty one.
-- In the order of the segments, so that two transactions cannot lock each other out.
CREATE FUNCTION "index_written_companies"() RETURNS TRIGGER
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM index_company_segment(touched.segment)
  FROM (SELECT DISTINCT id / 8192 AS segment FROM written ORDER BY 1) touched;
  RETURN NULL;
END
$$;

-- A column that nothing is found by makes no segment anew.
CREATE FUNCTION "index_changed_companies"() RETURNS TRIGGER
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM index_company_segment(touched.segment)
  FROM (
    SELECT DISTINCT id / 8192 AS segment FROM written_before b FULL JOIN written a USING (id)
    WHERE b.id IS NULL OR a.id IS NULL OR (b.domain, b.name, b.search, b.country, b.state, b.city, b.certifications, b.industries, b.keywords, b.naics_codes,
        b.employees, b.revenue_usd, b.previous_employees, b.previous_revenue_usd)
      IS DISTINCT FROM (a.domain, a.name, a.search, a.country, a.state, a.city, a.certifications, a.industries, a.keywords, a.naics_codes,
        a.employees, a.revenue_usd, a.previous_employees, a.previous_revenue_usd)
    ORDER BY 1
  ) touched;
  RETURN NULL;
END
$$;

CREATE FUNCTION "forget_company_index"() RETURNS TRIGGER
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  TRUNCATE company_postings, company_segments;
  RETURN NULL;
END
$$;

CREATE TRIGGER "companies_index_inserted" AFTER INSERT ON "companies"
  REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION "index_written_companies"();
CREATE TRIGGER "companies_index_updated" AFTER UPDATE ON "companies"
  REFERENCING OLD TABLE AS written_before NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION "index_changed_companies"();
CREATE TRIGGER "companies_index_deleted" AFTER DELETE ON "companies"
  REFERENCING OLD TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION "index_written_companies"();
CREATE TRIGGER "companies_index_truncated" AFTER TRUNCATE ON "companies"
  FOR EACH STATEMENT EXECUTE FUNCTION "forget_company_index"();

-- The companies that are there already.
SELECT index_company_segment(touched.segment) FROM (SELECT DISTINCT id / 8192 AS segment FROM companies ORDER BY 1) touched;
