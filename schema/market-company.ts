import { childLoader } from "#foundation/db/children";
import type { CriterionOutcome } from "#markets/judging/index";
import type { CompanyPlace } from "#pipeline/places/company-place";
import { builder } from "./builder.ts";
import { Company } from "./company.ts";
import { defineConnection } from "./connection.ts";
import { enumValues } from "./enum-values.ts";
import { MomentumScore, momentumOfMarkets } from "./momentum.ts";
import { perRequest } from "./per-request.ts";
import { RadarPoint, radarOfMarkets } from "./radar.ts";

export const VerdictEnum = builder.enumType("Verdict", {
  description: "IN: part of the market. BELOW_CUT: met everything, but the wanted number was reached before it.",
  values: enumValues(["in", "belowCut", "excluded", "failed", "duplicate"] as const),
});

const CriterionOutcomeEnum = builder.enumType("CriterionOutcome", {
  values: enumValues(["met", "notMet", "unknown"] as const),
});

const Evidence = builder.objectRef<NonNullable<CriterionOutcome["evidence"]>>("Evidence").implement({
  description: "The very span of text in a company's record.",
  fields: (t) => ({
    field: t.exposeString("field", { description: "The field of the record." }),
    start: t.exposeInt("start", { description: "Offset of its first character, in UTF-16 units." }),
    end: t.exposeInt("end"),
    text: t.exposeString("text"),
  }),
});

export const CriterionResult = builder.objectRef<CriterionOutcome>("CriterionResult").implement({
  fields: (t) => ({
    criterion: t.exposeString("criterion", {
      description: "`location`, `offer`, `role`, `exclusion`, `constraint:<name>`, `assertion:<i>` …",
    }),
    outcome: t.expose("outcome", { type: CriterionOutcomeEnum }),
    note: t.exposeString("note"),
    evidence: t.expose("evidence", { type: Evidence, nullable: true }),
    probability: t.float({
      nullable: true,
      description:
        "Of the offer: how likely it is, 0–1, as learned from judged questions; null where a rule or a language model decided.",
      resolve: ({ probability }) => probability ?? null,
    }),
    by: t.string({
      nullable: true,
      description: "The language model that found it; null: the rules did.",
      resolve: ({ by }) => by ?? null,
    }),
  }),
});

export interface MarketCompanyRow {
  marketId: number;
  companyId: number;
  jobId: number;
  rank: number;
  score: number;
  reason: string;
  criteria: CriterionOutcome[];
  addedAt: Date;
  place: CompanyPlace | null;
}

const Place = builder.objectRef<NonNullable<MarketCompanyRow["place"]>>("Place").implement({
  description: "Where a company is, by reverse geocoding.",
  fields: (t) => ({
    city: t.exposeString("city"),
    state: t.exposeString("state", { nullable: true }),
    country: t.exposeString("country", { description: "ISO 3166-1 alpha-2." }),
    latitude: t.exposeFloat("latitude"),
    longitude: t.exposeFloat("longitude"),
    distanceKm: t.exposeFloat("distanceKm", {
      description:
        "From the company's coordinates to the centre of what was found there: the city, or by a server the part of it.",
    }),
    source: t.exposeString("source", {
      description: "`coordinates` or `city`: what of the company's record it was read from.",
    }),
    by: t.string({
      description:
        "Who said it: `gazetteer`, the embedded one, or the server that was configured, such as `nominatim`.",
      resolve: ({ by }) => by ?? "gazetteer",
    }),
  }),
});

export const MarketCompanyConnection = defineConnection<MarketCompanyRow>(
  "MarketCompany",
  Company,
  ({ companyId }) => companyId,
  (t) => ({
    rank: t.int({ description: "1 is best.", resolve: ({ row }) => row.rank }),
    score: t.float({ description: "0–1, comparable within a job.", resolve: ({ row }) => row.score }),
    verdict: t.field({ type: VerdictEnum, resolve: () => "in" as const }),
    reason: t.string({ description: "Why it is in, in a few words.", resolve: ({ row }) => row.reason }),
    reasons: t.field({
      type: [CriterionResult],
      description: "Each criterion with its evidence.",
      resolve: ({ row }) => row.criteria,
    }),
    jobId: t.int({ description: "The job that brought it into the market.", resolve: ({ row }) => row.jobId }),
    addedAt: t.field({ type: "DateTime", resolve: ({ row }) => row.addedAt }),
    place: t.field({ type: Place, nullable: true, resolve: ({ row }) => row.place }),
    momentum: t.field({
      type: MomentumScore,
      nullable: true,
      description: "Null until `runMomentumScore` has run for it.",
      resolve: async ({ row }, _args, context) =>
        companyOf(await momentumOfMarkets(context).load(row.marketId), row.companyId),
    }),
    radar: t.field({
      type: RadarPoint,
      nullable: true,
      description: "Null until `runMarketRadar` has run for it.",
      resolve: async ({ row }, _args, context) =>
        companyOf(await radarOfMarkets(context).load(row.marketId), row.companyId),
    }),
  }),
);

/** What an analysis of the market says of one company. */
function companyOf<Row extends { companyId: number }>(
  analysis: { result: { companies: readonly Row[] } } | null,
  companyId: number,
): Row | null {
  return analysis?.result.companies.find((row) => row.companyId === companyId) ?? null;
}

export const MarketCompanyOrder = builder.enumType("MarketCompanyOrder", {
  values: enumValues(["rank", "name", "newest"] as const),
});
export type MarketCompanyOrderValue = "rank" | "name" | "newest";

const COLUMNS = `mc.market_id AS "marketId", mc.company_id AS "companyId", mc.job_id AS "jobId", mc.rank, mc.score, mc.reason, mc.criteria, mc.added_at AS "addedAt", mc.place`;

const FROM = `SELECT ${COLUMNS} FROM market_companies mc`;

/** The request's loader of the companies of markets. */
export const marketCompanies = perRequest(({ db }) =>
  childLoader<MarketCompanyRow, MarketCompanyOrderValue>(db, {
    select: {
      rank: `${FROM} WHERE mc.market_id = p.id ORDER BY mc.rank, mc.company_id`,
      name: `${FROM} JOIN companies c ON c.id = mc.company_id WHERE mc.market_id = p.id ORDER BY lower(c.name), mc.company_id`,
      newest: `${FROM} WHERE mc.market_id = p.id ORDER BY mc.added_at DESC, mc.rank, mc.company_id`,
    },
    count: "SELECT count(*) FROM market_companies mc WHERE mc.market_id = p.id",
  }),
);
