import { parentOfCompany, subsidiariesOfCompany, topOf, ultimateParentOfCompany } from "#companies/records/parents";
import {
  BASES,
  FACT_FIELDS,
  type FieldProvenance,
  type FieldValue,
  provenanceOf,
  statedNames,
  withDerivedTop,
} from "#companies/records/provenance";
import { recordsApart, recordsOfCompanies, type SourceRecordRow, sourceRecords } from "#companies/records/read-records";
import { SOURCE_KINDS } from "#companies/records/source-kind";
import { builder, type ScopeMap } from "./builder.ts";
import { Company } from "./company.ts";
import { enumValues } from "./enum-values.ts";
import { byKey, defineNode, numberKey } from "./node.ts";
import { perRequest } from "./per-request.ts";

/** A source's row may have more than a company's fields, so the scope of markets alone does not open it. */
export const MAY_READ_RECORDS = { anyScope: ["impact:read"] } as const satisfies ScopeMap;

const SourceKind = builder.enumType("SourceKind", {
  description:
    "The kind of a source. Kinds are listed by precedence: a value from a register takes precedence over one from a directory, and so on.",
  values: enumValues(SOURCE_KINDS, {
    register: "A public register, such as a register of legal entities.",
    directory: "A directory of companies.",
    page: "A page of the company's own site.",
    sample: "The sample of companies that comes with the product.",
  }),
});

const CompanyField = builder.enumType("CompanyField", {
  description: "A field of a company that is read from its records.",
  values: enumValues(FACT_FIELDS, {
    name: "The name.",
    description: "The description of what the company does.",
    keywords: "The keywords for what the company offers.",
    industries: "The industry labels.",
    url: "The URL of the company's site.",
    country: "The country of the seat.",
    state: "The state, province or region of the seat.",
    city: "The city of the seat.",
    postalCode: "The postal code of the seat.",
    latitude: "The latitude of the seat, in degrees.",
    longitude: "The longitude of the seat, in degrees.",
    employees: "The number of employees.",
    revenueUsd: "The annual revenue in US dollars.",
    previousEmployees: "The number of employees in the previous year.",
    previousRevenueUsd: "The annual revenue of the previous year, in US dollars.",
    certifications: "Certifications that a source other than the company confirms.",
    unverifiedCertifications: "Certifications that only the company itself claims.",
    naicsCodes: "The NAICS codes.",
    isin: "The International Securities Identification Number (ISIN).",
    founded: "The founding year.",
    marketCapBand: "The band of the market capitalisation.",
    logoUrl: "The URL of the logo.",
    images: "The URLs of other images.",
    brands: "The brand names.",
    customers: "The customers that the description names.",
    subsidiaries: "The subsidiaries that the description names.",
    parent: "The direct parent company, as the record writes it: a name or an LEI.",
    ultimateParent:
      "The company at the top of the group: the LEI that a register has, or the name of the company that the direct parents lead to.",
  }),
});

const NotCounted = builder.enumType("NotCounted", {
  description: "Why the value of a record is not used for the company.",
  values: enumValues(["passedOver", "otherCountry"] as const, {
    passedOver:
      "The value cannot be right: for example the country of a stock exchange instead of the seat, or another company's name above a text about this company.",
    otherCountry: "The value is part of an address in another country than the company's.",
  }),
});

export const SourceRecord = builder.node(builder.objectRef<SourceRecordRow>("SourceRecord"), {
  description: "The data of one source about a company, stored unchanged.",
  id: { resolve: ({ id }) => id },
  authScopes: MAY_READ_RECORDS,
  fields: (t) => ({
    recordId: t.exposeInt("id", { description: "The number of the record." }),
    company: t.field({
      type: Company,
      nullable: true,
      description:
        "The company that the record belongs to; null if the record is kept apart, because it is about another company than the owner of its domain.",
      resolve: ({ companyId }) => (companyId === null ? null : { id: companyId }),
    }),
    domain: t.exposeString("domain", { description: "The domain that the record names." }),
    source: t.exposeString("source", {
      description: "The source: the layout and name of a file, or `web:` and the URL of a page.",
    }),
    kind: t.expose("kind", { description: "The kind of the source.", type: SourceKind }),
    line: t.int({
      nullable: true,
      description: "The line number in the file; null if the record did not come from a file.",
      resolve: ({ line }) => (line === 0 ? null : line),
    }),
    recordedAt: t.expose("recordedAt", { description: "When the record was stored.", type: "DateTime" }),
    licence: t.exposeString("licence", {
      nullable: true,
      description: "The licence of the open data; null for other sources.",
    }),
    fetchedAt: t.expose("fetchedAt", {
      type: "DateTime",
      nullable: true,
      description: "When the file of open data was fetched; null for other sources.",
    }),
    given: t.expose("given", { type: "JSON", description: "The original row of the source, without its empty cells." }),
    facts: t.expose("facts", {
      type: "JSON",
      description: "The values read from the columns of the record, by field.",
    }),
    readings: t.expose("readings", {
      type: "JSON",
      description: "The values read from the texts of the record, in addition to its columns, by field.",
    }),
    passedOver: t.exposeStringList("passedOver", {
      description: "The names of fields whose values cannot be right and are not used.",
    }),
  }),
});

defineNode("SourceRecord", {
  authScopes: MAY_READ_RECORDS,
  keyOf: numberKey,
  find: async (ids, { db }) => byKey(await sourceRecords(db, ids), ({ id }) => id),
});

const Basis = builder.enumType("Basis", {
  description: "The origin of a value.",
  values: enumValues(BASES, {
    registered: "A public register has the value.",
    stated: "A source states the value, in a column or a sentence.",
    derived: "The service derived the value from other data, such as coordinates from a city.",
  }),
});

const SENTENCE =
  "The sentence of the record's description that states the value; null if the value is from a column or derived from other fields.";
const SCORE = "The confidence of a value derived from a sentence, such as a NAICS code, 0–1; null for other values.";

const OtherValue = builder.objectRef<FieldValue>("OtherValue").implement({
  description: "The value of a field in a record other than the one that is used.",
  fields: (t) => ({
    value: t.expose("value", { description: "The value in the record.", type: "JSON" }),
    record: t.expose("record", { description: "The record that has the value.", type: SourceRecord }),
    basis: t.expose("basis", { description: "The origin of the value.", type: Basis }),
    sentence: t.exposeString("sentence", { nullable: true, description: SENTENCE }),
    score: t.exposeFloat("score", { nullable: true, description: SCORE }),
    because: t.expose("because", {
      type: NotCounted,
      nullable: true,
      description: "Why the value is not used; null if it only ranks below the value that is used.",
    }),
  }),
});

const Provenance = builder.objectRef<FieldProvenance>("Provenance").implement({
  description: "The value of a field of a company, with its origin and the values of other records.",
  fields: (t) => ({
    field: t.expose("field", { description: "The field of the company.", type: CompanyField }),
    value: t.expose("value", { description: "The value that is used for the company.", type: "JSON" }),
    record: t.expose("record", { description: "The record that has the value.", type: SourceRecord }),
    basis: t.expose("basis", { description: "The origin of the value.", type: Basis }),
    sentence: t.exposeString("sentence", { nullable: true, description: SENTENCE }),
    score: t.exposeFloat("score", { nullable: true, description: SCORE }),
    others: t.expose("others", {
      type: [OtherValue],
      description: "The values of the other records, best first, including equal ones.",
    }),
  }),
});

const MOST_SUBSIDIARIES = 200;

export const recordsOf = perRequest(({ db }) => recordsOfCompanies(db));
const parentOf = perRequest(({ db }) => parentOfCompany(db));
const topOfGroup = perRequest(({ db }) => ultimateParentOfCompany(db));
const subsidiariesOf = perRequest(({ db }) => subsidiariesOfCompany(db));
const recordsApartFrom = perRequest(({ db }) => recordsApart(db));

builder.objectFields(Company, (t) => ({
  records: t.field({
    type: [SourceRecord],
    description:
      "The records that the company is built from, best first, at most 200. The company's own records come before those of merged companies, then the kind of source decides, then the date.",
    authScopes: MAY_READ_RECORDS,
    resolve: ({ id }, _args, context) => recordsOf(context).load(id),
  }),
  recordsApart: t.field({
    type: [SourceRecord],
    description: "Records that have the company's domain but are about another company, newest first, at most 200.",
    authScopes: MAY_READ_RECORDS,
    resolve: ({ id }, _args, context) => recordsApartFrom(context).load(id),
  }),
  brands: t.stringList({
    description: "The brand names that the company's description states.",
    authScopes: MAY_READ_RECORDS,
    resolve: async ({ id }, _args, context) =>
      statedNames(await recordsOf(context).load(id), "brands").map(({ name }) => name),
  }),
  parent: t.field({
    type: Company,
    nullable: true,
    description:
      "The parent company, as a description or a register names it; null if none is named or the directory does not have it. `provenance(fields: [PARENT])` has the name and the sentence.",
    authScopes: MAY_READ_RECORDS,
    resolve: async ({ id }, _args, context) => {
      const parentId = await parentOf(context).load(id);
      return parentId === null ? null : { id: parentId };
    },
  }),
  ultimateParent: t.field({
    type: Company,
    nullable: true,
    description:
      "The company at the top of the group, as a register has it; without such an entry, the last company that is reached from parent to parent. Null if the company has no parent, if the parents form a circle, or if the directory does not have the company at the top. `provenance(fields: [ULTIMATE_PARENT])` has both, and where they come from.",
    authScopes: MAY_READ_RECORDS,
    resolve: async ({ id }, _args, context) => {
      const topId = topOf(await topOfGroup(context).load(id));
      return topId === null ? null : { id: topId };
    },
  }),
  subsidiaries: t.field({
    type: [Company],
    description: "The companies whose `parent` is this company, at most 200.",
    authScopes: MAY_READ_RECORDS,
    resolve: async ({ id }, _args, context) =>
      (await subsidiariesOf(context).load(id)).slice(0, MOST_SUBSIDIARIES).map((companyId) => ({ id: companyId })),
  }),
  provenance: t.field({
    type: [Provenance],
    description: "The origin of the company's fields. Fields that no record has are omitted.",
    authScopes: MAY_READ_RECORDS,
    args: { fields: t.arg({ type: [CompanyField], description: "The fields to return; by default all fields." }) },
    resolve: async ({ id }, { fields }, context) => {
      const asksForTop = fields == null || fields.includes("ultimateParent");
      const [records, top] = await Promise.all([
        recordsOf(context).load(id),
        asksForTop ? topOfGroup(context).load(id) : null,
      ]);
      const told = provenanceOf(records, fields ?? undefined);
      return top === null ? told : withDerivedTop(told, top, records);
    },
  }),
}));
