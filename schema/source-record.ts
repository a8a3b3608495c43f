import { parentOfCompany, subsidiariesOfCompany } from "#companies/records/parents";
import { BASES, FACT_FIELDS, type FieldProvenance, type FieldValue, provenanceOf } from "#companies/records/provenance";
import { recordsApart, recordsOfCompanies, type SourceRecordRow, sourceRecords } from "#companies/records/read-records";
import { SOURCE_KINDS } from "#companies/records/source-kind";
import { builder, type ScopeMap } from "./builder.ts";
import { Company } from "./company.ts";
import { enumValues } from "./enum-values.ts";
import { byKey, defineNode, numberKey } from "./node.ts";
import { perRequest } from "./per-request.ts";

/** A source's row may have more than a company's fields, so the scope of markets alone does not open it. */
const MAY_READ_RECORDS = { anyScope: ["impact:read"] } as const satisfies ScopeMap;

const SourceKind = builder.enumType("SourceKind", {
  description: "The kind of a source. A value of an earlier kind takes precedence over one of a later kind.",
  values: enumValues(SOURCE_KINDS, {
    register: "A public register, such as one of legal entities.",
    directory: "A directory of companies.",
    page: "A page of the company's own site.",
    sample: "The sample that the product ships.",
  }),
});

const CompanyField = builder.enumType("CompanyField", {
  description: "A field of a company that is read from records.",
  values: enumValues(FACT_FIELDS, {
    name: "Its name.",
    description: "What it does, in words.",
    keywords: "Words for what it offers.",
    industries: "Its industries.",
    url: "The address of its site.",
    country: "The country of its seat.",
    state: "The state of its seat.",
    city: "The city of its seat.",
    postalCode: "The postal code of its seat.",
    latitude: "The latitude of its seat.",
    longitude: "The longitude of its seat.",
    employees: "How many people work there.",
    revenueUsd: "Its revenue of a year, in US dollars.",
    previousEmployees: "How many people worked there a year earlier.",
    previousRevenueUsd: "Its revenue of the year before, in US dollars.",
    certifications: "Standards that it is certified to.",
    unverifiedCertifications: "Certifications that no source confirms.",
    naicsCodes: "Its NAICS codes.",
    isin: "Its International Securities Identification Number.",
    founded: "The year in which it was founded.",
    marketCapBand: "The band of its market capitalisation.",
    logoUrl: "The address of its logo.",
    images: "Addresses of pictures.",
    brands: "Names under which it sells.",
    parent: "The company that it belongs to.",
  }),
});

const NotCounted = builder.enumType("NotCounted", {
  description:
    "Why a value is not used. PASSED_OVER: it cannot be right, such as the country of a stock exchange instead of the headquarters, or another company's name above a text about this one. OTHER_COUNTRY: it belongs to an address in a different country than the company's.",
  values: enumValues(["passedOver", "otherCountry"] as const, {
    passedOver:
      "The country of a stock exchange beside the city of the seat, or another company's name above a text about this one.",
    otherCountry: "Part of an address in another country than the company's.",
  }),
});

const SourceRecord = builder.node(builder.objectRef<SourceRecordRow>("SourceRecord"), {
  description: "The data of one source about a company, stored unchanged.",
  id: { resolve: ({ id }) => id },
  authScopes: MAY_READ_RECORDS,
  fields: (t) => ({
    recordId: t.exposeInt("id", { description: "Its number." }),
    company: t.field({
      type: Company,
      nullable: true,
      description:
        "Null where the record is kept apart, because it is about another company than the owner of its domain.",
      resolve: ({ companyId }) => (companyId === null ? null : { id: companyId }),
    }),
    domain: t.exposeString("domain", { description: "The domain that it names." }),
    source: t.exposeString("source", {
      description: "The source: the layout and name of a file, or `web:` and the address of the page.",
    }),
    kind: t.expose("kind", { description: "The kind of its source.", type: SourceKind }),
    line: t.int({
      nullable: true,
      description: "The line of the file; null where the record did not come from a file.",
      resolve: ({ line }) => (line === 0 ? null : line),
    }),
    recordedAt: t.expose("recordedAt", { description: "When it was stored.", type: "DateTime" }),
    licence: t.exposeString("licence", {
      nullable: true,
      description: "The licence of open data; null for a file or a page.",
    }),
    fetchedAt: t.expose("fetchedAt", {
      type: "DateTime",
      nullable: true,
      description: "When the file of open data was fetched; null for other sources.",
    }),
    given: t.expose("given", { type: "JSON", description: "The original row without its empty cells." }),
    facts: t.expose("facts", { type: "JSON", description: "The values read from the record, by field." }),
    readings: t.expose("readings", {
      type: "JSON",
      description: "The values read from its texts, in addition to its columns, by field.",
    }),
    passedOver: t.exposeStringList("passedOver", {
      description: "Fields whose values cannot be right and are not used.",
    }),
  }),
});

defineNode("SourceRecord", {
  authScopes: MAY_READ_RECORDS,
  keyOf: numberKey,
  find: async (ids, { db }) => byKey(await sourceRecords(db, ids), ({ id }) => id),
});

const Basis = builder.enumType("Basis", {
  description:
    "The origin of a value. REGISTERED: a register has it. STATED: a source states it, in a column or a sentence. DERIVED: the product derived it from other values, such as coordinates from a city.",
  values: enumValues(BASES, {
    registered: "A public register has it.",
    stated: "A source states it, in a column or a sentence.",
    derived: "The product derived it from other fields.",
  }),
});

const SENTENCE =
  "The sentence of the record's description that states the value; null where the value comes from a column or from other fields.";
const SCORE = "The confidence of a value derived from a sentence, such as a NAICS code, 0–1; null for other values.";

const OtherValue = builder.objectRef<FieldValue>("OtherValue").implement({
  description: "The value of a field in another record.",
  fields: (t) => ({
    value: t.expose("value", { description: "The value.", type: "JSON" }),
    record: t.expose("record", { description: "The record that says it.", type: SourceRecord }),
    basis: t.expose("basis", { description: "How the value arose.", type: Basis }),
    sentence: t.exposeString("sentence", { nullable: true, description: SENTENCE }),
    score: t.exposeFloat("score", { nullable: true, description: SCORE }),
    because: t.expose("because", {
      type: NotCounted,
      nullable: true,
      description: "Why the value is not used; null where it only ranks below the used value.",
    }),
  }),
});

const Provenance = builder.objectRef<FieldProvenance>("Provenance").implement({
  description: "The value of a field of a company, with its origin.",
  fields: (t) => ({
    field: t.expose("field", { description: "The field.", type: CompanyField }),
    value: t.expose("value", { description: "The value.", type: "JSON" }),
    record: t.expose("record", { description: "The record that the value is from.", type: SourceRecord }),
    basis: t.expose("basis", { description: "How the value arose.", type: Basis }),
    sentence: t.exposeString("sentence", { nullable: true, description: SENTENCE }),
    score: t.exposeFloat("score", { nullable: true, description: SCORE }),
    others: t.expose("others", { type: [OtherValue], description: "The values in the other records, best first." }),
  }),
});

const MOST_SUBSIDIARIES = 200;

const recordsOf = perRequest(({ db }) => recordsOfCompanies(db));
const parentOf = perRequest(({ db }) => parentOfCompany(db));
const subsidiariesOf = perRequest(({ db }) => subsidiariesOfCompany(db));
const recordsApartFrom = perRequest(({ db }) => recordsApart(db));

builder.objectFields(Company, (t) => ({
  records: t.field({
    type: [SourceRecord],
    description: "The records that the company is built from, at most 200, best first: by kind, then newest first.",
    authScopes: MAY_READ_RECORDS,
    resolve: ({ id }, _args, context) => recordsOf(context).load(id),
  }),
  recordsApart: t.field({
    type: [SourceRecord],
    description: "Records that have its domain but are about another company, newest first; at most 200.",
    authScopes: MAY_READ_RECORDS,
    resolve: ({ id }, _args, context) => recordsApartFrom(context).load(id),
  }),
  brands: t.stringList({
    description: "The brand names that its description states.",
    authScopes: MAY_READ_RECORDS,
    resolve: async ({ id }, _args, context) => {
      const [brands] = provenanceOf(await recordsOf(context).load(id), ["brands"]);
      return Array.isArray(brands?.value) ? brands.value.map(String) : [];
    },
  }),
  parent: t.field({
    type: Company,
    nullable: true,
    description:
      "The parent company, where the description names it and the directory has it; otherwise null. `provenance(fields: [PARENT])` has the sentence.",
    authScopes: MAY_READ_RECORDS,
    resolve: async ({ id }, _args, context) => {
      const parentId = await parentOf(context).load(id);
      return parentId === null ? null : { id: parentId };
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
    description: "The provenance of its fields. Fields that no record has are omitted.",
    authScopes: MAY_READ_RECORDS,
    args: { fields: t.arg({ type: [CompanyField], description: "The fields; by default all." }) },
    resolve: async ({ id }, { fields }, context) =>
      provenanceOf(await recordsOf(context).load(id), fields ?? undefined),
  }),
}));
