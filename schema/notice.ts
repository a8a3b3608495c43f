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
  "event.entered": "An event meets a monitored filter now.",
  "event.left": "An event does not meet a monitored filter any more.",
  "webhook.disabled": "A webhook was disabled.",
};

export const NoticeKindEnum = builder.enumType("NoticeKind", {
  description: "What a notice tells.",
  values: Object.fromEntries(
    NOTICE_KINDS.map((value) => [value.replace(".", "_").toUpperCase(), { value, description: MEANINGS[value] }]),
  ) as Record<string, { value: NoticeKind; description: string }>,
});

const NoticeCauseKind = builder.enumType("NoticeCauseKind", {
  description: "Why something entered or left.",
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
  description: "A field, or a criterion, that is another one than before.",
  fields: (t) => ({
    field: t.exposeString("field", { description: "Its name." }),
    before: t.expose("before", { type: "JSON", nullable: true, description: "Null: nothing, or it was not known." }),
    after: t.expose("after", { type: "JSON", nullable: true, description: "Null: nothing." }),
  }),
});

const Source = builder.objectRef<NoticeCause["sources"][number]>("NoticeSource").implement({
  description: "Where a cause is read: a record of the company, or an article.",
  fields: (t) => ({
    source: t.exposeString("source", { description: "The file, the page or the publisher." }),
    kind: t.exposeString("kind", { description: "Of a record: register, directory, page, sample; else `article`." }),
    line: t.exposeInt("line", { nullable: true, description: "Of the file." }),
    url: t.exposeString("url", { nullable: true, description: "Of an article." }),
    at: t.field({ type: "DateTime", description: "When it came.", resolve: ({ at }) => new Date(at) }),
  }),
});

const Cause = builder.objectRef<NoticeCause>("NoticeCause").implement({
  description: "Why something entered or left, with what was before and what is now.",
  fields: (t) => ({
    kind: t.expose("kind", { type: NoticeCauseKind, description: "What is another than before." }),
    summary: t.exposeString("summary", { description: "A sentence." }),
    sources: t.expose("sources", { type: [Source], description: "Where it is read." }),
    changes: t.expose("changes", { type: [Change], description: "The fields that have changed." }),
  }),
});

const NoticeCompany = builder.objectRef<NonNullable<NoticeData["company"]>>("NoticeCompany").implement({
  description: "The company as it was when the notice was written; the directory may no longer have it.",
  fields: (t) => ({
    domain: t.exposeString("domain", { description: "Its domain." }),
    name: t.exposeString("name", { description: "Its name." }),
  }),
});

const dataOf = ({ data }: { data: unknown }): NoticeData => data as NoticeData;

export const Notice = builder.prismaNode("Notice", {
  description: "An entry of a team's log: a job has ended, or a monitor saw something enter or leave.",
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
      description: "What it tells.",
      select: { kind: true },
      resolve: ({ kind }) => kind as NoticeKind,
    }),
    at: t.expose("at", { type: "DateTime", description: "When it was written." }),
    title: t.exposeString("title", { description: "A line for people." }),
    marketId: t.exposeInt("marketId", { nullable: true, description: "The market that it is about." }),
    monitorId: t.exposeInt("monitorId", { nullable: true, description: "The monitor that saw it." }),
    companyId: t.exposeInt("companyId", { nullable: true, description: "The company that it is about." }),
    eventId: t.exposeInt("eventId", { nullable: true, description: "The event that it is about." }),
    company: t.field({
      type: NoticeCompany,
      nullable: true,
      description: "The company that entered or left.",
      select: { data: true },
      resolve: (row) => dataOf(row).company ?? null,
    }),
    causes: t.field({
      type: [Cause],
      description: "Why, of what entered or left; empty for jobs.",
      select: { data: true },
      resolve: (row) => dataOf(row).causes ?? [],
    }),
    criteria: t.field({
      type: [Change],
      description: "The criteria whose outcome has changed, with what was found before and now.",
      select: { data: true },
      resolve: (row) => dataOf(row).criteria ?? [],
    }),
    data: t.expose("data", { type: "JSON", description: "All that is told, as webhooks have it." }),
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
    description: "The log of the caller's team, newest first: ended jobs, and what monitors saw.",
    authScopes: MAY_READ_NOTICES,
    args: {
      teamId: t.arg.int({ description: "The key's own team by default; a platform key has to name it." }),
      kinds: t.arg({ type: [NoticeKindEnum], description: "Only these." }),
      first: t.arg.int({ description: "1–100, 25 by default." }),
      after: t.arg.string({ description: "A cursor of this list." }),
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
      teamId: t.arg.int({ description: "The key's own team by default; a platform key has to name it." }),
      after: t.arg.int({ defaultValue: 0, description: "The last sequence that was seen." }),
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
