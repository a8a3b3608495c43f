import { type Band as BandShape, deltaOf, revenueBand, sizeBand } from "#companies/bands";
import { type CompanyLocation as CompanyLocationShape, companyLocation } from "#companies/company-location";
import { type CompanyReach, whereWithin } from "#companies/company-reach";
import { findCompany } from "#companies/directory";
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
  description: "A size class, of employees or of revenue.",
  fields: (t) => ({
    id: t.exposeInt("id", { description: "Numbered from 1, the smallest; 0 where the value is unknown." }),
    label: t.exposeString("label", { description: "The band in words." }),
  }),
});

const Subdivision = builder.objectRef<CompanyLocationShape["state"]>("Subdivision").implement({
  description: "A country, or a state of a country; the fields are empty strings where it is unknown.",
  fields: (t) => ({
    name: t.exposeString("name", { description: "The English name." }),
    code: t.exposeString("code", {
      description: "For a country, its ISO 3166-1 alpha-2 code; for a state, the second part of its ISO 3166-2 code.",
    }),
  }),
});

const CompanyLocation = builder.objectRef<CompanyLocationShape>("CompanyLocation").implement({
  description: "Where a company has its seat.",
  fields: (t) => ({
    country: t.expose("country", { description: "The country.", type: Subdivision }),
    state: t.expose("state", { description: "The state.", type: Subdivision }),
  }),
});

export const Company = builder.prismaNode("Company", {
  description: "A company of the directory.",
  id: { field: "id" },
  select: { id: true },
  authScopes: MAY_READ_COMPANIES,
  fields: (t) => ({
    companyId: t.exposeInt("id"),
    domain: t.exposeString("domain", { description: "Its domain." }),
    name: t.exposeString("name", { description: "Its name." }),
    description: t.string({
      description: "What it does, in words.",
      nullable: true,
      select: { description: true },
      resolve: ({ description }) => orNull(description),
    }),
    keywords: t.exposeStringList("keywords", { description: "Words for what it offers." }),
    industries: t.exposeStringList("industries", {
      description: "Classification labels, from general to specific.",
    }),
    url: t.string({
      description: "The address of its site.",
      nullable: true,
      select: { url: true },
      resolve: ({ url }) => orNull(url),
    }),
    country: t.exposeString("country", { nullable: true, description: "The country's ISO 3166-1 alpha-2 code." }),
    state: t.string({
      description: "The state of its seat.",
      nullable: true,
      select: { state: true },
      resolve: ({ state }) => orNull(state),
    }),
    city: t.string({
      description: "The city of its seat.",
      nullable: true,
      select: { city: true },
      resolve: ({ city }) => orNull(city),
    }),
    founded: t.exposeInt("founded", { nullable: true, description: "The year in which it was founded." }),
    marketCapBand: t.exposeString("marketCapBand", {
      nullable: true,
      description: "Band of market capitalisation: `mega`, `large`, `mid`, `small`, `micro` or `nano`.",
    }),
    employees: t.exposeInt("employees", { description: "How many people work there.", nullable: true }),
    revenueUsd: t.exposeFloat("revenueUsd", { nullable: true, description: "The yearly revenue in US dollars." }),
    location: t.field({
      description: "Where its seat is.",
      type: CompanyLocation,
      select: { country: true, state: true },
      resolve: (company) => companyLocation(company),
    }),
    revenueBand: t.field({
      description: "The band of its revenue.",
      type: Band,
      select: { revenueUsd: true },
      resolve: ({ revenueUsd }) => revenueBand(revenueUsd),
    }),
    sizeBand: t.field({
      description: "The band of its employees.",
      type: Band,
      select: { employees: true },
      resolve: ({ employees }) => sizeBand(employees),
    }),
    revenueDelta: t.float({
      nullable: true,
      description: "The change of revenue from the previous year, as a fraction.",
      select: { revenueUsd: true, previousRevenueUsd: true },
      resolve: ({ revenueUsd, previousRevenueUsd }) => deltaOf(revenueUsd, previousRevenueUsd),
    }),
    sizeDelta: t.float({
      nullable: true,
      description: "The change of the number of employees from the previous year, as a fraction.",
      select: { employees: true, previousEmployees: true },
      resolve: ({ employees, previousEmployees }) => deltaOf(employees, previousEmployees),
    }),
    certifications: t.exposeStringList("certifications", {
      description: "Certifications that a source other than the company confirms.",
    }),
    unverifiedCertifications: t.exposeStringList("unverifiedCertifications", {
      description: "Certifications that only the company itself claims.",
    }),
    logoUrl: t.exposeString("logoUrl", {
      nullable: true,
      description: "The address of its logo; null where no source gives one.",
    }),
    images: t.exposeStringList("images", {
      description: "The addresses of pictures of the company; empty where no source gives any.",
    }),
    naicsCodes: t.exposeIntList("naicsCodes", { description: "Its NAICS codes." }),
    source: t.exposeString("source", {
      description: "The source of the record: the layout and name of a file, or `web:` and the address of the page.",
    }),
    naicsDescriptions: t.stringList({
      description:
        'The title of each of `naicsCodes`, from the 2022 edition, or from the 2017 edition for codes that it no longer has; "" for unknown codes.',
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
    description: "A company by its id, or by its domain as a domain, host or URL.",
    authScopes: { anyScope: ["impact:read"] },
    args: { identifier: t.arg.string({ description: "Its domain, its number or its global id.", required: true }) },
    resolve: async (query, _root, { identifier }, context) => {
      const company = await findCompany(context.db, identifier);
      if (company === null) throw new NotFoundError(undefined, "Company not found");
      return read(context).company.findUniqueOrThrow({ ...query, where: { id: company.id } });
    },
  }),
);
