import {
  addSource,
  listSources,
  removeSource,
  requestSync,
  type SourceState,
  type SyncState,
} from "#sources/manage-sources";
import { builder, type ScopeMap } from "./builder.ts";

/** Needs a platform key, because sources feed the directory, which belongs to no team, and an address may hold a token. */
const OPERATOR = { platform: true } as const satisfies ScopeMap;

const SetAsideRow = builder.objectRef<{ line: number; reason: string }>("SourceNote").implement({
  description: "A row that was set aside, or that may be about a company of the directory.",
  fields: (t) => ({
    row: t.exposeInt("line", { description: "The number of the row." }),
    reason: t.exposeString("reason", { description: "Why, a sentence." }),
  }),
});

const time = (value: Date | string): Date => new Date(value);

const SourceSync = builder.objectRef<SyncState>("SourceSync").implement({
  description: "One sync of a source.",
  fields: (t) => ({
    url: t.exposeString("url", { description: "The address that was read." }),
    licence: t.exposeString("licence", { description: "The licence of the data." }),
    fetchedAt: t.field({
      description: "When the file was fetched.",
      type: "DateTime",
      resolve: ({ fetchedAt }) => time(fetchedAt),
    }),
    startedAt: t.field({
      description: "When it began.",
      type: "DateTime",
      resolve: ({ startedAt }) => time(startedAt),
    }),
    endedAt: t.field({
      type: "DateTime",
      nullable: true,
      description: "When the sync ended; null while it is in progress, or where it was interrupted and will continue.",
      resolve: ({ endedAt }) => (endedAt === null ? null : time(endedAt)),
    }),
    rows: t.exposeInt("position", { description: "The number of rows read." }),
    joined: t.exposeInt("joined", { description: "Rows that were joined to a company of the directory." }),
    inserted: t.exposeInt("inserted", { description: "Companies that were added to the directory." }),
    updated: t.exposeInt("updated", { description: "Companies of the directory that changed." }),
    unmatched: t.exposeInt("unmatched", {
      description: "Rows about companies that the directory does not have. They are not stored.",
    }),
    unsure: t.exposeInt("unsure", {
      description: "Rows that may be about a company of the directory, which a person has to decide.",
    }),
    leftOut: t.exposeInt("leftOut", {
      description: "Rows that are not about an active company, such as funds, branches and closed companies.",
    }),
    setAside: t.exposeInt("setAside", { description: "Rows that could not be read or used." }),
    notes: t.expose("notes", {
      type: [SetAsideRow],
      description: "The first unsure rows and the first rows that were set aside, with the reasons.",
    }),
    error: t.exposeString("error", { description: "Why the sync ended early; empty where it did not." }),
  }),
});

const Source = builder.objectRef<SourceState>("Source").implement({
  description: "A source of open data that is synced repeatedly.",
  fields: (t) => ({
    name: t.exposeString("name", { description: "Its name." }),
    layout: t.exposeString("layout", { description: "The layout of its files." }),
    url: t.exposeString("url", { description: "Its address." }),
    licence: t.exposeString("licence", { description: "The licence of its data." }),
    everyHours: t.exposeInt("everyHours", {
      description: "Hours between two syncs; 0 where it is synced only on request.",
    }),
    nextSyncAt: t.expose("nextSyncAt", { description: "When it is read next.", type: "DateTime", nullable: true }),
    lastResult: t.exposeString("lastResult", { description: "What the last reading came to." }),
    failures: t.exposeInt("failures", { description: "How many syncs in a row have failed." }),
    lastSync: t.expose("lastSync", {
      description: "The last reading; null where there was none.",
      type: SourceSync,
      nullable: true,
    }),
  }),
});

builder.queryField("sources", (t) =>
  t.field({
    type: [Source],
    description: "The sources of open data, by name, with licence, last sync, rows and errors.",
    authScopes: OPERATOR,
    resolve: (_root, _args, { db }) => listSources(db),
  }),
);

builder.mutationFields((t) => ({
  addSource: t.field({
    type: Source,
    description: "Adds a source of open data in a layout of docs/sources.md. The worker syncs it with its next run.",
    authScopes: OPERATOR,
    args: {
      layout: t.arg.string({ description: "The layout of its files.", required: true }),
      name: t.arg.string({ description: "The name that its records carry; by default that of the layout." }),
      url: t.arg.string({ description: "By default the publisher's." }),
      licence: t.arg.string({ description: "By default the publisher's." }),
      everyHours: t.arg.int({ description: "Hours between two syncs; 0: only on request." }),
    },
    resolve: (_root, { layout, name, url, licence, everyHours }, { db, mayFetch }) =>
      addSource(
        db,
        {
          layout,
          name: name ?? undefined,
          url: url ?? undefined,
          licence: licence ?? undefined,
          everyHours: everyHours ?? undefined,
        },
        mayFetch,
      ),
  }),
  syncSource: t.field({
    type: Source,
    description: "Marks a source as due. The worker syncs it with the next run of its schedule.",
    authScopes: OPERATOR,
    args: { name: t.arg.string({ description: "The source's name.", required: true }) },
    resolve: (_root, { name }, { db }) => requestSync(db, name),
  }),
  removeSource: t.field({
    type: Source,
    description: "Removes a source. Its records stay, with their licence.",
    authScopes: OPERATOR,
    args: { name: t.arg.string({ description: "The source's name.", required: true }) },
    resolve: (_root, { name }, { db }) => removeSource(db, name),
  }),
}));
