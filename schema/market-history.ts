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
    rank: t.int({ description: "1 is best.", resolve: ({ row }) => row.rank }),
    score: t.float({ description: "0–1, comparable within a job.", resolve: ({ row }) => row.score }),
    reason: t.string({ description: "Why it was in, in a few words.", resolve: ({ row }) => row.reason }),
  }),
);

const MarketAsOf = builder.objectRef<{ marketId: number; at: Date }>("MarketAsOf").implement({
  description: "A market as it was at an earlier moment. Its companies are shown with their present names.",
  fields: (t) => ({
    at: t.expose("at", { type: "DateTime", description: "The moment that was asked for." }),
    companies: t.field({
      type: MarketAsOfCompanyConnection,
      description: "The companies that were in it, best first.",
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
      description: "Of the newest discovery that had completed; null: none had.",
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
  description: "How a company stood in a market at a moment.",
  fields: (t) => ({
    rank: t.exposeInt("rank", { description: "1 is best." }),
    score: t.exposeFloat("score", { description: "0–1, comparable within a job." }),
    reason: t.exposeString("reason", { description: "Why it was in, in a few words." }),
  }),
});

const MarketChangeKind = builder.enumType("MarketChangeKind", {
  description:
    "MOVED: it has another rank, and perhaps another score. RESCORED: at its rank it has another score or reason.",
  values: enumValues(CHANGE_KINDS, {
    entered: "It was not in the market before.",
    left: "It is no longer in the market.",
    moved: "It has another rank.",
    rescored: "It has its rank, and another score or reason.",
  }),
});

const MarketChangeType = builder.objectRef<MarketChange>("MarketChange").implement({
  description: "What became of a company of a market between two moments.",
  fields: (t) => ({
    kind: t.expose("kind", { type: MarketChangeKind, description: "What became of it." }),
    company: t.field({
      type: Company,
      description: "By its present name.",
      resolve: ({ companyId }) => ({ id: companyId }),
    }),
    before: t.expose("before", {
      type: MarketStanding,
      nullable: true,
      description: "At the earlier moment; null: it was not in the market.",
    }),
    after: t.expose("after", {
      type: MarketStanding,
      nullable: true,
      description: "At the later moment; null: it was not in the market.",
    }),
  }),
});

const MarketChangeCounts = builder.objectRef<Record<ChangeKind, number>>("MarketChangeCounts").implement({
  description: "How many companies changed, by kind.",
  fields: (t) => ({
    entered: t.exposeInt("entered", { description: "In the market at the later moment alone." }),
    left: t.exposeInt("left", { description: "In the market at the earlier moment alone." }),
    moved: t.exposeInt("moved", { description: "With another rank." }),
    rescored: t.exposeInt("rescored", { description: "At the same rank, with another score or reason." }),
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
      description: "The later moment; where none was given, that of the answer. Give it for further pages.",
      resolve: ({ period }) => period.to,
    }),
    counts: t.field({
      type: MarketChangeCounts,
      description: "Of all kinds, whichever were asked for.",
      resolve: ({ counts }) => counts(),
    }),
  }),
);

builder.prismaObjectFields(Market, (t) => ({
  historySince: t.expose("historySince", {
    type: "DateTime",
    description:
      "From when on `asOf` and `changes` know the market: its creation, or the migration that began the history.",
  }),
  asOf: t.field({
    type: MarketAsOf,
    nullable: true,
    description: "The market at an earlier moment. NOT_FOUND before `historySince`, INVALID_INPUT in the future.",
    authScopes: { anyScope: ["markets:read"] },
    select: { historySince: true },
    args: { at: t.arg({ type: "DateTime", required: true, description: "Not in the future." }) },
    resolve: (market, { at }) => ({ marketId: market.id, at: knownMoment(market, at, "at") }),
  }),
  changes: t.field({
    type: MarketChangeConnection,
    nullable: true,
    description:
      "What changed between two moments: companies that entered, left, moved and were rescored, in this order, within each by rank. NOT_FOUND before `historySince`, INVALID_INPUT in the future.",
    authScopes: { anyScope: ["markets:read"] },
    select: { historySince: true },
    args: {
      from: t.arg({ type: "DateTime", required: true, description: "The earlier moment, not before `historySince`." }),
      to: t.arg({ type: "DateTime", description: "Now, where it is not given." }),
      kinds: t.arg({ type: [MarketChangeKind], description: "Only these; by default all." }),
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
