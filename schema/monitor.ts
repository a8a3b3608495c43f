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
  description: "What is asked again: a market's criteria, or a filter of events.",
  values: enumValues(["market", "events"] as const, { market: "A market's criteria.", events: "A filter of events." }),
});

const MonitorStatus = builder.enumType("MonitorStatus", {
  description: "Whether it runs.",
  values: enumValues(["active", "paused"] as const, {
    active: "It runs at its interval.",
    paused: "It does not run until it is resumed.",
  }),
});

const DigestPeriodEnum = builder.enumType("DigestPeriod", {
  description: "How often a digest is sent, where there is something to tell.",
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
    period: t.expose("period", { type: DigestPeriodEnum, description: "How often." }),
    dueAt: t.expose("dueAt", { type: "DateTime", description: "When the next one is due." }),
    lastSentAt: t.expose("lastSentAt", { type: "DateTime", nullable: true, description: "Null: none was sent yet." }),
    lastError: t.exposeString("lastError", {
      description: "Why the last attempt failed; it is made again. Empty: it did not.",
    }),
  }),
});

export const Monitor = builder.prismaNode("Monitor", {
  description: "A market or a filter of events that is evaluated repeatedly; it tells what enters and what leaves.",
  id: { field: "id" },
  select: { id: true, teamId: true, kind: true },
  authScopes: ({ teamId, kind }, { caller }) =>
    sees(caller, teamId) && (kind === "events" ? MAY_READ_EVENTS : MAY_READ_MARKETS),
  fields: (t) => ({
    monitorId: t.exposeInt("id", { description: "Its number." }),
    name: t.exposeString("name", { description: "What it is called." }),
    kind: t.expose("kind", { type: MonitorKind, description: "What it asks." }),
    market: t.relation("market", { type: Market, nullable: true, description: "Null: it is of events." }),
    eventFilter: t.expose("eventFilter", { type: "JSON", nullable: true, description: "Null: it is of a market." }),
    everyMinutes: t.exposeInt("everyMinutes", { description: "Minutes between two runs." }),
    status: t.field({
      type: MonitorStatus,
      description: "Whether it runs. Resume a schedule that was paused in the Temporal UI there.",
      select: { status: true },
      resolve: ({ status }) => (status === "paused" ? "paused" : "active"),
    }),
    createdBy: t.expose("createdBy", { type: "UUID", description: "A user, or the API key where none was signed in." }),
    createdAt: t.expose("createdAt", { type: "DateTime", description: "When it was made." }),
    runs: t.exposeInt("runs", { description: "Runs that have ended." }),
    lastRunAt: t.expose("lastRunAt", { type: "DateTime", nullable: true, description: "Null: it has not run yet." }),
    lastResult: t.exposeString("lastResult", { description: "What the last run came to, a sentence." }),
    matching: t.exposeInt("matching", { description: "Companies or events that match now." }),
    costPerRunUsd: t.float({
      description: "The cost of a run: nothing. It judges by rules, and no quota counts it.",
      resolve: () => 0,
    }),
    feedMadeAt: t.expose("feedMadeAt", {
      type: "DateTime",
      nullable: true,
      description: "When its feed got the address that it has. Null: it has no feed.",
    }),
    digests: t.relation("digests", {
      type: MonitorDigest,
      description: "Who gets by e-mail what it tells.",
      authScopes: { anyScope: ["teams:read"] },
      query: { orderBy: { id: "asc" } },
    }),
    notices: t.field({
      type: NoticeConnection,
      description: "What it told, newest first.",
      args: {
        first: t.arg.int({ description: "1–100, 25 by default." }),
        after: t.arg.string({ description: "A cursor of this list." }),
        offset: t.arg.int({ description: "Leaves out so many." }),
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
    description: "A monitor of the caller's.",
    authScopes: MAY_READ_NOTICES,
    args: { monitorId: t.arg.int({ required: true, description: "Its number." }) },
    resolve: async (query, _root, { monitorId }, context) => {
      const where = { id: monitorId, ...visibleMonitors(context.caller) };
      const monitor = await read(context).monitor.findFirst({ ...query, where });
      if (monitor === null) throw new NotFoundError(`monitor ${monitorId}`);
      return monitor;
    },
  }),
  monitors: t.field({
    type: MonitorConnection,
    description: "The caller's monitors, newest first.",
    authScopes: MAY_READ_NOTICES,
    args: {
      first: t.arg.int({ description: "1–100, 25 by default." }),
      after: t.arg.string({ description: "A cursor of this list." }),
      offset: t.arg.int({ description: "Leaves out so many." }),
      marketId: t.arg.int({ description: "Only those of this market." }),
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
  description: "A market or a filter of events, and how often it is asked again.",
  fields: (t) => ({
    teamId: t.int({ description: "The key's own team by default; a platform key has to name it, or a market." }),
    marketId: t.int({ description: "The market: its latest criteria are asked again. Or give eventFilter." }),
    eventFilter: t.field({ type: EventFilterInput, description: "Events that match it. Or give marketId." }),
    name: t.string({ description: "By default the market's name." }),
    everyMinutes: t.int({
      description:
        "Minutes between two runs, 1–525,600, 60 by default. A run where no record, criteria or rules have changed searches nothing.",
    }),
  }),
});

const SubscribeToDigestInput = builder.inputType("SubscribeToDigestInput", {
  description: "A monitor, a user, and how often.",
  fields: (t) => ({
    monitorId: t.int({ required: true, description: "Its number." }),
    email: t.string({ description: "Of a user of the monitor's team; the signed-in user's by default." }),
    period: t.field({ type: DigestPeriodEnum, required: true, defaultValue: "daily", description: "How often." }),
  }),
});

/** Scopes to change a monitor. Its kind determines which of them is needed; the rule checks that. */
const MAY_CHANGE = { anyScope: ["discovery:write", "impact:read"] } as const satisfies ScopeMap;

const byNumber = (description: string, change: (context: GraphContext, monitorId: number) => Promise<number>) =>
  ({ description, change }) as const;

const CHANGES = {
  pauseMonitor: byNumber(
    "Pauses a monitor. The first run afterwards tells what has changed meanwhile.",
    ({ db, caller }, id) => setPaused(db, caller, id, true),
  ),
  resumeMonitor: byNumber("Resumes a monitor that was paused here.", ({ db, caller }, id) =>
    setPaused(db, caller, id, false),
  ),
  revokeMonitorFeed: byNumber("Takes the address of a monitor's feed away.", ({ db, caller }, id) =>
    revokeFeed(db, caller, id),
  ),
  runMonitor: byNumber("Asks for a run beside the schedule.", ({ db, caller, idempotency }, id) =>
    askForRun(db, caller, id, idempotency),
  ),
};

const MonitorFeed = builder.objectRef<{ monitorId: number; token: string }>("MonitorFeed").implement({
  description:
    "The addresses of a monitor's feed: whoever has one may read the monitor's notices. Shown only this once.",
  fields: (t) => ({
    atomUrl: t.string({
      description: "As Atom.",
      resolve: ({ token }, _args, { publicUrl }) => `${publicUrl}${feedPath(token, "atom")}`,
    }),
    rssUrl: t.string({
      description: "As RSS 2.0.",
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
      "Gives a monitor's feed a new address, for feed readers, which cannot send a key. The previous address stops working.",
    authScopes: MAY_CHANGE,
    extensions: TELLS_SECRET,
    args: { monitorId: t.arg.int({ required: true, description: "Its number." }) },
    resolve: async (_root, { monitorId }, { db, caller }) => ({
      monitorId,
      token: await makeFeed(db, caller, monitorId),
    }),
  }),
  createMonitor: t.prismaField({
    type: Monitor,
    description:
      "Makes a monitor. Its first run remembers what matches; from then on each run tells what entered and left, and why. A run pays nothing and counts in no quota.",
    authScopes: MAY_CHANGE,
    args: { input: t.arg({ type: CreateMonitorInput, required: true, description: "What is watched." }) },
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
        args: { monitorId: t.arg.int({ required: true, description: "Its number." }) },
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
      "Sends a user of the team the monitor's notices from now on by e-mail, or changes how often. Each notice is in one mail.",
    authScopes: MAY_CHANGE,
    args: { input: t.arg({ type: SubscribeToDigestInput, required: true, description: "Who, and how often." }) },
    resolve: async (query, _root, { input }, context) => {
      const id = await subscribeToDigest(context.db, context.caller, input);
      return read(context).monitor.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
  unsubscribeFromDigest: t.prismaField({
    type: Monitor,
    description: "Ends a user's digest. Each of its mails has an address that does so too.",
    authScopes: MAY_CHANGE,
    args: {
      monitorId: t.arg.int({ required: true, description: "Its number." }),
      email: t.arg.string({ description: "Of the user; the signed-in user's by default." }),
    },
    resolve: async (query, _root, args, context) => {
      const id = await unsubscribeFromDigest(context.db, context.caller, args);
      return read(context).monitor.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
  deleteMonitor: t.int({
    description: "Ends a monitor; its notices stay in the team's log. Answers its number.",
    authScopes: MAY_CHANGE,
    args: { monitorId: t.arg.int({ required: true, description: "Its number." }) },
    resolve: (_root, { monitorId }, { db, caller }) => deleteMonitor(db, caller, monitorId),
  }),
}));
