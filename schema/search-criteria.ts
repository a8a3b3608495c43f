import { payFor, SOMEBODY_WAITS } from "#costs/paid-call";
import { payerOf } from "#costs/payer";
import { type CriteriaForm, criteriaForm, type ExclusionForm, type OfferForm } from "#markets/criteria/criteria-form";
import { generateSearchCriteria, suggestKeywords } from "#markets/criteria/criteria-operations";
import { LIMITS } from "#markets/criteria/criteria-schema";
import type { SearchCriteria as Criteria, Location } from "#markets/criteria/search-criteria";
import type { StatedConditions } from "#markets/criteria/stated-conditions";
import { builder } from "./builder.ts";
import { WAITS_OUTSIDE } from "./waits-outside.ts";

const LocationType = builder.objectRef<Location>("Location").implement({
  description: "A place.",
  fields: (t) => ({
    country: t.exposeString("country", { description: "The country's ISO 3166-1 alpha-2 code." }),
    address: t.exposeStringList("address", { nullable: true, description: "Cities or states." }),
    coordinates: t.exposeFloatList("coordinates", { nullable: true, description: "[latitude, longitude] in degrees." }),
  }),
});

const KeywordsType = builder.objectRef<Criteria["keywords"]>("Keywords").implement({
  description: "The words of some criteria.",
  fields: (t) => ({
    features: t.exposeStringList("features", { description: "What the companies offer." }),
    user: t.exposeStringList("user", { description: "Who buys or uses the offer." }),
    synonyms: t.exposeStringList("synonyms", { description: "Other words for the same offer." }),
    irrelevant: t.exposeStringList("irrelevant", { description: "Kinds of companies to exclude." }),
  }),
});

const OfferFormType = builder.objectRef<OfferForm>("OfferForm").implement({
  description: "An offer of the companies: a noun with its modifiers and purposes.",
  fields: (t) => ({
    head: t.exposeString("head", { description: "The noun that a company's record must contain." }),
    modifiers: t.exposeStringList("modifiers", {
      description: "The modifiers of the noun, of which any one is enough; empty for the noun alone.",
    }),
    purposes: t.exposeStringList("purposes", {
      description: "The purposes or users of the offer, of which any one is enough.",
    }),
  }),
});

const ExclusionFormType = builder.objectRef<ExclusionForm>("ExclusionForm").implement({
  description: "Excluded places, or an excluded kind of business.",
  fields: (t) => ({
    phrase: t.exposeString("phrase", { description: "What is not wanted, in words." }),
    countries: t.exposeStringList("countries", {
      description: "Country codes (ISO 3166-1 alpha-2); empty for a kind of business.",
    }),
    about: t.exposeString("about", {
      description: 'The subject of the business; "" for places, and where only a role is excluded.',
    }),
    role: t.exposeString("role", {
      nullable: true,
      description: "The role of the excluded companies, such as distributor; null where the exclusion names no role.",
    }),
  }),
});

const StatedConditionsType = builder.objectRef<StatedConditions>("StatedConditions").implement({
  description:
    "Sizes and founding years that the question states, bounds included; null where it states none. Companies with unknown values are not excluded.",
  fields: (t) => ({
    minEmployees: t.exposeInt("minEmployees", { description: "At least so many employees.", nullable: true }),
    maxEmployees: t.exposeInt("maxEmployees", { description: "At most so many employees.", nullable: true }),
    minRevenue: t.exposeFloat("minRevenue", { nullable: true, description: "US dollars per year." }),
    maxRevenue: t.exposeFloat("maxRevenue", { nullable: true, description: "US dollars per year." }),
    foundedFrom: t.exposeInt("foundedFrom", { nullable: true, description: "A year." }),
    foundedTo: t.exposeInt("foundedTo", { nullable: true, description: "A year." }),
    marketCapBands: t.stringList({
      description: "Any of `mega`, `large`, `mid`, `small`, `micro` and `nano`; empty where the question states none.",
      resolve: ({ marketCapBands }) => marketCapBands ?? [],
    }),
  }),
});

const CriteriaFormType = builder.objectRef<CriteriaForm>("CriteriaForm").implement({
  description:
    "Criteria in logical form: any offer of `anyOf`, everything in `allOf`, and nothing in `noneOf`. Derived from the flat lists and the prompt.",
  fields: (t) => ({
    anyOf: t.expose("anyOf", { type: [OfferFormType], description: "What the companies offer." }),
    asksForAll: t.exposeBoolean("asksForAll", {
      description: "Whether every offer of `anyOf` is required (“both X and Y”), rather than any one of them.",
    }),
    allOf: t.exposeStringList("allOf", { description: "Requirements that apply to every offer." }),
    role: t.exposeString("role", {
      nullable: true,
      description: "The role of the companies, such as manufacturer; null where any role is wanted.",
    }),
    madeFor: t.exposeStringList("madeFor", {
      description: "Who buys or uses the offer. These companies are not searched for.",
    }),
    places: t.expose("places", {
      type: [LocationType],
      description: "The places, of which any one is enough; empty for anywhere.",
    }),
    noneOf: t.expose("noneOf", { type: [ExclusionFormType], description: "Kinds of companies that are not wanted." }),
    like: t.exposeStringList("like", { description: "Example companies." }),
    count: t.exposeInt("count", { description: "How many companies are wanted." }),
    conditions: t.expose("conditions", { description: "Sizes, revenues and years.", type: StatedConditionsType }),
    notUsed: t.exposeStringList("notUsed", {
      description:
        "Conditions of the question that no criterion can express, such as ownership or stock-exchange listing, in the words of the question.",
    }),
  }),
});

/** Criteria as read from a question (without a pass) or as stored with a discovery. */
const ASSERTIONS = "Statements that each company is judged against: a list of texts. Other JSON is kept and not used.";
const CONSTRAINTS =
  "Conditions such as `minEmployees`, `certifications` or `excludeDomains`. Other JSON is kept and not used.";
const PERFORM_SEARCH = "False: no new candidates are searched, and the market's companies are judged again.";

export type CriteriaShape = Omit<Criteria, "projectKind"> & { projectKind: string | null; createdAt: Date | null };

export const SearchCriteria = builder.objectRef<CriteriaShape>("SearchCriteria").implement({
  description: "A question as structured criteria.",
  fields: (t) => ({
    marketName: t.exposeString("marketName", { description: "The market's name." }),
    userPrompt: t.exposeString("userPrompt", { description: "The question, as it was asked." }),
    marketType: t.exposeString("marketType", { description: '`service` or `product`; "" where it is unknown.' }),
    marketRole: t.exposeString("marketRole", {
      description: '`manufacturer`, `distributor`, `serviceProvider` or `softwareProvider`; "" where it is unknown.',
    }),
    keywords: t.expose("keywords", { description: "The words.", type: KeywordsType }),
    seedDomains: t.exposeStringList("seedDomains", { description: "Example companies." }),
    count: t.exposeInt("count", { description: "How many companies are wanted." }),
    assertions: t.expose("assertions", { type: "JSON", nullable: true, description: ASSERTIONS }),
    constraints: t.expose("constraints", { type: "JSON", nullable: true, description: CONSTRAINTS }),
    projectKind: t.exposeString("projectKind", {
      nullable: true,
      description: "`first_pass` or `second_pass`; null for criteria that were not used for a discovery.",
    }),
    performSearch: t.exposeBoolean("performSearch", { description: PERFORM_SEARCH }),
    locations: t.expose("locations", { description: "The places; none means the whole world.", type: [LocationType] }),
    createdAt: t.expose("createdAt", { description: "When they were stored.", type: "DateTime", nullable: true }),
    form: t.field({
      type: CriteriaFormType,
      description: "The same criteria in logical form.",
      resolve: ({ createdAt: _, projectKind, ...criteria }) =>
        criteriaForm({ ...criteria, projectKind: projectKind === "second_pass" ? "second_pass" : "first_pass" }),
    }),
  }),
});

const LocationInput = builder.inputType("LocationInput", {
  description: "A place.",
  fields: (t) => ({
    country: t.string({ required: true, description: "The country's ISO 3166-1 alpha-2 code." }),
    address: t.stringList({ description: "Cities or states." }),
    coordinates: t.floatList({ description: "[latitude, longitude] in degrees." }),
  }),
});

const CountriesInput = builder.inputType("CountriesInput", {
  description: "Countries by code or by name, an alternative to detailed locations.",
  fields: (t) => ({
    countryCodes: t.stringList({ description: "ISO 3166-1 alpha-2." }),
    countryNames: t.stringList({ description: "Names of countries." }),
  }),
});

const KeywordsInput = builder.inputType("KeywordsInput", {
  description: "The words of some criteria.",
  fields: (t) => ({
    features: t.stringList({ description: "What the companies offer: any of these." }),
    user: t.stringList({ description: "Who buys or uses it." }),
    synonyms: t.stringList({ description: "Other words for the offer." }),
    irrelevant: t.stringList({ description: "Kinds of companies that are not wanted." }),
  }),
});

/** The domain checks bounds and cross-field rules (`criteria-schema.ts`), so both doors have the same messages. */
export const SearchCriteriaInput = builder.inputType("SearchCriteriaInput", {
  description: `Criteria as input. They require userPrompt or at least one of keywords.features; count is 1–${LIMITS.count}.`,
  fields: (t) => ({
    userPrompt: t.string({ description: "The question." }),
    marketName: t.string({ description: "The market's name." }),
    marketType: t.string({ description: "`product` or `service`." }),
    marketRole: t.string({ description: "The role of the companies, such as `manufacturer`." }),
    keywords: t.field({ description: "The words.", type: KeywordsInput }),
    seedDomains: t.stringList({ description: "Domains of companies like those that are wanted." }),
    count: t.int({ description: "How many companies are wanted." }),
    assertions: t.field({ type: "JSON", description: ASSERTIONS }),
    constraints: t.field({ type: "JSON", description: CONSTRAINTS }),
    projectKind: t.string({ description: "`first_pass` or `second_pass`; the operation knows it." }),
    performSearch: t.boolean({ description: PERFORM_SEARCH }),
    locations: t.field({ description: "The places; none means the whole world.", type: [LocationInput] }),
    countries: t.field({ type: CountriesInput, description: "An alternative to `locations`." }),
  }),
});

/** Converts a client's input, with undefined for null, because the domain has no null there. */
export function criteriaInput({ countries, keywords, ...rest }: typeof SearchCriteriaInput.$inferInput): object {
  const present = (fields: object) => Object.fromEntries(Object.entries(fields).filter(([, value]) => value != null));
  return present({ ...rest, keywords: keywords && present(keywords), countries: countries && present(countries) });
}

const GenerateSearchCriteriaInput = builder.inputType("GenerateSearchCriteriaInput", {
  description: "A question to read.",
  fields: (t) => ({
    searchType: t.string({ description: "Only `keywordSearch`, which is the default." }),
    searchInput: t.string({ required: true, description: "The market question in plain words." }),
  }),
});

const SuggestKeywordsInput = builder.inputType("SuggestKeywordsInput", {
  description: "Criteria to find more words for.",
  fields: (t) => ({
    searchCriteria: t.field({ description: "The criteria.", type: SearchCriteriaInput, required: true }),
  }),
});

builder.mutationFields((t) => ({
  generateSearchCriteria: t.field({
    type: SearchCriteria,
    description: "Converts a question in plain words into structured criteria.",
    authScopes: { anyScope: ["discovery:write"] },
    // Reading a question takes 10–30 ms; a language model takes seconds, but not of this process.
    complexity: 1_000,
    extensions: WAITS_OUTSIDE,
    args: { input: t.arg({ description: "The question.", type: GenerateSearchCriteriaInput, required: true }) },
    resolve: async (_root, { input }, { criteria, db, caller }) => ({
      ...(await generateSearchCriteria(criteria, input, payFor(db, payerOf(caller), SOMEBODY_WAITS))),
      assertions: null,
      constraints: null,
      projectKind: null,
      performSearch: true,
      createdAt: null,
    }),
  }),
  suggestKeywords: t.stringList({
    description: "Suggests words to add to the keywords of the criteria. Review them before use.",
    authScopes: { anyScope: ["discovery:write"] },
    // 40 ms of this process, and ten times as much of the database.
    complexity: 3_000,
    extensions: WAITS_OUTSIDE,
    args: { input: t.arg({ description: "The criteria.", type: SuggestKeywordsInput, required: true }) },
    resolve: (_root, { input }, { criteria, db, caller }) =>
      suggestKeywords(criteria, criteriaInput(input.searchCriteria), payFor(db, payerOf(caller), SOMEBODY_WAITS)),
  }),
}));
