-- Companies that people call by another name than their record's are named again (src/companies/linking/aliases.ts).
INSERT INTO "companies_to_name" ("company_id")
SELECT "id" FROM "companies" WHERE "domain" IN ('abc.xyz', 'meta.com', 'freddiemac.com', 'fanniemae.com', 'citigroup.com', 'jnj.com', 'pg.com',
  'bankofamerica.com', 'jpmorganchase.com', 'goldmansachs.com', 'volkswagen-group.com', 'volkswagenag.com', 'natwestgroup.com')
ON CONFLICT DO NOTHING;
