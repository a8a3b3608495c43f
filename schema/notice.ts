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
  "discovery.completed": "A discovery has completed.",
  "discovery.failed": "A discovery has failed.",
  "discovery.cancelled": "A discovery was cancelled.",
  "publish.completed": "A publish has completed.",
  "publish.failed": "A publish has failed.",
  "publish.cancelled": "A publish was cancelled.",
  "company.entered": "A company has entered a monitored market.",
  "company.left": "A company has left a monitored market.",
  "event.entered": "An event now meets a monitored filter.",
  "event.left": "An event no longer meets a monitored filter.",
  "webhook.disabled": "A webhook was disabled.",
};

export const NoticeKindEnum = builder.enumType("NoticeKind", {
  description: "What a notice reports.",
  values: Object.fromEntries(
    NOTICE_KINDS.map((value) => [value.replace(".", "_").toUpperCase(), { value, description: MEANINGS[value] }]),
  ) as Record<string, { value: NoticeKind; description: string }>,
});

const NoticeCauseKind = builder.enumType("NoticeCauseKind", {
  description: "The cause of a notice.",
  values: {
    RECORD: { value: "record", description: "The company's own record has changed." },
    CRITERIA: { value: "criteria", description: "The market's criteria have changed." },
    RULES: {
      value: "rules",
      description: "The rules have a new version, which judges or reads the same articles differently.",
    },
    DIRECTORY: {
      value: "directory",
      description: "Other companies' records have changed, and so the search finds this one.",
    },
    ARTICLES: { value: "articles", description: "The articles of the event have changed." },
  } as const,
});

const Change = builder.objectRef<FieldChange>("NoticeChange").implement({
  description: "A field or a criterion that has changed.",
  fields: (t) => ({
    field: t.exposeString("field", { description: "Its name." }),
    before: t.expose("before", {
      type: "JSON",
      nullable: true,
      description: "The value before; null where there was none or it was unknown.",
    }),
    after: t.expose("after", { type: "JSON", nullable: true, description: "The value now; null where there is none." }),
  }),
});

const Source = builder.objectRef<NoticeCause["sources"][number]>("NoticeSource").implement({
  description: "The source of a cause: a record of the company, or an article.",
  fields: (t) => ({
    source: t.exposeString("source", { description: "The name of the file, the page or the publisher." }),
    kind: t.exposeString("kind", {
      description: "The kind of the record (`register`, `directory`, `page` or `sample`), or `article`.",
    }),
    line: t.exposeInt("line", { nullable: true, description: "The line of the file; null for other sources." }),
    url: t.exposeString("url", { nullable: true, description: "The address of the article; null for records." }),
    at: t.field({
      type: "DateTime",
      description: "When the record or article was stored.",
      resolve: ({ at }) => new Date(at),
    }),
  }),
});

const Cause = builder.objectRef<NoticeCause>("NoticeCause").implement({
  description: "Why a company or event entered or left, with the state before and now.",
  fields: (t) => ({
    kind: t.expose("kind", { type: NoticeCauseKind, description: "What has changed." }),
    summary: t.exposeString("summary", { description: "The cause as a sentence." }),
    sources: t.expose("sources", { type: [Source], description: "The sources of the change." }),
    changes: t.expose("changes", { type: [Change], description: "The fields that have changed." }),
  }),
});

const NoticeCompany = builder.objectRef<NonNullable<NoticeData["company"]>>("NoticeCompany").implement({
  description: "The company as it was when the notice was written; the directory may no longer have it.",
  fields: (t) => ({
    domain: t.exposeString("domain", { description: "The company's domain." }),
    name: t.exposeString("name", { description: "Its name." }),
  }),
});

const dataOf = ({ data }: { data: unknown }): NoticeData => data as NoticeData;

export const Notice = builder.prismaNode("Notice", {
  description:
    "An entry of a team's log: a job has ended, or a company or event has entered or left a monitored result.",
  id: { field: "id" },
  select: { id: true, teamId: true, isOfEvents: true },
  authScopes: ({ teamId, isOfEvents }, { caller }) =>
    sees(caller, teamId) && (isOfEvents ? MAY_READ_EVENTS : MAY_READ_MARKETS),
  fields: (t) => ({
    noticeId: t.expose("id", {
      type: "UUID",
      description: "The same in every copy of the notice, including webhooks.",
    }),
    sequence: t.exposeInt("sequence", { description: "Counts from 1 within the team, without gaps." }),
    kind: t.field({
      type: NoticeKindEnum,
      description: "What the notice reports.",
      select: { kind: true },
      resolve: ({ kind }) => kind as NoticeKind,
    }),
    at: t.expose("at", { type: "DateTime", description: "When the notice was written." }),
    title: t.exposeString("title", { description: "The notice as one line of text." }),
    marketId: t.exposeInt("marketId", {
      nullable: true,
      description: "The market that the notice is about; null for other notices.",
    }),
    monitorId: t.exposeInt("monitorId", {
      nullable: true,
      description: "The monitor that wrote the notice; null for notices about jobs.",
    }),
    companyId: t.exposeInt("companyId", {
      nullable: true,
      description: "The company that the notice is about; null for other notices.",
    }),
    eventId: t.exposeInt("eventId", {
      nullable: true,
      description: "The event that the notice is about; null for other notices.",
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
      description: "Why the company or event entered or left; empty for notices about jobs.",
      select: { data: true },
      resolve: (row) => dataOf(row).causes ?? [],
    }),
    criteria: t.field({
      type: [Change],
      description: "The criteria whose outcome has changed, with what was found before and now.",
      select: { data: true },
      resolve: (row) => dataOf(row).criteria ?? [],
    }),
    data: t.expose("data", { type: "JSON", description: "The complete content of the notice, as webhooks send it." }),
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
    description: "The log of the caller's team, newest first: ended jobs and the reports of monitors.",
    authScopes: MAY_READ_NOTICES,
    args: {
      teamId: t.arg.int({ description: "By default the key's team; required with a platform key." }),
      kinds: t.arg({ type: [NoticeKindEnum], description: "Returns only notices of these kinds; by default all." }),
      first: t.arg.int({ description: "The page size, 1–100; by default 25." }),
      after: t.arg.string({ description: "Returns the entries after this cursor." }),
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
      "The log of the caller's team after a sequence, then new entries as they come, in order and without gaps.",
    authScopes: MAY_READ_NOTICES,
    args: {
      teamId: t.arg.int({ description: "By default the key's team; required with a platform key." }),
      after: t.arg.int({
        defaultValue: 0,
        description: "The sequence of the last notice that the client has received.",
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
