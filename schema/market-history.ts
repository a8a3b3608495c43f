import {
  CHANGE_KINDS,
  type ChangeKind,
  changesBetween,
  companiesAt,
  countChanges,
  countCompaniesAt,
  type MarketChange,
  type Standing,
  type StandingCompany,
} from "#markets/history/market-history";
import { knownMoment, knownPeriod, type Period } from "#markets/history/moments";
import { builder } from "./builder.ts";
import { Company } from "./company.ts";
import { byPage, type ConnectionData, defineConnection, pageOf } from "./connection.ts";
import { COMPLETED, CRITERIA_COLUMNS, storedCriteria } from "./criteria-version.ts";
import { enumValues } from "./enum-values.ts";
import { Market } from "./market.ts";
import { read } from "./read.ts";
import { SearchCriteria } from "./search-criteria.ts";

const MarketAsOfCompanyConnection = defineConnection<StandingCompany>(
  "MarketAsOfCompany",
  Company,
  ({ companyId }) => ({ id: companyId }),
  (t) => ({
    rank: t.int({
      description: "The rank in the market at that moment, where 1 is best.",
      resolve: ({ row }) => row.rank,
    }),
    score: t.float({
      description: "The ranking score at that moment, 0–1. Scores are comparable only within one job.",
      resolve: ({ row }) => row.score,
    }),
    reason: t.string({
      description: "A short reason why the company was in the market.",
      resolve: ({ row }) => row.reason,
    }),
  }),
);

const MarketAsOf = builder.objectRef<{ marketId: number; at: Date }>("MarketAsOf").implement({
  description: "A market as it was at an earlier moment. Its companies are shown with their present names.",
  fields: (t) => ({
    at: t.expose("at", { type: "DateTime", description: "The requested moment." }),
    companies: t.field({
      type: MarketAsOfCompanyConnection,
      description: "The companies that were in the market at that moment, best first.",
      args: { first: t.arg.int(), after: t.arg.string(), offset: t.arg.int() },
      complexity: byPage,
      resolve: async ({ marketId, at }, args, { db }) => {
        const page = pageOf(args);
        const rows = await companiesAt(db, marketId, at, { ...page, limit: page.limit + 1 });
        return { rows, page, totalCount: () => countCompaniesAt(db, marketId, at) };
      },
    }),
    criteria: t.field({
      type: SearchCriteria,
      nullable: true,
      description: "The criteria of the newest discovery that had completed by that moment; null if none had.",
      authScopes: { anyScope: ["discovery:read"] },
      resolve: async ({ marketId, at }, _args, context) => {
        const [latest] = await read(context).criteriaVersion.findMany({
          where: { marketId, job: { ...COMPLETED.where.job, endedAt: { lte: at } } },
          orderBy: COMPLETED.orderBy,
          take: 1,
          select: CRITERIA_COLUMNS,
        });
        return latest === undefined ? null : storedCriteria(latest);
      },
    }),
  }),
});

const MarketStanding = builder.objectRef<Standing>("MarketStanding").implement({
  description: "The rank, score and reason of a company in a market at one moment.",
  fields: (t) => ({
    rank: t.exposeInt("rank", { description: "The rank in the market, where 1 is best." }),
    score: t.exposeFloat("score", {
      description: "The ranking score, 0–1. Scores are comparable only within one job.",
    }),
    reason: t.exposeString("reason", { description: "A short reason why the company was in the market." }),
  }),
});

const MarketChangeKind = builder.enumType("MarketChangeKind", {
  description: "The kind of change of a company's place in a market.",
  values: enumValues(CHANGE_KINDS, {
    entered: "The company entered the market.",
    left: "The company left the market.",
    moved: "The rank of the company changed, and perhaps its score.",
    rescored: "The score or the reason changed, but not the rank.",
  }),
});

const MarketChangeType = builder.objectRef<MarketChange>("MarketChange").implement({
  description: "The change of a company's place in a market between two moments.",
  fields: (t) => ({
    kind: t.expose("kind", { type: MarketChangeKind, description: "The kind of the change." }),
    company: t.field({
      type: Company,
      description: "The company, with its present name.",
      resolve: ({ companyId }) => ({ id: companyId }),
    }),
    before: t.expose("before", {
      type: MarketStanding,
      nullable: true,
      description: "The company's place at the earlier moment; null if it was not in the market.",
    }),
    after: t.expose("after", {
      type: MarketStanding,
      nullable: true,
      description: "The company's place at the later moment; null if it was not in the market.",
    }),
  }),
});

const MarketChangeCounts = builder.objectRef<Record<ChangeKind, number>>("MarketChangeCounts").implement({
  description: "The number of changed companies, by kind of change.",
  fields: (t) => ({
    entered: t.exposeInt("entered", {
      description: "The number of companies that were in the market only at the later moment.",
    }),
    left: t.exposeInt("left", {
      description: "The number of companies that were in the market only at the earlier moment.",
    }),
    moved: t.exposeInt("moved", {
      description: "The number of companies that were in the market at both moments, with different ranks.",
    }),
    rescored: t.exposeInt("rescored", {
      description: "The number of companies that had the same rank at both moments, with a different score or reason.",
    }),
  }),
});

interface Changes extends ConnectionData<MarketChange> {
  period: Period;
  counts: () => Promise<Record<ChangeKind, number>>;
}

const MarketChangeConnection = defineConnection<MarketChange, Changes>(
  "MarketChange",
  MarketChangeType,
  (row) => row,
  () => ({}),
  (t) => ({
    from: t.field({ type: "DateTime", description: "The earlier moment.", resolve: ({ period }) => period.from }),
    to: t.field({
      type: "DateTime",
      description: "The later moment; by default the time of this response. Pass it as `to` to read further pages.",
      resolve: ({ period }) => period.to,
    }),
    counts: t.field({
      type: MarketChangeCounts,
      description: "The counts of all kinds, whichever kinds the request selects.",
      resolve: ({ counts }) => counts(),
    }),
  }),
);

builder.prismaObjectFields(Market, (t) => ({
  historySince: t.expose("historySince", {
    type: "DateTime",
    description:
      "The earliest moment that `asOf` and `changes` accept: when the market was created, or when the service began to record histories.",
  }),
  asOf: t.field({
    type: MarketAsOf,
    nullable: true,
    description:
      "The market as it was at an earlier moment. Fails with NOT_FOUND for a moment before `historySince`, and with INVALID_INPUT for a future moment.",
    authScopes: { anyScope: ["markets:read"] },
    select: { historySince: true },
    args: {
      at: t.arg({ type: "DateTime", required: true, description: "The moment, which must not be in the future." }),
    },
    resolve: (market, { at }) => ({ marketId: market.id, at: knownMoment(market, at, "at") }),
  }),
  changes: t.field({
    type: MarketChangeConnection,
    nullable: true,
    description:
      "The changes of the market between two moments: companies that entered, left, moved or were rescored, in this order, and by rank within each kind. Fails with NOT_FOUND for a moment before `historySince`, and with INVALID_INPUT for a future moment.",
    authScopes: { anyScope: ["markets:read"] },
    select: { historySince: true },
    args: {
      from: t.arg({
        type: "DateTime",
        required: true,
        description: "The earlier moment, which must not be before `historySince`.",
      }),
      to: t.arg({ type: "DateTime", description: "The later moment; by default now." }),
      kinds: t.arg({
        type: [MarketChangeKind],
        description: "Returns only changes of these kinds; by default all changes.",
      }),
      first: t.arg.int(),
      after: t.arg.string(),
      offset: t.arg.int(),
    },
    complexity: byPage,
    resolve: async (market, { from, to, kinds, ...args }, { db }) => {
      const period = knownPeriod(market, from, to);
      const page = pageOf(args);
      const shown = kinds ?? CHANGE_KINDS;
      const rows = await changesBetween(db, market.id, period, shown, { ...page, limit: page.limit + 1 });
      let counting: Promise<Record<ChangeKind, number>> | undefined;
      const counts = () => (counting ??= countChanges(db, market.id, period));
      const totalCount = async () => {
        const counted = await counts();
        return CHANGE_KINDS.filter((kind) => shown.includes(kind)).reduce((sum, kind) => sum + counted[kind], 0);
      };
      return { rows, page, period, counts, totalCount };
    },
  }),
}));
