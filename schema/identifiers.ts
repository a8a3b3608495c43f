import { builder } from "./builder.ts";
import { Company } from "./company.ts";
import { enumValues } from "./enum-values.ts";

const IdentifierScheme = builder.enumType("IdentifierScheme", {
  description: "A system of identifying numbers of companies.",
  values: enumValues(["duns", "lei"] as const, {
    duns: "The D-U-N-S number of Dun & Bradstreet: nine digits.",
    lei: "The Legal Entity Identifier (ISO 17442): 20 characters.",
  }),
});

const IdentifierMethod = builder.enumType("IdentifierMethod", {
  description: "How the row of an imported table was matched to a company.",
  values: enumValues(["domain", "isin", "name"] as const, {
    domain: "By the domain.",
    isin: "By the ISIN.",
    name: "By the name and the country.",
  }),
});

/** Selects the row of the table that the number came in. */
const IN_TABLE = { mapping: { select: { source: true, file: true, line: true, importedAt: true } } } as const;

const CompanyIdentifier = builder.prismaObject("CompanyIdentifier", {
  description: "An identifying number of a company, from an imported table.",
  fields: (t) => ({
    scheme: t.expose("scheme", { description: "The system that the number belongs to.", type: IdentifierScheme }),
    value: t.exposeString("value", { description: "The identifying number." }),
    method: t.field({
      description: "How the row was matched to the company.",
      type: IdentifierMethod,
      select: { method: true },
      resolve: ({ method }) => method as "domain" | "isin" | "name",
    }),
    source: t.string({
      description: "The source that the row names, or the name of the file if it names none.",
      select: IN_TABLE,
      resolve: ({ mapping }) => mapping.source,
    }),
    file: t.string({
      description: "The name of the imported file.",
      select: IN_TABLE,
      resolve: ({ mapping }) => mapping.file,
    }),
    line: t.int({
      description: "The line number of the row in the file.",
      select: IN_TABLE,
      resolve: ({ mapping }) => mapping.line,
    }),
    importedAt: t.field({
      description: "When the table was imported.",
      type: "DateTime",
      select: IN_TABLE,
      resolve: ({ mapping }) => mapping.importedAt,
    }),
    mappedAt: t.expose("mappedAt", { description: "When the number was assigned to the company.", type: "DateTime" }),
  }),
});

builder.prismaObjectFields(Company, (t) => ({
  identifiers: t.relation("identifiers", {
    type: CompanyIdentifier,
    description:
      "The identifying numbers of the company, at most one for each scheme. The pipeline flag `runDunsMapper` assigns them.",
    authScopes: { anyScope: ["impact:read", "markets:read"] },
    complexity: { field: 1, multiplier: 2 },
    query: { orderBy: { scheme: "asc" } },
  }),
}));
