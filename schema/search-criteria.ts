import { payFor, SOMEBODY_WAITS } from "#costs/paid-call";
import { payerOf } from "#costs/payer";
import { type CriteriaForm, criteriaForm, type ExclusionForm, type OfferForm } from "#markets/criteria/criteria-form";
import { generateSearchCriteria, suggestKeywords } from "#markets/criteria/criteria-operations";
import { LIMITS } from "#markets/criteria/criteria-schema";
import { type SearchCriteria as Criteria, DEFAULT_COUNT, type Location } from "#markets/criteria/search-criteria";
import type { StatedConditions } from "#markets/criteria/stated-conditions";
import { builder } from "./builder.ts";
import { WAITS_OUTSIDE } from "./waits-outside.ts";

const LocationType = builder.objectRef<Location>("Location").implement({
  description: "A place in which companies are wanted.",
  fields: (t) => ({
    country: t.exposeString("country", { description: "The ISO 3166-1 alpha-2 code of the country." }),
    address: t.exposeStringList("address", {
      nullable: true,
      description: "Cities or states within the country; null for the whole country.",
    }),
    coordinates: t.exposeFloatList("coordinates", {
      nullable: true,
      description: "The coordinates as `[latitude, longitude]` in degrees; null if none are given.",
    }),
  }),
});

const KeywordsType = builder.objectRef<Criteria["keywords"]>("Keywords").implement({
  description: "The keywords of the criteria.",
  fields: (t) => ({
    features: t.exposeStringList("features", {
      description: "What the companies offer, such as products, services and their properties.",
    }),
    user: t.exposeStringList("user", { description: "The buyers or users of the offer." }),
    synonyms: t.exposeStringList("synonyms", { description: "Other words for the same offer." }),
    irrelevant: t.exposeStringList("irrelevant", { description: "Kinds of companies and offers to exclude." }),
  }),
});

const OfferFormType = builder.objectRef<OfferForm>("OfferForm").implement({
  description: "An offer that companies must have: a noun with its modifiers and purposes.",
  fields: (t) => ({
    head: t.exposeString("head", { description: "The noun that a company's record must contain." }),
    modifiers: t.exposeStringList("modifiers", {
      description: "The modifiers of the noun, of which one is enough; empty if the noun stands alone.",
    }),
    purposes: t.exposeStringList("purposes", {
      description: "The purposes or users of the offer, of which one is enough; empty if none is stated.",
    }),
  }),
});

const ExclusionFormType = builder.objectRef<ExclusionForm>("ExclusionForm").implement({
  description: "Excluded places, or an excluded kind of business.",
  fields: (t) => ({
    phrase: t.exposeString("phrase", { description: "The exclusion in the words of the criteria." }),
    countries: t.exposeStringList("countries", {
      description:
        "The excluded countries, as ISO 3166-1 alpha-2 codes; empty for a kind of business and for a part of a country.",
    }),
    about: t.exposeString("about", {
      description:
        "The subject of the excluded business, such as `batteries`; empty for places, and if only a role is excluded.",
    }),
    role: t.exposeString("role", {
      nullable: true,
      description: "The role of the excluded companies, such as `distributor`; null if the exclusion names no role.",
    }),
  }),
});

const StatedConditionsType = builder.objectRef<StatedConditions>("StatedConditions").implement({
  description:
    "Conditions on size and age that the question states. Bounds are inclusive, and null if the question states none. Companies with unknown values are not excluded.",
  fields: (t) => ({
    minEmployees: t.exposeInt("minEmployees", { description: "The minimum number of employees.", nullable: true }),
    maxEmployees: t.exposeInt("maxEmployees", { description: "The maximum number of employees.", nullable: true }),
    minRevenue: t.exposeFloat("minRevenue", {
      nullable: true,
      description: "The minimum annual revenue in US dollars.",
    }),
    maxRevenue: t.exposeFloat("maxRevenue", {
      nullable: true,
      description: "The maximum annual revenue in US dollars.",
    }),
    foundedFrom: t.exposeInt("foundedFrom", { nullable: true, description: "The earliest founding year." }),
    foundedTo: t.exposeInt("foundedTo", { nullable: true, description: "The latest founding year." }),
    marketCapBands: t.stringList({
      description:
        "The bands of market capitalisation (`mega`, `large`, `mid`, `small`, `micro`, `nano`), of which one is enough; empty if the question states none.",
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
    allOf: t.exposeStringList("allOf", {
      description: "Features that every company must have in addition to its offer.",
    }),
    role: t.exposeString("role", {
      nullable: true,
      description: "The role of the companies, such as `manufacturer`; null if any role is accepted.",
    }),
    madeFor: t.exposeStringList("madeFor", {
      description: "The buyers or users of the offer. They are not searched for themselves.",
    }),
    places: t.expose("places", {
      type: [LocationType],
      description: "The places where the companies are based, of which one is enough; empty for the whole world.",
    }),
    operatesIn: t.exposeStringList("operatesIn", {
      description:
        "The places where the companies have sites or are at work, wherever they are based, of which one is enough; empty if the question names none. The constraint `operatesIn` changes them.",
    }),
    noneOf: t.expose("noneOf", {
      type: [ExclusionFormType],
      description: "The exclusions: kinds of business, and places.",
    }),
    like: t.exposeStringList("like", { description: "The domains of example companies." }),
    count: t.exposeInt("count", { description: "The number of companies that are wanted." }),
    conditions: t.expose("conditions", {
      description: "The conditions on size and age that the question states.",
      type: StatedConditionsType,
    }),
    notUsed: t.exposeStringList("notUsed", {
      description:
        "Conditions of the question that no criterion can express, such as ownership or stock exchange listing, in the words of the question. Then words of a German, French or Spanish question that could not be translated, which are searched for as they are; names in the position of a place that are no known place; and wishes for an order of the companies. `criteriaNotes` explains them.",
    }),
  }),
});

/** Criteria as read from a question (without a pass) or as stored with a discovery. */
const ASSERTIONS =
  "Statements that each company is judged against, as a list of strings. Other JSON is stored but not used.";
const CONSTRAINTS =
  "Conditions as an object: `minEmployees`, `maxEmployees`, `minRevenue`, `maxRevenue`, `foundedFrom`, `foundedTo`, `marketCapBands`, `operatesIn` (names of places where the companies have sites or are at work), `keepUnknown`, `certifications`, `excludeDomains`, `minProbability` and `targetRecall`. With `keepUnknown: true`, companies of which a size, a year or a band is not known stay in; by default they are left out. Other JSON is stored but not used.";
const PERFORM_SEARCH =
  "Whether to search for candidates. If false, a first discovery takes the seed domains as the market, and an extension judges the market's companies again.";

export type CriteriaShape = Omit<Criteria, "projectKind"> & { projectKind: string | null; createdAt: Date | null };

export const SearchCriteria = builder.objectRef<CriteriaShape>("SearchCriteria").implement({
  description: "The criteria of a market: a question in structured form.",
  fields: (t) => ({
    marketName: t.exposeString("marketName", { description: "The name of the market." }),
    userPrompt: t.exposeString("userPrompt", {
      description: "The question in plain words, as it was asked; empty if none was given.",
    }),
    marketType: t.exposeString("marketType", {
      description: "`service` or `product`, or the text that the client gave; empty if it is unknown.",
    }),
    marketRole: t.exposeString("marketRole", {
      description:
        "`manufacturer`, `distributor`, `serviceProvider` or `softwareProvider`, or the text that the client gave; empty if it is unknown.",
    }),
    keywords: t.expose("keywords", { description: "The keywords of the criteria.", type: KeywordsType }),
    seedDomains: t.exposeStringList("seedDomains", { description: "The domains of example companies." }),
    count: t.exposeInt("count", { description: "The number of companies that are wanted." }),
    assertions: t.expose("assertions", { type: "JSON", nullable: true, description: ASSERTIONS }),
    constraints: t.expose("constraints", { type: "JSON", nullable: true, description: CONSTRAINTS }),
    projectKind: t.exposeString("projectKind", {
      nullable: true,
      description:
        "`first_pass` for the first discovery of a market, `second_pass` for an extension; null for criteria that no discovery has used.",
    }),
    performSearch: t.exposeBoolean("performSearch", { description: PERFORM_SEARCH }),
    locations: t.expose("locations", {
      description: "The places, of which one is enough; empty for the whole world.",
      type: [LocationType],
    }),
    createdAt: t.expose("createdAt", {
      description: "When the criteria were stored; null for criteria that are not stored.",
      type: "DateTime",
      nullable: true,
    }),
    form: t.field({
      type: CriteriaFormType,
      description: "The same criteria in logical form, which shows how the service understands them.",
      resolve: ({ createdAt: _, projectKind, ...criteria }) =>
        criteriaForm({ ...criteria, projectKind: projectKind === "second_pass" ? "second_pass" : "first_pass" }),
    }),
  }),
});

const LocationInput = builder.inputType("LocationInput", {
  description: "A place in which companies are wanted.",
  fields: (t) => ({
    country: t.string({ required: true, description: "The ISO 3166-1 alpha-2 code of the country." }),
    address: t.stringList({
      description: "Cities or states within the country, at most 10; by default the whole country.",
    }),
    coordinates: t.floatList({ description: "The coordinates as `[latitude, longitude]` in degrees." }),
  }),
});

const CountriesInput = builder.inputType("CountriesInput", {
  description: "Countries by code or by name.",
  fields: (t) => ({
    countryCodes: t.stringList({ description: "ISO 3166-1 alpha-2 country codes, at most 50." }),
    countryNames: t.stringList({
      description: "Names of countries, at most 50. An unknown name fails with INVALID_INPUT.",
    }),
  }),
});

const KeywordsInput = builder.inputType("KeywordsInput", {
  description: "The keywords of criteria. Each list has at most 200 entries of at most 200 characters.",
  fields: (t) => ({
    features: t.stringList({
      description: "What the companies offer, such as products, services and their properties.",
    }),
    user: t.stringList({ description: "The buyers or users of the offer." }),
    synonyms: t.stringList({ description: "Other words for the same offer." }),
    irrelevant: t.stringList({ description: "Kinds of companies and offers to exclude." }),
  }),
});

/** The domain checks bounds and cross-field rules (`criteria-schema.ts`), so both doors have the same messages. */
export const SearchCriteriaInput = builder.inputType("SearchCriteriaInput", {
  description: "The criteria of a market. They require `userPrompt`, or at least one entry in `keywords.features`.",
  fields: (t) => ({
    userPrompt: t.string({ description: "The question in plain words, at most 4,000 characters." }),
    marketName: t.string({
      description: "The name of the market, at most 200 characters; by default the beginning of the question.",
    }),
    marketType: t.string({
      description: "`product` or `service`, or another text of at most 64 characters; by default unknown.",
    }),
    marketRole: t.string({
      description:
        "The role of the companies: `manufacturer`, `distributor`, `serviceProvider` or `softwareProvider`, or another text of at most 64 characters; by default unknown.",
    }),
    keywords: t.field({ description: "The keywords of the criteria.", type: KeywordsInput }),
    seedDomains: t.stringList({
      description: "The domains of example companies, at most 100, each as a domain, host name or URL.",
    }),
    count: t.int({
      description: `The number of companies that are wanted, 1–${LIMITS.count.toLocaleString("en")}; by default the number that the question names, or ${DEFAULT_COUNT}.`,
    }),
    assertions: t.field({ type: "JSON", description: ASSERTIONS }),
    constraints: t.field({ type: "JSON", description: CONSTRAINTS }),
    projectKind: t.string({
      description:
        "`first_pass` or `second_pass`. It may be left out; a value that does not fit the operation fails with INVALID_INPUT.",
    }),
    performSearch: t.boolean({ description: `${PERFORM_SEARCH} By default true.` }),
    locations: t.field({
      description:
        "The places, of which one is enough, at most 50; by default those that `userPrompt` names, or the whole world.",
      type: [LocationInput],
    }),
    countries: t.field({
      type: CountriesInput,
      description: "Whole countries, by code or by name. They replace `locations`.",
    }),
  }),
});

/** Converts a client's input, with undefined for null, because the domain has no null there. */
export function criteriaInput({ countries, keywords, ...rest }: typeof SearchCriteriaInput.$inferInput): object {
  const present = (fields: object) => Object.fromEntries(Object.entries(fields).filter(([, value]) => value != null));
  return present({ ...rest, keywords: keywords && present(keywords), countries: countries && present(countries) });
}

const GenerateSearchCriteriaInput = builder.inputType("GenerateSearchCriteriaInput", {
  description: "The input of `generateSearchCriteria`.",
  fields: (t) => ({
    searchType: t.string({ description: "The kind of search. `keywordSearch` is the only value, and the default." }),
    searchInput: t.string({ required: true, description: "The question in plain words, at most 4,000 characters." }),
  }),
});

const SuggestKeywordsInput = builder.inputType("SuggestKeywordsInput", {
  description: "The input of `suggestKeywords`.",
  fields: (t) => ({
    searchCriteria: t.field({
      description: "The criteria to which keywords are added.",
      type: SearchCriteriaInput,
      required: true,
    }),
  }),
});

builder.mutationFields((t) => ({
  generateSearchCriteria: t.field({
    type: SearchCriteria,
    description: "Converts a question in plain words into structured criteria. Nothing is stored.",
    authScopes: { anyScope: ["discovery:write"] },
    // Reading a question takes 10–30 ms; a language model takes seconds, but not of this process.
    complexity: 1_000,
    extensions: WAITS_OUTSIDE,
    args: {
      input: t.arg({ description: "The question to convert.", type: GenerateSearchCriteriaInput, required: true }),
    },
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
    description: "Suggests keywords to add to the criteria. Review them before you use them. Nothing is stored.",
    authScopes: { anyScope: ["discovery:write"] },
    // 40 ms of this process, and ten times as much of the database.
    complexity: 3_000,
    extensions: WAITS_OUTSIDE,
    args: {
      input: t.arg({
        description: "The criteria to which keywords are added.",
        type: SuggestKeywordsInput,
        required: true,
      }),
    },
    resolve: (_root, { input }, { criteria, db, caller }) =>
      suggestKeywords(criteria, criteriaInput(input.searchCriteria), payFor(db, payerOf(caller), SOMEBODY_WAITS)),
  }),
}));
