import { builder } from "./builder.ts";
import { Company } from "./company.ts";
import { enumValues } from "./enum-values.ts";

const IdentifierScheme = builder.enumType("IdentifierScheme", {
  description: "DUNS: D-U-N-S number, nine digits. LEI: Legal Entity Identifier, ISO 17442.",
  values: enumValues(["duns", "lei"] as const, {
    duns: "D-U-N-S number, nine digits.",
    lei: "Legal Entity Identifier, ISO 17442.",
  }),
});

const IdentifierMethod = builder.enumType("IdentifierMethod", {
  description: "How the row of the imported table identified the company. NAME: by its name and country.",
  values: enumValues(["domain", "isin", "name"] as const, {
    domain: "By its domain.",
    isin: "By its ISIN.",
    name: "By its name and its country.",
  }),
});

/** Selects the row of the table that the number came in. */
const IN_TABLE = { mapping: { select: { source: true, file: true, line: true, importedAt: true } } } as const;

const CompanyIdentifier = builder.prismaObject("CompanyIdentifier", {
  description: "An identifying number of a company, from an imported table.",
  fields: (t) => ({
    scheme: t.expose("scheme", { description: "The kind of number.", type: IdentifierScheme }),
    value: t.exposeString("value", { description: "The number." }),
    method: t.field({
      description: "What the company was known by.",
      type: IdentifierMethod,
      select: { method: true },
      resolve: ({ method }) => method as "domain" | "isin" | "name",
    }),
    source: t.string({
      description: "The source that the row names, or else the file.",
      select: IN_TABLE,
      resolve: ({ mapping }) => mapping.source,
    }),
    file: t.string({
      description: "The name of the imported file.",
      select: IN_TABLE,
      resolve: ({ mapping }) => mapping.file,
    }),
    line: t.int({ description: "The line of the file.", select: IN_TABLE, resolve: ({ mapping }) => mapping.line }),
    importedAt: t.field({
      description: "When the table was imported.",
      type: "DateTime",
      select: IN_TABLE,
      resolve: ({ mapping }) => mapping.importedAt,
    }),
    mappedAt: t.expose("mappedAt", { description: "When the number was given to the company.", type: "DateTime" }),
  }),
});

builder.prismaObjectFields(Company, (t) => ({
  identifiers: t.relation("identifiers", {
    type: CompanyIdentifier,
    description: "At most one number for each scheme (the pipeline's `runDunsMapper`).",
    authScopes: { anyScope: ["impact:read", "markets:read"] },
    complexity: { field: 1, multiplier: 2 },
    query: { orderBy: { scheme: "asc" } },
  }),
}));
