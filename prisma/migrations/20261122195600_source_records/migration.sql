-- What each source says of a company, as it came. A row of `companies` is what its records add up to.
-- The order of the kinds is the rule: a value of an earlier kind goes before one of a later kind.
CREATE TYPE "source_kind" AS ENUM ('register', 'directory', 'page', 'sample');

CREATE TABLE "source_records" (
    "id" SERIAL NOT NULL,
    "company_id" INTEGER,
    "apart_from" INTEGER,
    "domain" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "kind" "source_kind" NOT NULL,
    "line" INTEGER NOT NULL DEFAULT 0,
    "recorded_at" TIMESTAMPTZ(6) NOT NULL,
    "given" JSONB NOT NULL,
    "facts" JSONB NOT NULL,
    "passed_over" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
    "digest" TEXT NOT NULL,

    CONSTRAINT "source_records_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "source_records_company_id_idx" ON "source_records"("company_id");
CREATE INDEX "source_records_apart_from_idx" ON "source_records"("apart_from");
CREATE INDEX "source_records_source_domain_idx" ON "source_records"("source", "domain");

ALTER TABLE "source_records" ADD CONSTRAINT "source_records_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "companies"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "source_records" ADD CONSTRAINT "source_records_apart_from_fkey" FOREIGN KEY ("apart_from") REFERENCES "companies"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- The facts of several records in one object; of a fact that several have, the last one's.
CREATE AGGREGATE "merge_facts"(JSONB) (SFUNC = jsonb_concat, STYPE = JSONB, INITCOND = '{}');

-- The facts of a company's row, as records have them: a fact that is not known is left out.
CREATE FUNCTION "facts_of_company"("c" "companies") RETURNS JSONB
LANGUAGE sql STABLE AS $$
  SELECT coalesce(jsonb_object_agg(f.key, f.value), '{}') FROM jsonb_each(jsonb_build_object(
    'name', c.name, 'description', c.description, 'keywords', to_jsonb(c.keywords), 'industries', to_jsonb(c.industries), 'url', c.url,
    'country', c.country, 'state', c.state, 'city', c.city, 'postalCode', c.postal_code, 'latitude', c.latitude, 'longitude', c.longitude,
    'employees', c.employees, 'revenueUsd', c.revenue_usd, 'previousEmployees', c.previous_employees,
    'previousRevenueUsd', c.previous_revenue_usd, 'certifications', to_jsonb(c.certifications),
    'unverifiedCertifications', to_jsonb(c.unverified_certifications), 'naicsCodes', to_jsonb(c.naics_codes), 'isin', c.isin,
    'founded', c.founded, 'logoUrl', c.logo_url, 'images', to_jsonb(c.images))) f
  WHERE f.value NOT IN ('null', '""', '[]')
$$;

-- The companies that are there already. Of one that files wrote, only the last file is known: what came from which is not. One that
-- only the sample or its own pages told of has a known source.
INSERT INTO "source_records" ("company_id", "domain", "source", "kind", "recorded_at", "given", "facts", "digest")
SELECT c.id, c.domain, x.source, x.kind, c.updated_at, x.facts, x.facts, md5(x.facts::text)
FROM "companies" c, LATERAL (
  SELECT CASE WHEN c.source = 'sample' OR starts_with(c.source, 'web:') THEN c.source ELSE 'unknown; last ' || c.source END AS source,
    (CASE WHEN c.source = 'sample' THEN 'sample' WHEN starts_with(c.source, 'web:') THEN 'page' ELSE 'directory' END)::"source_kind" AS kind,
    facts_of_company(c) AS facts
) x;
