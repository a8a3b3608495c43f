-- Names are also read from descriptions, and from lists by country (src/companies/linking/described-names.ts, aliases.ts).
CREATE OR REPLACE FUNCTION "note_renamed_companies"() RETURNS TRIGGER
LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO companies_to_name (company_id)
  SELECT after.id FROM written after JOIN replaced before ON before.id = after.id
  WHERE (before.name, before.domain, before.description, before.country, before.market_cap_band)
    IS DISTINCT FROM (after.name, after.domain, after.description, after.country, after.market_cap_band) ORDER BY after.id
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;

INSERT INTO "companies_to_name" ("company_id") SELECT "id" FROM "companies" ON CONFLICT DO NOTHING;
