import { sees, tenancy } from "#accounts/auth/caller";
import { escapeLike } from "#foundation/db/text-search";
import { NotFoundError } from "#foundation/errors/index";
import { readProgress } from "#jobs/progress-log";
import { closestRejected, whyCandidate } from "#markets/read-candidates";
import { whyNot } from "#markets/why-not/why-not";
import { builder, type ScopeMap } from "./builder.ts";
import { CandidateVerdict } from "./candidate.ts";
import {
  byPage,
  cursorsOf,
  defineConnection,
  keysetPage,
  keysetTree,
  type PageArguments,
  pageOf,
} from "./connection.ts";
import { COMPLETED, CRITERIA_COLUMNS, CriteriaVersion, storedCriteria } from "./criteria-version.ts";
import { enumValues } from "./enum-values.ts";
import { DiscoveryJob, DiscoveryLogEntry } from "./job.ts";
import {
  columnOrder,
  MARKET_COMPANY_ORDERS,
  MarketColumnOrderInput,
  MarketCompanyConnection,
  type MarketCompanyEdge,
  MarketCompanyFilterInput,
  MarketCompanyOrder,
  VerdictEnum,
  whereCompany,
} from "./market-company.ts";
import { byKey, defineNode, numberKey } from "./node.ts";
import { read } from "./read.ts";
import { queryOfNodes, relatedPage } from "./related-page.ts";
import { SearchCriteria } from "./search-criteria.ts";
import { Collection, Team } from "./team.ts";
import { WAITS_OUTSIDE } from "./waits-outside.ts";
import { WhyNot } from "./why-not.ts";

const DiscoveryJobConnection = defineConnection<typeof DiscoveryJob.$inferType>(
  "DiscoveryJob",
  DiscoveryJob,
  (row) => row,
);

export const MarketStatus = builder.enumType("MarketStatus", {
  description: "The state of a market.",
  values: enumValues(["discovering", "inReview", "published", "failed"] as const, {
    discovering: "A discovery of the market is queued or running.",
    inReview: "A discovery has completed, and the market can be reviewed and published.",
    published: "The market has been published.",
    failed: "A discovery failed or was cancelled, and none has completed.",
  }),
});

const MAY_READ_MARKET = {
  anyScope: ["markets:read", "discovery:read", "discovery:write", "markets:publish"],
} as const satisfies ScopeMap;

export const Market = builder.prismaNode("Market", {
  description: "A market: a question, the companies that satisfy it, and how they were found.",
  id: { field: "id" },
  select: { id: true, teamId: true },
  authScopes: ({ teamId }, { caller }) => sees(caller, teamId) && MAY_READ_MARKET,
  fields: (t) => ({
    marketId: t.exposeInt("id", {
      description: "The number of the market, by which other operations refer to it. `id` is the global id.",
    }),
    name: t.exposeString("name", { description: "The name of the market." }),
    status: t.expose("status", { description: "The state of the market.", type: MarketStatus }),
    createdAt: t.expose("createdAt", { description: "When the market was created.", type: "DateTime" }),
    publishedAt: t.expose("publishedAt", {
      description: "When the market was last published; null if it never was.",
      type: "DateTime",
      nullable: true,
    }),
    team: t.relation("team", { description: "The team that owns the market.", type: Team }),
    collection: t.relation("collection", {
      description: "The collection that contains the market; null if it is in none.",
      type: Collection,
      nullable: true,
    }),
    criteria: t.field({
      type: SearchCriteria,
      nullable: true,
      description:
        "The criteria of the latest completed discovery. Fails with NOT_FOUND if no discovery has completed.",
      authScopes: { anyScope: ["discovery:read"] },
      // All of them, with the history's selection, so that both are read once.
      select: { criteria: { ...COMPLETED, select: CRITERIA_COLUMNS } },
      resolve: ({ criteria: [latest] }) => {
        if (latest === undefined) throw new NotFoundError("discovery of this market has not completed");
        return storedCriteria(latest);
      },
    }),
    criteriaHistory: t.relation("criteria", {
      type: CriteriaVersion,
      description: "The criteria of all completed discoveries of the market, newest first.",
      authScopes: { anyScope: ["discovery:read"] },
      query: COMPLETED,
    }),
    jobs: t.field({
      type: DiscoveryJobConnection,
      description: "The jobs of the market (discoveries and pipeline flags), newest first.",
      authScopes: { anyScope: ["discovery:read"] },
      args: { first: t.arg.int(), after: t.arg.string(), offset: t.arg.int() },
      ...relatedPage<typeof DiscoveryJob.$inferType>({ relation: "jobs", query: () => ({ orderBy: { id: "desc" } }) }),
    }),
    companies: t.field({
      type: MarketCompanyConnection,
      description: "The companies of the market, with rank, score and reasons; by default best first.",
      authScopes: { anyScope: ["markets:read"] },
      args: {
        first: t.arg.int(),
        after: t.arg.string(),
        offset: t.arg.int(),
        orderBy: t.arg({ type: MarketCompanyOrder, defaultValue: "rank" }),
        orderByColumn: t.arg({
          type: MarketColumnOrderInput,
          description: "Orders the companies by a custom column. It replaces `orderBy`.",
        }),
        filter: t.arg({ type: MarketCompanyFilterInput }),
      },
      ...relatedPage<
        typeof MarketCompanyEdge.$inferType,
        PageArguments & {
          orderBy?: keyof typeof MARKET_COMPANY_ORDERS | null;
          orderByColumn?: typeof MarketColumnOrderInput.$inferInput | null;
          filter?: typeof MarketCompanyFilterInput.$inferInput | null;
        }
      >({
        relation: "companies",
        query: ({ orderBy, orderByColumn, filter }) => {
          const where = whereCompany(filter ?? {});
          const order = orderByColumn == null ? MARKET_COMPANY_ORDERS[orderBy ?? "rank"] : columnOrder(orderByColumn);
          return { ...(where === undefined ? {} : { where }), orderBy: order };
        },
        rows: "edges",
      }),
    }),
    candidate: t.field({
      type: CandidateVerdict,
      nullable: true,
      description:
        "The latest verdict on a company, with the reasons why it is or is not in the market; null if no completed discovery of this market has judged it. `whyNot` also explains other companies.",
      authScopes: { anyScope: ["markets:read"] },
      args: {
        domain: t.arg.string({ required: true, description: "The company's domain, as a domain, host name or URL." }),
      },
      resolve: ({ id }, { domain }, { db }) => whyCandidate(db, id, domain),
    }),
    whyNot: t.field({
      type: WhyNot,
      description:
        "Why a company is not in the market, with the smallest change of the criteria that would include it. If the newest completed discovery has not judged the company, a worker judges it now. Fails with SERVICE_UNAVAILABLE if no worker answers.",
      authScopes: { anyScope: ["markets:read"] },
      args: {
        domain: t.arg.string({ required: true, description: "The company's domain, as a domain, host name or URL." }),
      },
      // A second of a worker, and a few statements.
      complexity: 1_000,
      extensions: WAITS_OUTSIDE,
      resolve: ({ id, teamId }, { domain }, { db, verdicts }) => whyNot(db, verdicts, { id, teamId }, domain),
    }),
    rejected: t.field({
      type: [CandidateVerdict],
      description:
        "The candidates that the latest completed discovery judged but did not include in the market, by score, highest first.",
      authScopes: { anyScope: ["markets:read"] },
      args: {
        first: t.arg.int({ defaultValue: 10, description: "The maximum number of candidates, 1–100; by default 10." }),
        verdicts: t.arg({
          type: [VerdictEnum],
          description: "Returns only candidates with these verdicts; by default all verdicts except IN.",
        }),
      },
      complexity: byPage,
      resolve: ({ id }, { first, verdicts }, { db }) =>
        closestRejected(db, id, pageOf({ first }).limit, verdicts ?? undefined),
    }),
    log: t.field({
      type: [DiscoveryLogEntry],
      description: "The progress log of the market after `after`, oldest first, at most 500 entries.",
      authScopes: { anyScope: ["discovery:read"] },
      args: {
        after: t.arg.int({
          defaultValue: 0,
          description: "The `sequence` after which the entries begin; by default 0, which starts with the first entry.",
        }),
      },
      resolve: ({ id }, { after }, { db }) => readProgress(db, id, after ?? 0),
    }),
  }),
});

defineNode("Market", {
  authScopes: MAY_READ_MARKET,
  keyOf: numberKey,
  find: async (ids, context, query) => {
    const where = { id: { in: ids }, ...tenancy(context.caller) };
    return byKey(await read(context).market.findMany({ ...query, where }), ({ id }) => id);
  },
  namedBy: { marketId: async (numbers) => numbers.map(String) },
});

const MarketOrder = builder.enumType("MarketOrder", {
  description: "The order of a list of markets.",
  values: enumValues(["newest", "name"] as const, {
    newest: "By creation, newest first.",
    name: "By name, ignoring case and accents.",
  }),
});

const MARKET_ORDERS = {
  newest: { id: "desc" },
  name: [{ name: { sort: "asc", compare: "folded" } }, { id: "desc" }],
} as const;

const MarketConnection = defineConnection<typeof Market.$inferType>("Market", Market, (row) => row);

builder.queryFields((t) => ({
  market: t.prismaField({
    type: Market,
    nullable: true,
    description: "A market of the caller's team, by its number. Fails with NOT_FOUND if the caller has no such market.",
    authScopes: { anyScope: ["markets:read", "discovery:read"] },
    args: { marketId: t.arg.int({ required: true }) },
    resolve: async (query, _root, { marketId }, context) => {
      const where = { id: marketId, ...tenancy(context.caller) };
      const market = await read(context).market.findUnique({ ...query, where });
      if (market === null) throw new NotFoundError(`market ${marketId}`);
      return market;
    },
  }),
  markets: t.field({
    type: MarketConnection,
    description: "The markets of the caller's team, newest first by default.",
    authScopes: { anyScope: ["markets:read"] },
    args: {
      first: t.arg.int(),
      after: t.arg.string(),
      offset: t.arg.int(),
      search: t.arg.string({ description: "A text that the name must contain, ignoring case." }),
      status: t.arg({ description: "Returns only markets in this state.", type: MarketStatus }),
      collectionId: t.arg.int({ description: "Returns only markets of this collection, by its number." }),
      orderBy: t.arg({ type: MarketOrder, defaultValue: "newest" }),
    },
    complexity: byPage,
    resolve: async (_root, args, context, info) => {
      const orderBy = MARKET_ORDERS[args.orderBy ?? "newest"];
      const page = keysetPage(args, orderBy);
      const where = {
        ...tenancy(context.caller),
        ...(args.search == null ? {} : { name: { contains: escapeLike(args.search), mode: "insensitive" as const } }),
        ...(args.status == null ? {} : { status: args.status }),
        ...(args.collectionId == null ? {} : { collectionId: args.collectionId }),
      };
      // Prisma's types do not know `compare`.
      const sorted: object = { orderBy };
      const rows = await read(context).market.findMany({
        ...queryOfNodes(context, info, "Market"),
        where,
        ...sorted,
        ...keysetTree(page, 1),
      });
      return { rows, cursors: cursorsOf(rows), page, totalCount: () => read(context).market.count({ where }) };
    },
  }),
}));
