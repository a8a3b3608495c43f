-- The program makes more names of a record than before (src/linking/company-names.ts): all are read again.
INSERT INTO "companies_to_name" ("company_id") SELECT "id" FROM "companies" ON CONFLICT DO NOTHING;
