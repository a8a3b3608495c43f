import { type CompanyIdentifierRow, companyIdentifiers } from "#companies/identifiers/company-identifiers";
import { builder } from "./builder.ts";
import { Company } from "./company.ts";
import { enumValues } from "./enum-values.ts";
import { perRequest } from "./per-request.ts";

const IdentifierScheme = builder.enumType("IdentifierScheme", {
  description: "DUNS: D-U-N-S number, nine digits. LEI: Legal Entity Identifier, ISO 17442.",
  values: enumValues(["duns", "lei"] as const),
});

const IdentifierMethod = builder.enumType("IdentifierMethod", {
  description: "What the company was known by in the imported table. NAME: the name and the country.",
  values: enumValues(["domain", "isin", "name"] as const),
});

const CompanyIdentifier = builder.objectRef<CompanyIdentifierRow>("CompanyIdentifier").implement({
  description: "A number that a company goes by, from an imported table.",
  fields: (t) => ({
    scheme: t.expose("scheme", { type: IdentifierScheme }),
    value: t.exposeString("value"),
    method: t.expose("method", { type: IdentifierMethod }),
    source: t.exposeString("source", { description: "Who says so: what the row names, or the file." }),
    file: t.exposeString("file", { description: "The file that it came in." }),
    line: t.exposeInt("line", { description: "Its line in the file." }),
    importedAt: t.expose("importedAt", { type: "DateTime" }),
    mappedAt: t.expose("mappedAt", { type: "DateTime" }),
  }),
});

const identifiersOfCompanies = perRequest(({ db }) => companyIdentifiers(db));

builder.objectField(Company, "identifiers", (t) =>
  t.field({
    type: [CompanyIdentifier],
    description: "At most one of each scheme (the pipeline's `runDunsMapper`).",
    authScopes: { anyScope: ["impact:read", "markets:read"] },
    complexity: { field: 1, multiplier: 2 },
    resolve: ({ id }, _args, context) => identifiersOfCompanies(context).load(id),
  }),
);
