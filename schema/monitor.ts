import { sees } from "#accounts/auth/caller";
import { NotFoundError } from "#foundation/errors/index";
import { subscribeToDigest, unsubscribeFromDigest } from "#monitors/digests/manage-digests";
import { DIGEST_PERIODS } from "#monitors/digests/stored-digests";
import { feedPath, makeFeed, revokeFeed } from "#monitors/feed/feed-address";
import { askForRun, createMonitor, deleteMonitor, setPaused } from "#monitors/manage-monitors";
import { builder, type ScopeMap } from "./builder.ts";
import { byPage, cursorsOf, defineConnection, keysetPage, keysetTree } from "./connection.ts";
import type { GraphContext } from "./context.ts";
import { enumValues } from "./enum-values.ts";
import { MAY_READ_EVENTS } from "./event.ts";
import { EventFilterInput } from "./event-lists.ts";
import { Market } from "./market.ts";
import { byKey, defineNode, numberKey } from "./node.ts";
import { MAY_READ_MARKETS, MAY_READ_NOTICES, type Notice, NoticeConnection, visibleMonitors } from "./notice.ts";
import { read } from "./read.ts";
import { queryOfNodes, relatedPage } from "./related-page.ts";
import { TELLS_SECRET } from "./tells-secret.ts";

const MonitorKind = builder.enumType("MonitorKind", {
  description: "What the monitor repeats: the search of a market, or an event filter.",
  values: enumValues(["market", "events"] as const, { market: "A market's criteria.", events: "A filter of events." }),
});

const MonitorStatus = builder.enumType("MonitorStatus", {
  description: "Whether the monitor runs on its schedule.",
  values: enumValues(["active", "paused"] as const, {
    active: "It runs at its interval.",
    paused: "It does not run until it is resumed.",
  }),
});

const DigestPeriodEnum = builder.enumType("DigestPeriod", {
  description: "How often a digest is sent. No digest is sent where there is no new notice.",
  values: enumValues(DIGEST_PERIODS, { daily: "Once a day.", weekly: "Once a week." }),
});

const MonitorDigest = builder.prismaObject("MonitorDigest", {
  description: "A monitor's notices as a daily or weekly e-mail to one user of the team.",
  fields: (t) => ({
    email: t.string({
      description: "The user's address.",
      select: { user: { select: { email: true } } },
      resolve: ({ user }) => user.email,
    }),
    period: t.expose("period", { type: DigestPeriodEnum, description: "How often the digest is sent." }),
    dueAt: t.expose("dueAt", { type: "DateTime", description: "When the next digest is due." }),
    lastSentAt: t.expose("lastSentAt", {
      type: "DateTime",
      nullable: true,
      description: "When the last digest was sent; null where none was.",
    }),
    lastError: t.exposeString("lastError", {
      description: "Why the last attempt failed; empty where it succeeded. A failed attempt is repeated.",
    }),
  }),
});

export const Monitor = builder.prismaNode("Monitor", {
  description: "A repeated search of a market or event filter, which reports what entered and left.",
  id: { field: "id" },
  select: { id: true, teamId: true, kind: true },
  authScopes: ({ teamId, kind }, { caller }) =>
    sees(caller, teamId) && (kind === "events" ? MAY_READ_EVENTS : MAY_READ_MARKETS),
  fields: (t) => ({
    monitorId: t.exposeInt("id", { description: "The number of the monitor." }),
    name: t.exposeString("name", { description: "The monitor's name." }),
    kind: t.expose("kind", { type: MonitorKind, description: "What the monitor repeats." }),
    market: t.relation("market", {
      type: Market,
      nullable: true,
      description: "The market; null for a monitor of events.",
    }),
    eventFilter: t.expose("eventFilter", {
      type: "JSON",
      nullable: true,
      description: "The event filter; null for a monitor of a market.",
    }),
    everyMinutes: t.exposeInt("everyMinutes", { description: "Minutes between two runs." }),
    status: t.field({
      type: MonitorStatus,
      description:
        "Whether the monitor runs on its schedule. A schedule that was paused in the Temporal UI must be resumed there.",
      select: { status: true },
      resolve: ({ status }) => (status === "paused" ? "paused" : "active"),
    }),
    createdBy: t.expose("createdBy", {
      type: "UUID",
      description: "The user who created it, or the API key where no user was signed in.",
    }),
    createdAt: t.expose("createdAt", { type: "DateTime", description: "When the monitor was created." }),
    runs: t.exposeInt("runs", { description: "How many runs have ended." }),
    lastRunAt: t.expose("lastRunAt", {
      type: "DateTime",
      nullable: true,
      description: "When the last run ended; null where there was none.",
    }),
    lastResult: t.exposeString("lastResult", { description: "The result of the last run, as a sentence." }),
    matching: t.exposeInt("matching", { description: "How many companies or events match now." }),
    costPerRunUsd: t.float({
      description: "The cost of a run in US dollars, always 0. Runs judge by the rules and use no quota.",
      resolve: () => 0,
    }),
    feedMadeAt: t.expose("feedMadeAt", {
      type: "DateTime",
      nullable: true,
      description: "When the current address of its feed was created; null where it has no feed.",
    }),
    digests: t.relation("digests", {
      type: MonitorDigest,
      description: "The users who receive its notices by e-mail.",
      authScopes: { anyScope: ["teams:read"] },
      query: { orderBy: { id: "asc" } },
    }),
    notices: t.field({
      type: NoticeConnection,
      description: "The notices of the monitor, newest first.",
      args: {
        first: t.arg.int({ description: "The page size, 1–100; by default 25." }),
        after: t.arg.string({ description: "Returns the entries after this cursor." }),
        offset: t.arg.int({ description: "Skips this many entries." }),
      },
      ...relatedPage<typeof Notice.$inferType>({
        relation: "notices",
        query: () => ({ orderBy: { sequence: "desc" } }),
      }),
    }),
  }),
});

type MonitorRow = typeof Monitor.$inferType;

defineNode("Monitor", {
  authScopes: MAY_READ_NOTICES,
  keyOf: numberKey,
  find: async (ids, context, query) => {
    const where = { id: { in: ids }, ...visibleMonitors(context.caller) };
    return byKey(await read(context).monitor.findMany({ ...query, where }), ({ id }) => id);
  },
});

const MonitorConnection = defineConnection<MonitorRow>("Monitor", Monitor, (row) => row);

const NEWEST = { id: "desc" } as const;

builder.queryFields((t) => ({
  monitor: t.prismaField({
    type: Monitor,
    nullable: true,
    description: "A monitor of the caller's team.",
    authScopes: MAY_READ_NOTICES,
    args: { monitorId: t.arg.int({ required: true, description: "The number of the monitor." }) },
    resolve: async (query, _root, { monitorId }, context) => {
      const where = { id: monitorId, ...visibleMonitors(context.caller) };
      const monitor = await read(context).monitor.findFirst({ ...query, where });
      if (monitor === null) throw new NotFoundError(`monitor ${monitorId}`);
      return monitor;
    },
  }),
  monitors: t.field({
    type: MonitorConnection,
    description: "The monitors of the caller's team, newest first.",
    authScopes: MAY_READ_NOTICES,
    args: {
      first: t.arg.int({ description: "The page size, 1–100; by default 25." }),
      after: t.arg.string({ description: "Returns the entries after this cursor." }),
      offset: t.arg.int({ description: "Skips this many entries." }),
      marketId: t.arg.int({ description: "Returns only monitors of this market." }),
    },
    complexity: byPage,
    resolve: async (_root, { marketId, ...args }, context, info) => {
      const page = keysetPage(args, NEWEST);
      const where = { ...visibleMonitors(context.caller), ...(marketId == null ? {} : { marketId }) };
      const { monitor } = read(context);
      const rows = await monitor.findMany({
        ...queryOfNodes(context, info, "Monitor"),
        where,
        orderBy: NEWEST,
        ...keysetTree(page, 1),
      });
      return { rows, cursors: cursorsOf(rows), page, totalCount: () => monitor.count({ where }) };
    },
  }),
}));

const CreateMonitorInput = builder.inputType("CreateMonitorInput", {
  description: "A market or an event filter, with the interval between two runs.",
  fields: (t) => ({
    teamId: t.int({
      description: "By default the key's team. With a platform key, required unless a market is given.",
    }),
    marketId: t.int({
      description: "The market whose search is repeated with its latest criteria. Give either this or `eventFilter`.",
    }),
    eventFilter: t.field({
      type: EventFilterInput,
      description: "The filter of events. Give either this or `marketId`.",
    }),
    name: t.string({ description: "The monitor's name; by default the name of the market." }),
    everyMinutes: t.int({
      description:
        "Minutes between two runs, 1–525,600; by default 60. A run skips the search where no record, criteria or rules have changed.",
    }),
  }),
});

const SubscribeToDigestInput = builder.inputType("SubscribeToDigestInput", {
  description: "A user's subscription to a monitor's digest.",
  fields: (t) => ({
    monitorId: t.int({ required: true, description: "The number of the monitor." }),
    email: t.string({
      description: "The e-mail address of a user of the monitor's team; by default that of the signed-in user.",
    }),
    period: t.field({
      type: DigestPeriodEnum,
      required: true,
      defaultValue: "daily",
      description: "How often the digest is sent.",
    }),
  }),
});

/** Scopes to change a monitor. Its kind determines which of them is needed; the rule checks that. */
const MAY_CHANGE = { anyScope: ["discovery:write", "impact:read"] } as const satisfies ScopeMap;

const byNumber = (description: string, change: (context: GraphContext, monitorId: number) => Promise<number>) =>
  ({ description, change }) as const;

const CHANGES = {
  pauseMonitor: byNumber(
    "Pauses a monitor. The first run after it is resumed reports what has changed in the meantime.",
    ({ db, caller }, id) => setPaused(db, caller, id, true),
  ),
  resumeMonitor: byNumber("Resumes a monitor that was paused with `pauseMonitor`.", ({ db, caller }, id) =>
    setPaused(db, caller, id, false),
  ),
  revokeMonitorFeed: byNumber("Revokes the address of a monitor's feed.", ({ db, caller }, id) =>
    revokeFeed(db, caller, id),
  ),
  runMonitor: byNumber("Requests a run outside the schedule.", ({ db, caller, idempotency }, id) =>
    askForRun(db, caller, id, idempotency),
  ),
};

const MonitorFeed = builder.objectRef<{ monitorId: number; token: string }>("MonitorFeed").implement({
  description:
    "The addresses of a monitor's feed, which are shown only once. Anyone who has an address can read the monitor's notices.",
  fields: (t) => ({
    atomUrl: t.string({
      description: "The address of the feed in Atom format.",
      resolve: ({ token }, _args, { publicUrl }) => `${publicUrl}${feedPath(token, "atom")}`,
    }),
    rssUrl: t.string({
      description: "The address of the feed in RSS 2.0 format.",
      resolve: ({ token }, _args, { publicUrl }) => `${publicUrl}${feedPath(token, "rss")}`,
    }),
    monitor: t.prismaField({
      type: Monitor,
      description: "The monitor.",
      resolve: (query, { monitorId }, _args, context) =>
        read(context).monitor.findUniqueOrThrow({ ...query, where: { id: monitorId } }),
    }),
  }),
});

builder.mutationFields((t) => ({
  createMonitorFeed: t.field({
    type: MonitorFeed,
    description:
      "Creates a new address for a monitor's feed, which feed readers can open without a key. The previous address stops working.",
    authScopes: MAY_CHANGE,
    extensions: TELLS_SECRET,
    args: { monitorId: t.arg.int({ required: true, description: "The number of the monitor." }) },
    resolve: async (_root, { monitorId }, { db, caller }) => ({
      monitorId,
      token: await makeFeed(db, caller, monitorId),
    }),
  }),
  createMonitor: t.prismaField({
    type: Monitor,
    description:
      "Creates a monitor. Its first run records what matches; each later run reports what entered and left, and why. Runs cost nothing and use no quota.",
    authScopes: MAY_CHANGE,
    args: { input: t.arg({ type: CreateMonitorInput, required: true, description: "The market or event filter." }) },
    resolve: async (query, _root, { input }, context) => {
      const id = await createMonitor(context.db, context.caller, input, context.idempotency);
      return read(context).monitor.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
  ...Object.fromEntries(
    Object.entries(CHANGES).map(([name, { description, change }]) => [
      name,
      t.prismaField({
        type: Monitor,
        description,
        authScopes: MAY_CHANGE,
        args: { monitorId: t.arg.int({ required: true, description: "The number of the monitor." }) },
        resolve: async (query, _root, { monitorId }, context) => {
          const id = await change(context, monitorId);
          return read(context).monitor.findUniqueOrThrow({ ...query, where: { id } });
        },
      }),
    ]),
  ),
  subscribeToDigest: t.prismaField({
    type: Monitor,
    description:
      "Sends new notices of a monitor to a user of the team by e-mail, or changes how often. Each notice is in one e-mail.",
    authScopes: MAY_CHANGE,
    args: { input: t.arg({ type: SubscribeToDigestInput, required: true, description: "The user and the interval." }) },
    resolve: async (query, _root, { input }, context) => {
      const id = await subscribeToDigest(context.db, context.caller, input);
      return read(context).monitor.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
  unsubscribeFromDigest: t.prismaField({
    type: Monitor,
    description: "Ends a user's digest. Each digest also has a link that ends it.",
    authScopes: MAY_CHANGE,
    args: {
      monitorId: t.arg.int({ required: true, description: "The number of the monitor." }),
      email: t.arg.string({ description: "The user's e-mail address; by default that of the signed-in user." }),
    },
    resolve: async (query, _root, args, context) => {
      const id = await unsubscribeFromDigest(context.db, context.caller, args);
      return read(context).monitor.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
  deleteMonitor: t.int({
    description: "Deletes a monitor, and returns its number. Its notices stay in the team's log.",
    authScopes: MAY_CHANGE,
    args: { monitorId: t.arg.int({ required: true, description: "The number of the monitor." }) },
    resolve: (_root, { monitorId }, { db, caller }) => deleteMonitor(db, caller, monitorId),
  }),
}));
