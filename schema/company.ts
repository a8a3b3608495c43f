import { NotFoundError } from "../src/errors/index.ts";
import { builder } from "./builder.ts";

/** A row of the directory, as the loader reads it. */
export interface CompanyRow {
  id: number;
  domain: string;
  name: string;
  description: string;
  keywords: string[];
  industries: string[];
  url: string;
  country: string | null;
  state: string | null;
  city: string | null;
  employees: number | null;
  revenueUsd: number | null;
  certifications: string[];
  naicsCodes: number[];
}

const COLUMNS = `id, domain, name, description, keywords, industries, url, country, state, city, employees,
  revenue_usd AS "revenueUsd", certifications, naics_codes AS "naicsCodes"`;

const orNull = (text: string | null) => (text === null || text === "" ? null : text);

export const Company = builder.loadableNodeRef("Company", {
  id: { resolve: (company: CompanyRow) => company.id, parse: (id) => Number(id) },
  load: async (ids: number[], { db }): Promise<(CompanyRow | Error)[]> => {
    const rows = await db.query<CompanyRow>(`SELECT ${COLUMNS} FROM companies WHERE id = ANY($1)`, [ids]);
    const byId = new Map(rows.map((row) => [row.id, row]));
    return ids.map((id) => byId.get(id) ?? new NotFoundError(`company ${id}`));
  },
});

Company.implement({
  description: "A company of the directory.",
  authScopes: { anyScope: ["impact:read", "markets:read"] },
  fields: (t) => ({
    companyId: t.exposeInt("id"),
    domain: t.exposeString("domain"),
    name: t.exposeString("name"),
    description: t.string({ nullable: true, resolve: ({ description }) => orNull(description) }),
    keywords: t.exposeStringList("keywords"),
    industries: t.exposeStringList("industries", {
      description: "Classification labels, from the general to the particular.",
    }),
    url: t.string({ nullable: true, resolve: ({ url }) => orNull(url) }),
    country: t.exposeString("country", { nullable: true, description: "ISO 3166-1 alpha-2." }),
    state: t.string({ nullable: true, resolve: ({ state }) => orNull(state) }),
    city: t.string({ nullable: true, resolve: ({ city }) => orNull(city) }),
    employees: t.exposeInt("employees", { nullable: true }),
    revenueUsd: t.exposeFloat("revenueUsd", { nullable: true, description: "A year's revenue in USD." }),
    certifications: t.exposeStringList("certifications"),
    naicsCodes: t.exposeIntList("naicsCodes"),
  }),
});
