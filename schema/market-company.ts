import type { Where } from "#foundation/db/select-tree/tree";
import { escapeLike } from "#foundation/db/text-search";
import { InvalidInputError } from "#foundation/errors/index";
import { VERDICTS } from "#markets/discovery/verdict";
import { type StoredOutcome, StoredOutcomes } from "#markets/stored-outcomes";
import { CompanyPlace } from "#pipeline/places/company-place";
import { builder } from "./builder.ts";
import { Company } from "./company.ts";
import { cursorOfRow, defineConnectionOver } from "./connection.ts";
import { enumValues } from "./enum-values.ts";
import { MarketReview, reviewOfCompany } from "./market-review.ts";
import { MomentumScore, momentumOfMarkets } from "./momentum.ts";
import { RadarPoint, radarOfMarkets } from "./radar.ts";
import { SortOrder } from "./sort-order.ts";

export const VerdictEnum = builder.enumType("Verdict", {
  description:
    "IN: part of the market. BELOW_CUT: satisfies all criteria, but the wanted number was reached before it. RELATED: satisfies all criteria except the offer, to which it is close, such as a supplier, a neighbouring trade or a side business. FAILED: does not satisfy a criterion.",
  values: enumValues(VERDICTS, {
    in: "It is part of the market.",
    belowCut: "It met every criterion, but the wanted number was reached before it.",
    related: "It met all but the offer, which it is near.",
    excluded: "It is of a kind, or in a place, that is not wanted.",
    failed: "It does not meet a criterion.",
    duplicate: "Another entry of a company that has a verdict of its own.",
  }),
});

const CriterionOutcomeEnum = builder.enumType("CriterionOutcome", {
  description: "Whether a company meets a criterion.",
  values: enumValues(["met", "notMet", "unknown"] as const, {
    met: "The company meets it.",
    notMet: "The company does not meet it.",
    unknown: "What is known of the company does not tell.",
  }),
});

const Evidence = builder.objectRef<NonNullable<StoredOutcome["evidence"]>>("Evidence").implement({
  description: "The span of a company's record that supports a judgement.",
  fields: (t) => ({
    field: t.exposeString("field", { description: "The field of the record that contains the span." }),
    start: t.exposeInt("start", { description: "The offset of its first character, in UTF-16 code units." }),
    end: t.exposeInt("end", { description: "Offset behind its last character, in UTF-16 units." }),
    text: t.exposeString("text", { description: "The words." }),
  }),
});

export const CriterionResult = builder.objectRef<StoredOutcome>("CriterionResult").implement({
  description: "What a company's record says to one criterion.",
  fields: (t) => ({
    criterion: t.exposeString("criterion", {
      description: "`location`, `offer`, `role`, `exclusion`, `constraint:<name>`, `stated:<name>`, `assertion:<i>` …",
    }),
    outcome: t.expose("outcome", { description: "Whether it is met.", type: CriterionOutcomeEnum }),
    note: t.exposeString("note", { description: "The outcome, a sentence." }),
    evidence: t.expose("evidence", {
      description: "The words that show it; null where there are none.",
      type: Evidence,
      nullable: true,
    }),
    probability: t.float({
      nullable: true,
      description:
        "The probability of the offer, 0–1, as learned from judged questions; null where a rule or a language model decided.",
      resolve: ({ probability }) => probability ?? null,
    }),
    by: t.string({
      nullable: true,
      description: "The language model that decided the criterion; null where the rules decided it.",
      resolve: ({ by }) => by ?? null,
    }),
  }),
});

const Place = builder.objectRef<CompanyPlace>("Place").implement({
  description: "The place of a company, from reverse geocoding.",
  fields: (t) => ({
    city: t.exposeString("city", { description: "The city." }),
    state: t.exposeString("state", { description: "The state; null where it is not known.", nullable: true }),
    country: t.exposeString("country", { description: "The country's ISO 3166-1 alpha-2 code." }),
    latitude: t.exposeFloat("latitude", { description: "In degrees." }),
    longitude: t.exposeFloat("longitude", { description: "In degrees." }),
    distanceKm: t.exposeFloat("distanceKm", {
      description:
        "The distance in kilometres from the company's coordinates to the centre of the found place: a city, or a part of a city where a server is configured.",
    }),
    source: t.exposeString("source", {
      description: "The field of the company's record that was geocoded: `coordinates` or `city`.",
    }),
    by: t.string({
      description:
        "The geocoder: `gazetteer` for the embedded one, otherwise the configured server, such as `nominatim`.",
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
    rank: t.exposeInt("rank", { description: "The rank, where 1 is best." }),
    score: t.exposeFloat("score", { description: "The ranking score, 0–1, comparable within one job." }),
    verdict: t.field({ description: "The result of the criteria.", type: VerdictEnum, resolve: () => "in" as const }),
    reason: t.exposeString("reason", { description: "A short reason why the company is in the market." }),
    reasons: t.field({
      type: [CriterionResult],
      description: "Each criterion with its evidence.",
      select: { criteria: true },
      resolve: ({ criteria }) => StoredOutcomes.parse(criteria),
    }),
    jobId: t.exposeInt("jobId", { description: "The job that brought it into the market." }),
    addedAt: t.expose("addedAt", { description: "When it came into the market.", type: "DateTime" }),
    review: t.field({
      type: MarketReview,
      nullable: true,
      description: "A person's decision about the company; null where nobody has decided.",
      resolve: (row, _args, context) => reviewOfCompany(context).load(row),
    }),
    place: t.field({
      description: "Where it is; null where that is not known.",
      type: Place,
      nullable: true,
      select: { place: true },
      resolve: ({ place }) => (place === null ? null : CompanyPlace.parse(place)),
    }),
    momentum: t.field({
      type: MomentumScore,
      nullable: true,
      description: "Its momentum; null until `runMomentumScore` has run with the company in the market.",
      resolve: async ({ marketId, companyId }, _args, context) =>
        companyOf(await momentumOfMarkets(context).load(marketId), companyId),
    }),
    radar: t.field({
      type: RadarPoint,
      nullable: true,
      description: "Its place on the radar; null until `runMarketRadar` has run with the company in the market.",
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
  description: "COUNTRY: by ISO code, unknown countries last. EMPLOYEES: largest number first, unknown numbers last.",
  values: enumValues(["rank", "name", "newest", "country", "employees"] as const, {
    rank: "By rank, the best first.",
    name: "By name.",
    newest: "The last added first.",
    country: "By ISO code; unknown ones last.",
    employees: "Most first; unknown ones last.",
  }),
});

export const MarketColumnOrderInput = builder.inputType("MarketColumnOrderInput", {
  description: "An order by the values of a column. Companies without an answer come last.",
  fields: (t) => ({
    columnId: t.int({ required: true, description: "A column of this market." }),
    order: t.field({
      type: SortOrder,
      required: true,
      description: "The direction. Numbers are ordered by size, other values alphabetically.",
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
  description: "Conditions on the cell of one column. Every given condition must match.",
  fields: (t) => ({
    columnId: t.int({ required: true, description: "A column of this market." }),
    said: t.boolean({ description: "Whether the cell has an answer. All other conditions require an answer." }),
    values: t.stringList({
      description: "The answer must equal one of these values, ignoring case: `yes`, `no`, a choice or a text.",
    }),
    contains: t.string({ description: "A part of the answer, ignoring case." }),
    min: t.float({ description: "The minimum of a NUMBER answer, inclusive." }),
    max: t.float({ description: "The maximum of a NUMBER answer, inclusive." }),
  }),
});

export const MarketCompanyFilterInput = builder.inputType("MarketCompanyFilterInput", {
  description: "Every given condition must match.",
  fields: (t) => ({
    search: t.string({ description: "A part of the name, the domain or the reason, ignoring case." }),
    countries: t.stringList({
      description: "The company must be in one of these countries (ISO 3166-1 alpha-2 codes).",
    }),
    columns: t.field({
      type: [ColumnFilterInput],
      description: "Conditions on custom columns, at most 20. All must match.",
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
