import type { Where } from "#foundation/db/select-tree/tree";
import { escapeLike } from "#foundation/db/text-search";
import { InvalidInputError } from "#foundation/errors/index";
import { VERDICTS } from "#markets/discovery/verdict";
import type { Review } from "#markets/reviews/stored-reviews";
import { belongingProbability, type StoredOutcome, StoredOutcomes } from "#markets/stored-outcomes";
import { CompanyPlace } from "#pipeline/places/company-place";
import { builder } from "./builder.ts";
import { Company } from "./company.ts";
import { cursorOfRow, defineConnectionOver } from "./connection.ts";
import { enumValues } from "./enum-values.ts";
import { MarketReview } from "./market-review.ts";
import { MomentumScore, momentumOfMarkets } from "./momentum.ts";
import { RadarPoint, radarOfMarkets } from "./radar.ts";
import { SortOrder } from "./sort-order.ts";

export const VerdictEnum = builder.enumType("Verdict", {
  description: "The decision of a discovery about a company.",
  values: enumValues(VERDICTS, {
    in: "The company is in the market.",
    belowCut: "The company meets every criterion, but the wanted number was reached before it.",
    related:
      "The company meets all criteria except the offer, to which it is close, such as a supplier, a neighbouring trade or a side business.",
    excluded:
      "A rule excludes the company, for example because it is one of the example companies, or of an unwanted kind or place.",
    failed: "The company does not meet a criterion.",
    duplicate: "The company is a duplicate of another candidate, which has its own verdict.",
  }),
});

const CriterionOutcomeEnum = builder.enumType("CriterionOutcome", {
  description: "Whether a company meets a criterion.",
  values: enumValues(["met", "notMet", "unknown"] as const, {
    met: "The company meets the criterion.",
    notMet: "The company does not meet the criterion.",
    unknown: "The company's record does not say.",
  }),
});

const Evidence = builder.objectRef<NonNullable<StoredOutcome["evidence"]>>("Evidence").implement({
  description: "The words of a company's record that support a judgement.",
  fields: (t) => ({
    field: t.exposeString("field", {
      description: "The field of the record that contains the words, such as `description`.",
    }),
    start: t.exposeInt("start", {
      description:
        "The offset of the first character in the field, in UTF-16 code units. The entries of a list are joined by a comma and a space.",
    }),
    end: t.exposeInt("end", { description: "The offset after the last character in the field, in UTF-16 code units." }),
    text: t.exposeString("text", { description: "The words of the record." }),
  }),
});

export const CriterionResult = builder.objectRef<StoredOutcome>("CriterionResult").implement({
  description: "The outcome of one criterion for a company.",
  fields: (t) => ({
    criterion: t.exposeString("criterion", {
      description:
        "The criterion: `location`, `offer`, `role`, `exclusion`, `user`, `constraint:<name>`, `stated:<name>` (a condition that the question states, or a constraint with `keepUnknown`), or `assertion:<position>`.",
    }),
    outcome: t.expose("outcome", {
      description: "Whether the company meets the criterion.",
      type: CriterionOutcomeEnum,
    }),
    note: t.exposeString("note", { description: "The outcome in one sentence." }),
    evidence: t.expose("evidence", {
      description: "The words of the record that support the outcome; null if there are none.",
      type: Evidence,
      nullable: true,
    }),
    probability: t.float({
      nullable: true,
      description:
        "The probability that the company offers what is asked for, 0–1; null for other criteria, and if a rule or a language model decided.",
      resolve: ({ probability }) => probability ?? null,
    }),
    by: t.string({
      nullable: true,
      description: "The language model that decided the criterion, as `provider:model`; null if the rules decided it.",
      resolve: ({ by }) => by ?? null,
    }),
  }),
});

export const BELONGING =
  "The estimated probability that the company belongs to the market, 0–1, as measured against people's grades of whole companies. Null if a criterion other than the offer is not met, or if rules or a language model judged the offer.";

const Place = builder.objectRef<CompanyPlace>("Place").implement({
  description: "The place of a company, from reverse geocoding.",
  fields: (t) => ({
    city: t.exposeString("city", { description: "The name of the city." }),
    state: t.exposeString("state", { description: "The name of the state; null if it is unknown.", nullable: true }),
    country: t.exposeString("country", { description: "The ISO 3166-1 alpha-2 code of the country." }),
    latitude: t.exposeFloat("latitude", { description: "The latitude in degrees (WGS 84)." }),
    longitude: t.exposeFloat("longitude", { description: "The longitude in degrees (WGS 84)." }),
    distanceKm: t.exposeFloat("distanceKm", {
      description:
        "The distance in kilometres from the company's coordinates to the centre of the place that was found; 0 if `source` is `city`.",
    }),
    source: t.exposeString("source", {
      description: "The field of the company's record that was geocoded: `coordinates` or `city`.",
    }),
    by: t.string({
      description:
        "The geocoder that found the place: `gazetteer` for the embedded one, otherwise the configured server, such as `nominatim`.",
      resolve: ({ by }) => by ?? "gazetteer",
    }),
  }),
});

export const MarketCompanyEdge = builder.prismaObject("MarketCompany", {
  variant: "MarketCompanyEdge",
  select: { marketId: true, companyId: true },
  fields: (t) => ({
    cursor: t.string({ resolve: (row) => cursorOfRow(row) }),
    node: t.relation("company", { type: Company }),
    rank: t.exposeInt("rank", { description: "The rank in the market, where 1 is best." }),
    score: t.exposeFloat("score", {
      description: "The ranking score, 0–1. Scores are comparable only within one job.",
    }),
    verdict: t.field({
      description: "The verdict, which is always IN for a company of a market.",
      type: VerdictEnum,
      resolve: () => "in" as const,
    }),
    reason: t.exposeString("reason", { description: "A short reason why the company is in the market." }),
    reasons: t.field({
      type: [CriterionResult],
      description: "The outcome of each criterion, with the words of the record that support it.",
      select: { criteria: true },
      resolve: ({ criteria }) => StoredOutcomes.parse(criteria),
    }),
    probability: t.float({
      nullable: true,
      description: BELONGING,
      select: { criteria: true },
      resolve: ({ criteria }) => belongingProbability(StoredOutcomes.parse(criteria)),
    }),
    jobId: t.exposeInt("jobId", { description: "The number of the job that added the company to the market." }),
    addedAt: t.expose("addedAt", { description: "When the company was added to the market.", type: "DateTime" }),
    review: t.field({
      type: MarketReview,
      nullable: true,
      description: "The review of the company by a person; null if nobody has reviewed it.",
      // Prisma's schema has no such relation (see `relations.ts`).
      extensions: { pothosPrismaSelect: { reviews: true } },
      resolve: (row) => (row as { reviews?: Review[] }).reviews?.[0] ?? null,
    }),
    place: t.field({
      description: "The place of the company; null until `runReverseGeocoding` has found it.",
      type: Place,
      nullable: true,
      select: { place: true },
      resolve: ({ place }) => (place === null ? null : CompanyPlace.parse(place)),
    }),
    momentum: t.field({
      type: MomentumScore,
      nullable: true,
      description: "The momentum of the company; null until `runMomentumScore` has run with the company in the market.",
      resolve: async ({ marketId, companyId }, _args, context) =>
        companyOf(await momentumOfMarkets(context).load(marketId), companyId),
    }),
    radar: t.field({
      type: RadarPoint,
      nullable: true,
      description:
        "The company's place on the radar; null until `runMarketRadar` has run with the company in the market.",
      resolve: async ({ marketId, companyId }, _args, context) =>
        companyOf(await radarOfMarkets(context).load(marketId), companyId),
    }),
  }),
});

export const MarketCompanyConnection = defineConnectionOver("MarketCompany", MarketCompanyEdge);

/** Returns an analysis' result for one company. */
function companyOf<Row extends { companyId: number }>(
  analysis: { result: { companies: readonly Row[] } } | null,
  companyId: number,
): Row | null {
  return analysis?.result.companies.find((row) => row.companyId === companyId) ?? null;
}

export const MarketCompanyOrder = builder.enumType("MarketCompanyOrder", {
  description: "The order of a market's companies.",
  values: enumValues(["rank", "name", "newest", "country", "employees"] as const, {
    rank: "By rank, best first.",
    name: "By name, ignoring case and accents.",
    newest: "By the time at which they were added, latest first.",
    country: "By ISO code of the country; unknown countries last.",
    employees: "By number of employees, largest first; unknown numbers last.",
  }),
});

export const MarketColumnOrderInput = builder.inputType("MarketColumnOrderInput", {
  description: "An order by the answers of a custom column. Companies without an answer come last.",
  fields: (t) => ({
    columnId: t.int({ required: true, description: "The number of a column of this market." }),
    order: t.field({
      type: SortOrder,
      required: true,
      description: "The sort direction. Numbers are sorted by value, other answers alphabetically.",
    }),
  }),
});

/** Larger than every number, and sorted after every text. */
const GREATEST = 1e300;
const LAST = "\u{10FFFF}";

/** Returns the sort key of an order by a column. */
export function columnOrder({ columnId, order }: typeof MarketColumnOrderInput.$inferInput) {
  const isRising = order === "asc";
  const of = { columnId };
  return [
    { cells: { of, number: { sort: order, ifNull: isRising ? GREATEST : -GREATEST } } },
    { cells: { of, value: { sort: order, compare: "folded", ifNull: isRising ? LAST : "" } } },
    { rank: "asc" },
    { companyId: "asc" },
  ] as const;
}

/** The sort key of each order. */
export const MARKET_COMPANY_ORDERS = {
  rank: [{ rank: "asc" }, { companyId: "asc" }],
  name: [{ company: { name: { sort: "asc", compare: "folded" } } }, { companyId: "asc" }],
  newest: [{ addedAt: "desc" }, { rank: "asc" }, { companyId: "asc" }],
  // "ZZ" is Unicode's code for an unknown region.
  country: [{ company: { country: { sort: "asc", ifNull: "ZZ" } } }, { rank: "asc" }, { companyId: "asc" }],
  employees: [{ company: { employees: { sort: "desc", ifNull: -1 } } }, { rank: "asc" }, { companyId: "asc" }],
} as const;

const ColumnFilterInput = builder.inputType("ColumnFilterInput", {
  description: "A filter by the answers of one custom column. A cell must meet all given conditions.",
  fields: (t) => ({
    columnId: t.int({ required: true, description: "The number of a column of this market." }),
    said: t.boolean({
      description:
        "Whether the cell has an answer. The other conditions require an answer, so they cannot be combined with `said: false`.",
    }),
    values: t.stringList({
      description: "The answers to return, compared in full, ignoring case: `yes`, `no`, a choice or a text.",
    }),
    contains: t.string({ description: "A text that the answer must contain, ignoring case." }),
    min: t.float({ description: "The minimum of a NUMBER answer, inclusive." }),
    max: t.float({ description: "The maximum of a NUMBER answer, inclusive." }),
  }),
});

export const MarketCompanyFilterInput = builder.inputType("MarketCompanyFilterInput", {
  description: "A filter of a market's companies. A company must meet all given conditions.",
  fields: (t) => ({
    search: t.string({ description: "A text that the name, the domain or the reason must contain, ignoring case." }),
    countries: t.stringList({
      description: "The countries to return, as ISO 3166-1 alpha-2 codes.",
    }),
    columns: t.field({
      type: [ColumnFilterInput],
      description: "Filters by custom columns, at most 20. A company must meet all of them.",
    }),
  }),
});

/** Maximum number of columns in a filter: as many as a market has. */
const MOST_FILTERED = 20;

/** Returns the condition on the cell of a column. */
function whereCell({ columnId, said, values, contains, min, max }: typeof ColumnFilterInput.$inferInput): Where {
  const value = {
    ...(values == null ? {} : { in: values }),
    ...(contains == null ? {} : { contains: escapeLike(contains) }),
    mode: "insensitive",
  };
  const number = { ...(min == null ? {} : { gte: min }), ...(max == null ? {} : { lte: max }) };
  const cell = { columnId, state: "said", value, number };
  if (said !== false) return { cells: { some: cell } };
  if (values != null || contains != null || min != null || max != null)
    throw new InvalidInputError("said: false cannot be combined with conditions on the answer");
  return { cells: { none: { columnId, state: "said" } } };
}

/**
 * Returns the condition that a filter makes on a market's companies; undefined where it makes none. @throws
 * InvalidInputError
 */
export function whereCompany({
  search,
  countries,
  columns,
}: typeof MarketCompanyFilterInput.$inferInput): Where | undefined {
  if ((columns?.length ?? 0) > MOST_FILTERED)
    throw new InvalidInputError(`columns must have at most ${MOST_FILTERED} entries`);
  const part = search?.trim();
  const contains = { contains: escapeLike(part ?? ""), mode: "insensitive" };
  const conditions = [
    ...(part ? [{ OR: [{ reason: contains }, { company: { OR: [{ name: contains }, { domain: contains }] } }] }] : []),
    ...(countries?.length ? [{ company: { country: { in: countries.map((code) => code.toUpperCase()) } } }] : []),
    ...(columns ?? []).map(whereCell),
  ];
  return conditions.length === 0 ? undefined : { AND: conditions };
}
