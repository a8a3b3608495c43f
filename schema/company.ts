import { type Band as BandShape, deltaOf, revenueBand, sizeBand } from "#companies/bands";
import { type CompanyLocation as CompanyLocationShape, companyLocation } from "#companies/company-location";
import { type CompanyReach, whereWithin } from "#companies/company-reach";
import { companyKey, survivorOfKey } from "#companies/directory";
import { survivorsOf } from "#companies/identity/identified-company";
import { idsOfDomains } from "#companies/look-up";
import { naicsTitle } from "#companies/naics/naics";
import { NotFoundError } from "#foundation/errors/index";
import { builder, type ScopeMap } from "./builder.ts";
import type { GraphContext } from "./context.ts";
import { byKey, defineNode, numberKey } from "./node.ts";
import { read } from "./read.ts";

const orNull = (text: string | null) => (text === null || text === "" ? null : text);

/** The scopes for companies and their facts. */
export const MAY_READ_COMPANIES = { anyScope: ["impact:read", "markets:read"] } as const satisfies ScopeMap;

const Band = builder.objectRef<BandShape>("Band").implement({
  description: "A size band of a company, by number of employees or by revenue.",
  fields: (t) => ({
    id: t.exposeInt("id", {
      description: "The number of the band, from 1 for the smallest; 0 if the value is unknown.",
    }),
    label: t.exposeString("label", {
      description: "The band as text, such as `51–200`; `Unknown` if the value is unknown.",
    }),
  }),
});

const Subdivision = builder.objectRef<CompanyLocationShape["state"]>("Subdivision").implement({
  description: "A country, or a state of a country. If it is unknown, the fields are empty strings.",
  fields: (t) => ({
    name: t.exposeString("name", {
      description: "The English name, or the state as the source writes it if it is not recognised.",
    }),
    code: t.exposeString("code", {
      description:
        "The ISO 3166-1 alpha-2 code of a country, or the second part of the ISO 3166-2 code of a state; empty if it is unknown.",
    }),
  }),
});

const CompanyLocation = builder.objectRef<CompanyLocationShape>("CompanyLocation").implement({
  description: "The location of a company's seat.",
  fields: (t) => ({
    country: t.expose("country", { description: "The country of the seat.", type: Subdivision }),
    state: t.expose("state", { description: "The state, province or region of the seat.", type: Subdivision }),
  }),
});

export const Company = builder.prismaNode("Company", {
  description:
    "A company of the directory. Its fields are combined from the records of its sources; `provenance` shows the origin of each value.",
  id: { field: "id" },
  select: { id: true },
  authScopes: MAY_READ_COMPANIES,
  fields: (t) => ({
    companyId: t.exposeInt("id", {
      description: "The number of the company, by which other operations refer to it. `id` is the global id.",
    }),
    domain: t.exposeString("domain", {
      description: "The registrable domain of the company's site, such as `acme.com`. It identifies the company.",
    }),
    name: t.exposeString("name", { description: "The name of the company." }),
    description: t.string({
      description: "A description of what the company does; null if no source has one.",
      nullable: true,
      select: { description: true },
      resolve: ({ description }) => orNull(description),
    }),
    keywords: t.exposeStringList("keywords", { description: "Keywords for what the company offers." }),
    industries: t.exposeStringList("industries", {
      description: "Industry labels, from general to specific, as the sources write them.",
    }),
    url: t.string({
      description: "The URL of the company's site; null if no source gives it.",
      nullable: true,
      select: { url: true },
      resolve: ({ url }) => orNull(url),
    }),
    country: t.exposeString("country", {
      nullable: true,
      description: "The ISO 3166-1 alpha-2 code of the country of the seat; null if it is unknown.",
    }),
    state: t.string({
      description: "The state, province or region of the seat, as the source writes it; null if it is unknown.",
      nullable: true,
      select: { state: true },
      resolve: ({ state }) => orNull(state),
    }),
    city: t.string({
      description: "The city of the seat, as the source writes it; null if it is unknown.",
      nullable: true,
      select: { city: true },
      resolve: ({ city }) => orNull(city),
    }),
    founded: t.exposeInt("founded", {
      nullable: true,
      description: "The year in which the company was founded; null if it is unknown.",
    }),
    marketCapBand: t.exposeString("marketCapBand", {
      nullable: true,
      description:
        "The band of the market capitalisation: `mega` (from 200 billion US dollars), `large` (10 billion), `mid` (2 billion), `small` (300 million), `micro` (50 million) or `nano`; null if it is unknown.",
    }),
    employees: t.exposeInt("employees", {
      description: "The number of employees; null if it is unknown.",
      nullable: true,
    }),
    revenueUsd: t.exposeFloat("revenueUsd", {
      nullable: true,
      description: "The annual revenue in US dollars; null if it is unknown.",
    }),
    location: t.field({
      description: "The country and state of the seat, with names and codes.",
      type: CompanyLocation,
      select: { country: true, state: true },
      resolve: (company) => companyLocation(company),
    }),
    revenueBand: t.field({
      description: "The band of the annual revenue.",
      type: Band,
      select: { revenueUsd: true },
      resolve: ({ revenueUsd }) => revenueBand(revenueUsd),
    }),
    sizeBand: t.field({
      description: "The band of the number of employees.",
      type: Band,
      select: { employees: true },
      resolve: ({ employees }) => sizeBand(employees),
    }),
    revenueDelta: t.float({
      nullable: true,
      description:
        "The change of the annual revenue from the previous year, as a fraction: 0.1 is an increase of 10 %. Null if one of the two years is unknown, or if the previous value is 0.",
      select: { revenueUsd: true, previousRevenueUsd: true },
      resolve: ({ revenueUsd, previousRevenueUsd }) => deltaOf(revenueUsd, previousRevenueUsd),
    }),
    sizeDelta: t.float({
      nullable: true,
      description:
        "The change of the number of employees from the previous year, as a fraction: 0.1 is an increase of 10 %. Null if one of the two years is unknown, or if the previous value is 0.",
      select: { employees: true, previousEmployees: true },
      resolve: ({ employees, previousEmployees }) => deltaOf(employees, previousEmployees),
    }),
    certifications: t.exposeStringList("certifications", {
      description: "Certifications, such as `ISO 9001`, that a source other than the company confirms.",
    }),
    unverifiedCertifications: t.exposeStringList("unverifiedCertifications", {
      description: "Certifications that only the company itself claims.",
    }),
    logoUrl: t.exposeString("logoUrl", {
      nullable: true,
      description: "The URL of the company's logo; null if no source gives one.",
    }),
    images: t.exposeStringList("images", {
      description: "The URLs of other images of the company, at most 20; empty if no source gives any.",
    }),
    naicsCodes: t.exposeIntList("naicsCodes", { description: "NAICS codes of 2 to 6 digits." }),
    source: t.exposeString("source", {
      description:
        "The source of the company's best record: the layout and name of a file, or `web:` and the URL of a page. `records` has all records.",
    }),
    naicsDescriptions: t.stringList({
      description:
        'The title of each of `naicsCodes`, in the same order: from the 2022 edition of NAICS, or from the 2017 edition for codes that were dropped since; "" for unknown codes.',
      select: { naicsCodes: true },
      resolve: ({ naicsCodes }) => naicsCodes.map(naicsTitle),
    }),
  }),
});

/** The scope of markets alone opens only companies of the caller's markets. */
export const companyReach = ({ caller }: GraphContext): CompanyReach =>
  caller.scopes.has("impact:read") ? "directory" : { marketsOf: caller.teamId };

defineNode("Company", {
  authScopes: MAY_READ_COMPANIES,
  keyOf: numberKey,
  find: async (ids, context, query) => {
    const within = whereWithin(companyReach(context));
    const readAll = async (wanted: number[]) =>
      byKey(
        await read(context).company.findMany({ ...query, where: { id: { in: wanted }, ...within } }),
        ({ id }) => id,
      );
    const found = await readAll(ids);
    // A merged company leads to its survivor.
    const missing = ids.filter((id) => !found.has(id));
    const survivors = missing.length === 0 ? new Map<number, number>() : await survivorsOf(context.db, missing);
    if (survivors.size === 0) return found;
    const standIns = await readAll([...new Set(survivors.values())]);
    for (const [id, survivorId] of survivors) {
      const company = standIns.get(survivorId);
      if (company !== undefined) found.set(id, company);
    }
    return found;
  },
  namedBy: {
    domain: async (domains, { db }) => {
      const ids = await idsOfDomains(db, domains.map(String));
      return domains.map((domain) => ids.get(String(domain))?.toString() ?? null);
    },
  },
});

builder.queryField("company", (t) =>
  t.prismaField({
    type: Company,
    nullable: true,
    description:
      "A company by its number or its domain. A merged company leads to its survivor. Fails with NOT_FOUND if the directory has no such company.",
    authScopes: { anyScope: ["impact:read"] },
    args: {
      identifier: t.arg.string({
        description: "The company's number, or its domain as a domain, host name or URL.",
        required: true,
      }),
    },
    resolve: async (query, _root, { identifier }, context) => {
      const key = companyKey(identifier);
      const { company } = read(context);
      const found = key === null ? null : await company.findUnique({ ...query, where: key });
      if (found !== null) return found;
      const survivor = key === null ? null : await survivorOfKey(context.db, key);
      if (survivor === null) throw new NotFoundError(undefined, "Company not found");
      return company.findUniqueOrThrow({ ...query, where: survivor });
    },
  }),
);
