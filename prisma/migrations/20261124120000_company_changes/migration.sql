-- The search engine beyond one machine (docs/search-engine.md): which indexes there are, and which companies have changed since they
-- were written there. Without an index nothing is noted, so that the embedded engine pays nothing for it.

CREATE TABLE "company_indexes" (
    "generation" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'building',
    "started_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "live_at" TIMESTAMPTZ(3),

    CONSTRAINT "company_indexes_pkey" PRIMARY KEY ("generation"),
    CONSTRAINT "company_indexes_state" CHECK (state IN ('building', 'live'))
);
CREATE UNIQUE INDEX "company_indexes_name_key" ON "company_indexes"("name");
CREATE UNIQUE INDEX "company_indexes_started_by_key" ON "company_indexes"("started_by");

CREATE TABLE "company_changes" (
    "id" BIGSERIAL NOT NULL,
    "company_id" INTEGER NOT NULL,
    "changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "company_changes_pkey" PRIMARY KEY ("id")
);

-- Numbers the snapshots that documents are made of: the version of a document is that of its snapshot.
CREATE SEQUENCE "company_snapshots";

-- What was written, deleted, or has other values in a column that a document is made of. The search path is kept for restores.
CREATE FUNCTION "note_written_companies"() RETURNS TRIGGER
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF EXISTS (SELECT FROM company_indexes) THEN
    INSERT INTO company_changes (company_id) SELECT id FROM written ORDER BY id;
    PERFORM pg_notify('company_changes', '');
  END IF;
  RETURN NULL;
END
$$;

CREATE FUNCTION "note_changed_companies"() RETURNS TRIGGER
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF EXISTS (SELECT FROM company_indexes) THEN
    INSERT INTO company_changes (company_id)
    SELECT id FROM written_before b FULL JOIN written a USING (id)
    WHERE b.id IS NULL OR a.id IS NULL OR (b.content_hash, b.domain, b.name, b.search, b.description, b.country, b.state, b.city, b.certifications,
        b.industries, b.keywords, b.naics_codes, b.employees, b.revenue_usd, b.previous_employees, b.previous_revenue_usd, b.founded, b.market_cap_band)
      IS DISTINCT FROM (a.content_hash, a.domain, a.name, a.search, a.description, a.country, a.state, a.city, a.certifications,
        a.industries, a.keywords, a.naics_codes, a.employees, a.revenue_usd, a.previous_employees, a.previous_revenue_usd, a.founded, a.market_cap_band)
    ORDER BY id;
    IF FOUND THEN
      PERFORM pg_notify('company_changes', '');
    END IF;
  END IF;
  RETURN NULL;
END
$$;

CREATE FUNCTION "note_truncated_companies"() RETURNS TRIGGER
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO company_changes (company_id) SELECT id FROM companies WHERE EXISTS (SELECT FROM company_indexes) ORDER BY id;
  PERFORM pg_notify('company_changes', '');
  RETURN NULL;
END
$$;

CREATE TRIGGER "companies_noted_inserted" AFTER INSERT ON "companies"
  REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION "note_written_companies"();
CREATE TRIGGER "companies_noted_updated" AFTER UPDATE ON "companies"
  REFERENCING OLD TABLE AS written_before NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION "note_changed_companies"();
CREATE TRIGGER "companies_noted_deleted" AFTER DELETE ON "companies"
  REFERENCING OLD TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION "note_written_companies"();
CREATE TRIGGER "companies_noted_truncated" BEFORE TRUNCATE ON "companies"
  FOR EACH STATEMENT EXECUTE FUNCTION "note_truncated_companies"();
