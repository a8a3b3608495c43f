import { sees } from "#accounts/auth/caller";
import { NotFoundError } from "#foundation/errors/index";
import { askForRun, createMonitor, deleteMonitor, setPaused, updateMonitor } from "#monitors/manage-monitors";
import type { KeptSchedule } from "#monitors/monitor-schedules";
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

/** A call to Temporal takes about as long as a page of companies. */
const SCHEDULE_COMPLEXITY = 25;

const MonitorKind = builder.enumType("MonitorKind", {
  description: "The kind of search that a monitor repeats.",
  values: enumValues(["market", "events"] as const, {
    market: "The search of a market, with its latest criteria.",
    events: "A filter of events.",
  }),
});

const MonitorStatus = builder.enumType("MonitorStatus", {
  description: "The state of a monitor.",
  values: enumValues(["active", "paused"] as const, {
    active: "The monitor runs as its trigger says.",
    paused: "The monitor does not run until it is resumed.",
  }),
});

const MonitorTriggerEnum = builder.enumType("MonitorTrigger", {
  description: "What starts the runs of a monitor.",
  values: enumValues(["schedule", "recordsChanged"] as const, {
    schedule: "Its interval: the monitor runs every `everyMinutes`.",
    recordsChanged:
      "Changes: the monitor runs a minute after companies (or events, if it repeats a filter of events) have changed. Several changes need one run, and `everyMinutes` pass between two runs.",
  }),
});

const MonitorSchedule = builder.objectRef<KeptSchedule>("MonitorSchedule").implement({
  description: "The schedule of a monitor in Temporal, as it was when the query ran.",
  fields: (t) => ({
    isPausedByOperator: t.exposeBoolean("isPausedByOperator", {
      description:
        "Whether an operator has paused the schedule in Temporal. Only an operator can end this, also in Temporal.",
    }),
    note: t.exposeString("note", { description: "The operator's reason; empty if none was given." }),
    nextRunAt: t.expose("nextRunAt", {
      type: "DateTime",
      nullable: true,
      description:
        "When the next run starts; null if the schedule or the monitor is paused, or if the trigger is RECORDS_CHANGED and nothing has changed since the last run.",
    }),
  }),
});

export const Monitor = builder.prismaNode("Monitor", {
  description:
    "A search of a market, or a filter of events, that is repeated on a schedule or when records change. It reports as notices which companies or events entered and left the result.",
  id: { field: "id" },
  select: { id: true, teamId: true, kind: true },
  authScopes: ({ teamId, kind }, { caller }) =>
    sees(caller, teamId) && (kind === "events" ? MAY_READ_EVENTS : MAY_READ_MARKETS),
  fields: (t) => ({
    monitorId: t.exposeInt("id", { description: "The number of the monitor, by which other operations refer to it." }),
    name: t.exposeString("name", { description: "The name of the monitor." }),
    kind: t.expose("kind", {
      type: MonitorKind,
      description: "Whether the monitor repeats the search of a market or a filter of events.",
    }),
    market: t.relation("market", {
      type: Market,
      nullable: true,
      description: "The market whose search is repeated; null for a monitor of events.",
    }),
    eventFilter: t.expose("eventFilter", {
      type: "JSON",
      nullable: true,
      description: "The filter of events, in the form of `EventFilterInput`; null for a monitor of a market.",
    }),
    trigger: t.expose("trigger", { type: MonitorTriggerEnum, description: "What starts the runs of the monitor." }),
    everyMinutes: t.exposeInt("everyMinutes", {
      description:
        "The interval between two runs, in minutes. If the trigger is RECORDS_CHANGED, the shortest interval between two runs.",
    }),
    status: t.field({
      type: MonitorStatus,
      description:
        "Whether clients have paused the monitor. Operators can pause its `schedule` as well; it runs if neither is paused.",
      select: { status: true },
      resolve: ({ status }) => (status === "paused" ? "paused" : "active"),
    }),
    schedule: t.field({
      type: MonitorSchedule,
      nullable: true,
      description: "The monitor's schedule; null if it has not been created yet, or if Temporal does not respond.",
      // Each is a call to Temporal.
      complexity: SCHEDULE_COMPLEXITY,
      select: { id: true, status: true, trigger: true, hasChanges: true, runDueAt: true },
      resolve: async ({ id, status, trigger, hasChanges, runDueAt }, _args, { schedules }) => {
        const schedule = await schedules.read(id);
        if (schedule === null) return null;
        // A run that an operator's schedule starts meanwhile does nothing.
        if (status === "paused") return { ...schedule, nextRunAt: null };
        if (trigger === "schedule" || schedule.isPausedByOperator) return schedule;
        return { ...schedule, nextRunAt: hasChanges ? runDueAt : null };
      },
    }),
    createdBy: t.expose("createdBy", {
      type: "UUID",
      description: "The id of the user who created the monitor, or of the API key if no user was signed in.",
    }),
    createdAt: t.expose("createdAt", { type: "DateTime", description: "When the monitor was created." }),
    runs: t.exposeInt("runs", { description: "The number of runs that have ended." }),
    lastRunAt: t.expose("lastRunAt", {
      type: "DateTime",
      nullable: true,
      description: "When the last run ended; null if there was none.",
    }),
    lastResult: t.exposeString("lastResult", {
      description:
        "The result of the last run in a sentence, such as `2 entered, 1 left; 40 match.`; empty if there was none.",
    }),
    matching: t.exposeInt("matching", {
      description: "The number of companies or events that matched at the last run.",
    }),
    costPerRunUsd: t.float({
      description: "The cost of a run in US dollars, which is always 0: runs judge by the rules and use no quota.",
      resolve: () => 0,
    }),
    feedMadeAt: t.expose("feedMadeAt", {
      type: "DateTime",
      nullable: true,
      description: "When the current URL of the monitor's feed was created; null if it has no feed.",
    }),
    notices: t.field({
      type: NoticeConnection,
      description: "The notices of the monitor, newest first.",
      args: {
        first: t.arg.int({ description: "The page size, 1–100; by default 25." }),
        after: t.arg.string({
          description: "Returns the entries after this cursor, which must come from the same list in the same order.",
        }),
        offset: t.arg.int({ description: "Skips this many entries. It cannot be combined with `after`." }),
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
    description:
      "A monitor of the caller's team, by its number. Fails with NOT_FOUND if the caller has no such monitor.",
    authScopes: MAY_READ_NOTICES,
    args: { monitorId: t.arg.int({ required: true, description: "The number of the monitor (its `monitorId`)." }) },
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
      after: t.arg.string({
        description: "Returns the entries after this cursor, which must come from the same list in the same order.",
      }),
      offset: t.arg.int({ description: "Skips this many entries. It cannot be combined with `after`." }),
      marketId: t.arg.int({ description: "Returns only monitors of this market, by its number." }),
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
  description: "The input of `createMonitor`. Give either `marketId` or `eventFilter`.",
  fields: (t) => ({
    teamId: t.int({
      description:
        "The team that will own the monitor; by default the key's team. With a platform key, required unless a market is given.",
    }),
    marketId: t.int({
      description: "The number of the market whose search is repeated, with its latest criteria.",
    }),
    eventFilter: t.field({
      type: EventFilterInput,
      description: "The filter of events, which must have at least one condition.",
    }),
    name: t.string({
      description: "The name of the monitor, at most 200 characters; by default the name of the market, or `Events`.",
    }),
    trigger: t.field({
      type: MonitorTriggerEnum,
      description: "What starts the runs of the monitor; by default SCHEDULE.",
    }),
    everyMinutes: t.int({
      description:
        "The interval between two runs in minutes, 1–525,600; by default 60. If the trigger is RECORDS_CHANGED, the shortest interval between two runs. A run skips the search if no record, criteria or rules have changed.",
    }),
  }),
});

const UpdateMonitorInput = builder.inputType("UpdateMonitorInput", {
  description: "The input of `updateMonitor`. Fields that are not given stay as they are.",
  fields: (t) => ({
    monitorId: t.int({ required: true, description: "The number of the monitor (its `monitorId`)." }),
    trigger: t.field({
      type: MonitorTriggerEnum,
      description:
        "What starts the runs of the monitor. A monitor that is changed to RECORDS_CHANGED runs once, to report what has changed since its last run.",
    }),
    everyMinutes: t.int({ description: "The interval between two runs in minutes, 1–525,600." }),
  }),
});

/** Scopes to change a monitor. Its kind determines which of them is needed; the rule checks that. */
export const MAY_CHANGE_MONITORS = { anyScope: ["discovery:write", "impact:read"] } as const satisfies ScopeMap;

const byNumber = (description: string, change: (context: GraphContext, monitorId: number) => Promise<number>) =>
  ({ description, change }) as const;

const CHANGES = {
  pauseMonitor: byNumber(
    "Pauses a monitor. The first run after it is resumed reports what changed in the meantime.",
    ({ db, caller }, id) => setPaused(db, caller, id, true),
  ),
  resumeMonitor: byNumber(
    "Resumes a monitor that was paused with `pauseMonitor`. A schedule that an operator has paused stays paused.",
    ({ db, caller }, id) => setPaused(db, caller, id, false),
  ),
  runMonitor: byNumber(
    "Requests a run of a monitor in addition to its schedule. Fails with CONFLICT if the monitor is paused.",
    ({ db, caller, idempotency }, id) => askForRun(db, caller, id, idempotency),
  ),
};

builder.mutationFields((t) => ({
  createMonitor: t.prismaField({
    type: Monitor,
    description:
      "Creates a monitor. Its first run records what matches and reports what differs from the market's discoveries. Each later run reports what entered and left, and why. Runs cost nothing and use no quota. Fails with CONFLICT if the team already has 200 monitors.",
    authScopes: MAY_CHANGE_MONITORS,
    args: {
      input: t.arg({
        type: CreateMonitorInput,
        required: true,
        description: "The market or event filter, and the interval.",
      }),
    },
    resolve: async (query, _root, { input }, context) => {
      const id = await createMonitor(context.db, context.caller, input, context.idempotency);
      return read(context).monitor.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
  updateMonitor: t.prismaField({
    type: Monitor,
    description: "Changes what starts the runs of a monitor, or the interval between them.",
    authScopes: MAY_CHANGE_MONITORS,
    args: { input: t.arg({ type: UpdateMonitorInput, required: true, description: "The monitor, and what changes." }) },
    resolve: async (query, _root, { input }, context) => {
      const id = await updateMonitor(context.db, context.caller, input);
      return read(context).monitor.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
  ...Object.fromEntries(
    Object.entries(CHANGES).map(([name, { description, change }]) => [
      name,
      t.prismaField({
        type: Monitor,
        description,
        authScopes: MAY_CHANGE_MONITORS,
        args: { monitorId: t.arg.int({ required: true, description: "The number of the monitor (its `monitorId`)." }) },
        resolve: async (query, _root, { monitorId }, context) => {
          const id = await change(context, monitorId);
          return read(context).monitor.findUniqueOrThrow({ ...query, where: { id } });
        },
      }),
    ]),
  ),
  deleteMonitor: t.int({
    description: "Deletes a monitor, and returns its number. Its notices stay in the team's log.",
    authScopes: MAY_CHANGE_MONITORS,
    args: { monitorId: t.arg.int({ required: true, description: "The number of the monitor (its `monitorId`)." }) },
    resolve: (_root, { monitorId }, { db, caller }) => deleteMonitor(db, caller, monitorId),
  }),
}));
