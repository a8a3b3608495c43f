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
  description: "A class of sizes.",
  fields: (t) => ({
    id: t.exposeInt("id", { description: "Counts from 1, the smallest; 0: not known." }),
    label: t.exposeString("label", { description: "The band in words." }),
  }),
});

const Subdivision = builder.objectRef<CompanyLocationShape["state"]>("Subdivision").implement({
  description: "A country, or a state of one; empty strings where it is not known.",
  fields: (t) => ({
    name: t.exposeString("name", { description: "In English." }),
    code: t.exposeString("code", { description: "ISO 3166-1 alpha-2; of a state the rest of its ISO 3166-2 code." }),
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
      description: "Classification labels, from the general to the particular.",
    }),
    url: t.string({
      description: "The address of its site.",
      nullable: true,
      select: { url: true },
      resolve: ({ url }) => orNull(url),
    }),
    country: t.exposeString("country", { nullable: true, description: "ISO 3166-1 alpha-2." }),
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
    founded: t.exposeInt("founded", { nullable: true, description: "The year." }),
    marketCapBand: t.exposeString("marketCapBand", {
      nullable: true,
      description: "Band of market capitalisation: `mega`, `large`, `mid`, `small`, `micro` or `nano`.",
    }),
    employees: t.exposeInt("employees", { description: "How many people work there.", nullable: true }),
    revenueUsd: t.exposeFloat("revenueUsd", { nullable: true, description: "A year's revenue in USD." }),
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
      description: "The change against the previous year as a fraction.",
      select: { revenueUsd: true, previousRevenueUsd: true },
      resolve: ({ revenueUsd, previousRevenueUsd }) => deltaOf(revenueUsd, previousRevenueUsd),
    }),
    sizeDelta: t.float({
      nullable: true,
      description: "The change of the number of employees against the previous year as a fraction.",
      select: { employees: true, previousEmployees: true },
      resolve: ({ employees, previousEmployees }) => deltaOf(employees, previousEmployees),
    }),
    certifications: t.exposeStringList("certifications", { description: "Confirmed by another source." }),
    unverifiedCertifications: t.exposeStringList("unverifiedCertifications", {
      description: "Claimed by the company, found nowhere else.",
    }),
    logoUrl: t.exposeString("logoUrl", {
      nullable: true,
      description: "Address of its logo, where a source gives one.",
    }),
    images: t.exposeStringList("images", { description: "Addresses of pictures of it, where a source gives some." }),
    naicsCodes: t.exposeIntList("naicsCodes", { description: "Its NAICS codes." }),
    source: t.exposeString("source", {
      description:
        "Where the record came from: the layout and name of a file, or `web:` and the page it was read from.",
    }),
    naicsDescriptions: t.stringList({
      description:
        'The titles of `naicsCodes`, one each; of the 2022 edition, of that of 2017 for codes that ended with it; "" for others.',
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
    description: "A company by its domain in any spelling, or its id.",
    authScopes: { anyScope: ["impact:read"] },
    args: { identifier: t.arg.string({ description: "Its domain, its number or its global id.", required: true }) },
    resolve: async (query, _root, { identifier }, context) => {
      const company = await findCompany(context.db, identifier);
      if (company === null) throw new NotFoundError(undefined, "Company not found");
      return read(context).company.findUniqueOrThrow({ ...query, where: { id: company.id } });
    },
  }),
);
