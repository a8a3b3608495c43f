import { actingTeam, type Caller, sees, tenancy } from "#accounts/auth/caller";
import { InvalidInputError } from "#foundation/errors/index";
import { type FieldChange, NOTICE_KINDS, type NoticeCause, type NoticeData, type NoticeKind } from "#notices/notice";
import { followNotices } from "#notices/notice-log";
import { builder, type ScopeMap } from "./builder.ts";
import { byPage, cursorsOf, defineConnection, keysetPage, keysetTree } from "./connection.ts";
import { MAY_READ_EVENTS } from "./event.ts";
import { byKey, defineNode, uuidKey } from "./node.ts";
import { read } from "./read.ts";
import { queryOfNodes } from "./related-page.ts";

/** Scopes for notices about markets. Notices about events also need the subscription. */
export const MAY_READ_NOTICES = { anyScope: ["markets:read", "impact:read"] } as const satisfies ScopeMap;
export const MAY_READ_MARKETS = { anyScope: ["markets:read"] } as const satisfies ScopeMap;

/** Whether the caller may read notices about events. */
const readsEvents = ({ scopes, subscriptions }: Caller): boolean =>
  scopes.has("impact:read") && subscriptions.has("events-monitor");

/** Returns the condition on the notices that a caller may read. */
export const visibleNotices = (caller: Caller) => ({
  ...tenancy(caller),
  ...(readsEvents(caller) ? {} : { isOfEvents: false }),
  ...(caller.scopes.has("markets:read") ? {} : { isOfEvents: true }),
});

/** Returns the condition on the monitors that a caller may read. */
export const visibleMonitors = (caller: Caller) => ({
  ...tenancy(caller),
  status: { not: "deleted" as const },
  kind: {
    in: [
      ...(caller.scopes.has("markets:read") ? ["market" as const] : []),
      ...(readsEvents(caller) ? ["events" as const] : []),
    ],
  },
});

const MEANINGS: Readonly<Record<NoticeKind, string>> = {
  "discovery.completed": "A discovery of a market completed.",
  "discovery.failed": "A discovery of a market failed.",
  "discovery.cancelled": "A discovery of a market was cancelled.",
  "publish.completed": "The publish of a market completed.",
  "publish.failed": "The publish of a market failed.",
  "publish.cancelled": "The publish of a market was cancelled.",
  "company.entered":
    "A company matches the criteria of a monitored market and did not match at the previous run. The first run of a monitor compares with the market's discoveries.",
  "company.left": "A company matched the criteria of a monitored market at the previous run and no longer matches.",
  "event.entered":
    "An event matches a monitored filter and did not match at the previous run. The first run of a monitor reports none.",
  "event.left": "An event matched a monitored filter at the previous run and no longer matches or exists.",
  "webhook.disabled":
    "A webhook was disabled, because its receiver accepted nothing for three days or answered 410 Gone.",
};

export const NoticeKindEnum = builder.enumType("NoticeKind", {
  description: "What a notice reports.",
  values: Object.fromEntries(
    NOTICE_KINDS.map((value) => [value.replace(".", "_").toUpperCase(), { value, description: MEANINGS[value] }]),
  ) as Record<string, { value: NoticeKind; description: string }>,
});

const NoticeCauseKind = builder.enumType("NoticeCauseKind", {
  description: "The kind of change that caused a notice.",
  values: {
    RECORD: { value: "record", description: "The company's own record changed." },
    CRITERIA: { value: "criteria", description: "The market's criteria changed." },
    RULES: {
      value: "rules",
      description:
        "The version of the rules changed, so that the same record or the same articles are judged or read differently.",
    },
    DIRECTORY: {
      value: "directory",
      description:
        "The records of other companies changed, so that the search finds this company or no longer finds it.",
    },
    ARTICLES: { value: "articles", description: "The articles of the event changed." },
  } as const,
});

const Change = builder.objectRef<FieldChange>("NoticeChange").implement({
  description: "A field or criterion that changed, with its values before and after.",
  fields: (t) => ({
    field: t.exposeString("field", { description: "The name of the field or criterion." }),
    before: t.expose("before", {
      type: "JSON",
      nullable: true,
      description: "The value before the change; null if there was none or it was unknown.",
    }),
    after: t.expose("after", {
      type: "JSON",
      nullable: true,
      description: "The value after the change; null if there is none.",
    }),
  }),
});

const Source = builder.objectRef<NoticeCause["sources"][number]>("NoticeSource").implement({
  description: "A source of a change: a record of the company, or an article.",
  fields: (t) => ({
    source: t.exposeString("source", { description: "The name of the file, page or publisher." }),
    kind: t.exposeString("kind", {
      description:
        "The kind of the source: `register`, `directory`, `page` or `sample` for a record, `article` for an article.",
    }),
    line: t.exposeInt("line", { nullable: true, description: "The line number in the file; null for other sources." }),
    url: t.exposeString("url", { nullable: true, description: "The URL of the article; null for records." }),
    at: t.field({
      type: "DateTime",
      description: "When the record or the article was stored.",
      resolve: ({ at }) => new Date(at),
    }),
  }),
});

const Cause = builder.objectRef<NoticeCause>("NoticeCause").implement({
  description: "Why a company or event entered or left, with the values before and after.",
  fields: (t) => ({
    kind: t.expose("kind", { type: NoticeCauseKind, description: "The kind of change." }),
    summary: t.exposeString("summary", { description: "The cause in one sentence." }),
    sources: t.expose("sources", {
      type: [Source],
      description: "The records or articles that brought the change; empty if it has no such source.",
    }),
    changes: t.expose("changes", {
      type: [Change],
      description: "The fields that changed, with their values before and after.",
    }),
  }),
});

const NoticeCompany = builder.objectRef<NonNullable<NoticeData["company"]>>("NoticeCompany").implement({
  description: "The company as it was when the notice was written. The directory may no longer have it.",
  fields: (t) => ({
    domain: t.exposeString("domain", { description: "The domain of the company." }),
    name: t.exposeString("name", { description: "The name of the company." }),
  }),
});

const dataOf = ({ data }: { data: unknown }): NoticeData => data as NoticeData;

export const Notice = builder.prismaNode("Notice", {
  description:
    "An entry of a team's log of notices: the end of a discovery or publish, a report of a monitor, or a disabled webhook.",
  id: { field: "id" },
  select: { id: true, teamId: true, isOfEvents: true },
  authScopes: ({ teamId, isOfEvents }, { caller }) =>
    sees(caller, teamId) && (isOfEvents ? MAY_READ_EVENTS : MAY_READ_MARKETS),
  fields: (t) => ({
    noticeId: t.expose("id", {
      type: "UUID",
      description: "The id of the notice, which is the same in every copy of it, including webhook messages.",
    }),
    sequence: t.exposeInt("sequence", { description: "The position in the log of the team, from 1, without gaps." }),
    kind: t.field({
      type: NoticeKindEnum,
      description: "What the notice reports.",
      select: { kind: true },
      resolve: ({ kind }) => kind as NoticeKind,
    }),
    at: t.expose("at", { type: "DateTime", description: "When the notice was written." }),
    title: t.exposeString("title", { description: "The notice as one line of text for display." }),
    marketId: t.exposeInt("marketId", {
      nullable: true,
      description: "The number of the market that the notice is about; null if it is about none.",
    }),
    monitorId: t.exposeInt("monitorId", {
      nullable: true,
      description: "The number of the monitor that wrote the notice; null for other notices.",
    }),
    companyId: t.exposeInt("companyId", {
      nullable: true,
      description: "The number of the company that entered or left; null for other notices.",
    }),
    eventId: t.exposeInt("eventId", {
      nullable: true,
      description: "The number of the event that entered or left; null for other notices.",
    }),
    company: t.field({
      type: NoticeCompany,
      nullable: true,
      description: "The company that entered or left; null for other notices.",
      select: { data: true },
      resolve: (row) => dataOf(row).company ?? null,
    }),
    causes: t.field({
      type: [Cause],
      description: "Why the company or event entered or left; empty for other notices.",
      select: { data: true },
      resolve: (row) => dataOf(row).causes ?? [],
    }),
    criteria: t.field({
      type: [Change],
      description:
        "The criteria whose outcome for the company changed, with the outcomes before and after; empty for other notices.",
      select: { data: true },
      resolve: (row) => dataOf(row).criteria ?? [],
    }),
    data: t.expose("data", { type: "JSON", description: "The content of the notice as JSON, as webhooks send it." }),
  }),
});

defineNode("Notice", {
  authScopes: MAY_READ_NOTICES,
  keyOf: uuidKey,
  find: async (ids, context, query) => {
    const where = { id: { in: ids }, ...visibleNotices(context.caller) };
    return byKey(await read(context).notice.findMany({ ...query, where }), ({ id }) => id);
  },
});

export const NoticeConnection = defineConnection<typeof Notice.$inferType>("Notice", Notice, (row) => row);

const NEWEST = { sequence: "desc" } as const;

builder.queryField("notices", (t) =>
  t.field({
    type: NoticeConnection,
    description: "The log of notices of a team, newest first.",
    authScopes: MAY_READ_NOTICES,
    args: {
      teamId: t.arg.int({
        description: "The number of the team; by default the key's team. Required with a platform key.",
      }),
      kinds: t.arg({
        type: [NoticeKindEnum],
        description: "Returns only notices of these kinds; by default all notices.",
      }),
      first: t.arg.int({ description: "The page size, 1–100; by default 25." }),
      after: t.arg.string({
        description: "Returns the entries after this cursor, which must come from the same list in the same order.",
      }),
    },
    complexity: byPage,
    resolve: async (_root, { teamId, kinds, ...args }, context, info) => {
      const page = keysetPage(args, NEWEST);
      const where = {
        ...visibleNotices(context.caller),
        teamId: loggedTeam(context.caller, teamId),
        ...(kinds == null || kinds.length === 0 ? {} : { kind: { in: kinds } }),
      };
      const { notice } = read(context);
      const rows = await notice.findMany({
        ...queryOfNodes(context, info, "Notice"),
        where,
        orderBy: NEWEST,
        ...keysetTree(page, 1),
      });
      return { rows, cursors: cursorsOf(rows), page, totalCount: () => notice.count({ where }) };
    },
  }),
);

/** Returns the team whose log is read. @throws InvalidInputError, ForbiddenError */
function loggedTeam(caller: Caller, named: number | null | undefined): number {
  const teamId = actingTeam(caller, named);
  if (teamId === null) throw new InvalidInputError("teamId is missing: a platform key has to name the team");
  return teamId;
}

builder.subscriptionField("noticeAdded", (t) =>
  t.prismaField({
    type: Notice,
    description:
      "Streams the log of notices of a team: first the stored entries after `after`, then new entries as they are written, in order and without gaps.",
    authScopes: MAY_READ_NOTICES,
    args: {
      teamId: t.arg.int({
        description: "The number of the team; by default the key's team. Required with a platform key.",
      }),
      after: t.arg.int({
        defaultValue: 0,
        description:
          "The `sequence` of the last notice that the client has; by default 0, which starts with the first notice.",
      }),
    },
    subscribe: async (_root, { teamId, after }, { db, notices, caller }) =>
      followNotices(db, notices, loggedTeam(caller, teamId), {
        after: after ?? 0,
        ofMarkets: caller.scopes.has("markets:read"),
        ofEvents: readsEvents(caller),
      }),
    resolve: (query, { id }, _args, context) =>
      read(context).notice.findUniqueOrThrow({ ...query, where: { id, ...tenancy(context.caller) } }),
  }),
);
