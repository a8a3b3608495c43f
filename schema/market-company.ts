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
    "IN: part of the market. BELOW_CUT: met everything, but the wanted number was reached before it. RELATED: met everything but the offer, which it is near: a supplier, a neighbouring trade, a side business.",
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
  description: "The very span of text in a company's record.",
  fields: (t) => ({
    field: t.exposeString("field", { description: "The field of the record." }),
    start: t.exposeInt("start", { description: "Offset of its first character, in UTF-16 units." }),
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
      description: "The language model that found it; null: the rules did.",
      resolve: ({ by }) => by ?? null,
    }),
  }),
});

const Place = builder.objectRef<CompanyPlace>("Place").implement({
  description: "Where a company is, by reverse geocoding.",
  fields: (t) => ({
    city: t.exposeString("city", { description: "The city." }),
    state: t.exposeString("state", { description: "The state; null where it is not known.", nullable: true }),
    country: t.exposeString("country", { description: "ISO 3166-1 alpha-2." }),
    latitude: t.exposeFloat("latitude", { description: "In degrees." }),
    longitude: t.exposeFloat("longitude", { description: "In degrees." }),
    distanceKm: t.exposeFloat("distanceKm", {
      description:
        "From the company's coordinates to the centre of what was found there: the city, or by a server the part of it.",
    }),
    source: t.exposeString("source", {
      description: "`coordinates` or `city`: the field of the company's record that it was read from.",
    }),
    by: t.string({
      description:
        "Who said it: `gazetteer`, the embedded one, or the server that was configured, such as `nominatim`.",
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
    rank: t.exposeInt("rank", { description: "1 is best." }),
    score: t.exposeFloat("score", { description: "0–1, comparable within a job." }),
    verdict: t.field({ description: "The result of the criteria.", type: VerdictEnum, resolve: () => "in" as const }),
    reason: t.exposeString("reason", { description: "Why it is in, in a few words." }),
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
      description: "What a person decided about it; null: nobody has.",
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
      description: "Null until `runMomentumScore` has run for it.",
      resolve: async ({ marketId, companyId }, _args, context) =>
        companyOf(await momentumOfMarkets(context).load(marketId), companyId),
    }),
    radar: t.field({
      type: RadarPoint,
      nullable: true,
      description: "Null until `runMarketRadar` has run for it.",
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
  description: "COUNTRY: by ISO code, unknown ones last. EMPLOYEES: most first, unknown ones last.",
  values: enumValues(["rank", "name", "newest", "country", "employees"] as const, {
    rank: "By rank, the best first.",
    name: "By name.",
    newest: "The last added first.",
    country: "By ISO code; unknown ones last.",
    employees: "Most first; unknown ones last.",
  }),
});

export const MarketColumnOrderInput = builder.inputType("MarketColumnOrderInput", {
  description: "An order by the values of a column; companies for which it is not said come last.",
  fields: (t) => ({
    columnId: t.int({ required: true, description: "A column of this market." }),
    order: t.field({ type: SortOrder, required: true, description: "Of numbers by size, of others by name." }),
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
  description: "Every condition that is given, on the cell of one column.",
  fields: (t) => ({
    columnId: t.int({ required: true, description: "A column of this market." }),
    said: t.boolean({ description: "Whether it is said; any other condition needs that it is." }),
    values: t.stringList({ description: "Any of these, in any case: `yes`, `no`, a choice, a text." }),
    contains: t.string({ description: "Part of the value, in any case." }),
    min: t.float({ description: "Of a number: at least." }),
    max: t.float({ description: "Of a number: at most." }),
  }),
});

export const MarketCompanyFilterInput = builder.inputType("MarketCompanyFilterInput", {
  description: "Every condition that is given.",
  fields: (t) => ({
    search: t.string({ description: "Part of the name, the domain or the reason, in any case." }),
    countries: t.stringList({ description: "ISO 3166-1 alpha-2 codes, any of them." }),
    columns: t.field({ type: [ColumnFilterInput], description: "By columns of one's own, all of them; at most 20." }),
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
    throw new InvalidInputError("a cell that is not said has no value");
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
  if ((columns?.length ?? 0) > MOST_FILTERED) throw new InvalidInputError(`columns are at most ${MOST_FILTERED}`);
  const part = search?.trim();
  const contains = { contains: escapeLike(part ?? ""), mode: "insensitive" };
  const conditions = [
    ...(part ? [{ OR: [{ reason: contains }, { company: { OR: [{ name: contains }, { domain: contains }] } }] }] : []),
    ...(countries?.length ? [{ company: { country: { in: countries.map((code) => code.toUpperCase()) } } }] : []),
    ...(columns ?? []).map(whereCell),
  ];
  return conditions.length === 0 ? undefined : { AND: conditions };
}
