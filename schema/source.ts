import {
  addSource,
  listSources,
  removeSource,
  requestSync,
  type SourceState,
  type SyncState,
} from "#sources/manage-sources";
import { builder } from "./builder.ts";
import { OPERATOR } from "./operator.ts";

const SetAsideRow = builder.objectRef<{ line: number; reason: string }>("SourceNote").implement({
  description: "A note on a row of a sync that needs attention.",
  fields: (t) => ({
    row: t.exposeInt("line", { description: "The number of the row in the file." }),
    reason: t.exposeString("reason", { description: "Why the row was set aside, or which company it may be about." }),
  }),
});

const time = (value: Date | string): Date => new Date(value);

const SourceSync = builder.objectRef<SyncState>("SourceSync").implement({
  description: "One sync of a source of open data.",
  fields: (t) => ({
    url: t.exposeString("url", { description: "The URL that was read." }),
    licence: t.exposeString("licence", { description: "The licence of the data." }),
    fetchedAt: t.field({
      description: "When the file was fetched.",
      type: "DateTime",
      resolve: ({ fetchedAt }) => time(fetchedAt),
    }),
    startedAt: t.field({
      description: "When the sync began.",
      type: "DateTime",
      resolve: ({ startedAt }) => time(startedAt),
    }),
    endedAt: t.field({
      type: "DateTime",
      nullable: true,
      description: "When the sync ended; null while it is in progress, or if it was interrupted and will continue.",
      resolve: ({ endedAt }) => (endedAt === null ? null : time(endedAt)),
    }),
    rows: t.exposeInt("position", { description: "The number of rows that have been read." }),
    joined: t.exposeInt("joined", {
      description: "The number of rows that were joined to a company of the directory.",
    }),
    inserted: t.exposeInt("inserted", { description: "The number of companies, or of articles, that were added." }),
    updated: t.exposeInt("updated", { description: "The number of known companies, or articles, that changed." }),
    unmatched: t.exposeInt("unmatched", {
      description: "The number of rows about companies that the directory does not have. They are not stored.",
    }),
    unsure: t.exposeInt("unsure", {
      description: "The number of rows that may be about a company of the directory, which a person has to decide.",
    }),
    leftOut: t.exposeInt("leftOut", {
      description:
        "The number of rows that are not about an active company, such as funds, branches and closed companies.",
    }),
    setAside: t.exposeInt("setAside", { description: "The number of rows that could not be read or used." }),
    notes: t.expose("notes", {
      type: [SetAsideRow],
      description: "Notes on the first rows that are unsure or were set aside, with the reasons.",
    }),
    error: t.exposeString("error", { description: "Why the sync ended early; empty if it did not." }),
  }),
});

const Source = builder.objectRef<SourceState>("Source").implement({
  description: "A source of open data that is synced repeatedly.",
  fields: (t) => ({
    name: t.exposeString("name", { description: "The name of the source, which is unique." }),
    layout: t.exposeString("layout", {
      description: "The layout of the source's files, such as `gleif` (docs/sources.md has the list).",
    }),
    url: t.exposeString("url", { description: "The URL of the source." }),
    licence: t.exposeString("licence", { description: "The licence of the data." }),
    everyHours: t.exposeInt("everyHours", {
      description: "The interval between two syncs, in hours; 0 if the source is synced only on request.",
    }),
    nextSyncAt: t.expose("nextSyncAt", {
      description: "When the next sync is due; null if the source is synced only on request.",
      type: "DateTime",
      nullable: true,
    }),
    lastResult: t.exposeString("lastResult", {
      description: "The result of the last sync in a sentence; empty if there was none.",
    }),
    failures: t.exposeInt("failures", { description: "The number of consecutive failed syncs." }),
    lastSync: t.expose("lastSync", {
      description: "The last sync; null if there was none.",
      type: SourceSync,
      nullable: true,
    }),
  }),
});

builder.queryField("sources", (t) =>
  t.field({
    type: [Source],
    description: "The sources of open data, by name. Requires a platform key.",
    authScopes: OPERATOR,
    resolve: (_root, _args, { db }) => listSources(db),
  }),
);

builder.mutationFields((t) => ({
  addSource: t.field({
    type: Source,
    description:
      "Adds a source of open data, which the worker syncs with its next run. Fails with CONFLICT if a source with this name exists. Requires a platform key.",
    authScopes: OPERATOR,
    args: {
      layout: t.arg.string({
        description: "The layout of the source's files, such as `gleif` (docs/sources.md has the list).",
        required: true,
      }),
      name: t.arg.string({
        description:
          "The name of the source, which its records carry: 1–60 lower-case letters, digits, dots, underscores and hyphens. By default the name of the layout.",
      }),
      url: t.arg.string({
        description: "The URL of the file; by default the URL of the publisher, if the layout has one.",
      }),
      licence: t.arg.string({
        description:
          "The licence of the data, at most 500 characters, which is stored with each record; by default the licence of the publisher.",
      }),
      everyHours: t.arg.int({
        description:
          "The interval between two syncs in hours, 1–8,784, or 0 to sync only on request; by default that of the layout.",
      }),
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
    description:
      "Marks a source as due. The worker syncs it with the next run of its schedule. Requires a platform key.",
    authScopes: OPERATOR,
    args: { name: t.arg.string({ description: "The name of the source.", required: true }) },
    resolve: (_root, { name }, { db }) => requestSync(db, name),
  }),
  removeSource: t.field({
    type: Source,
    description:
      "Removes a source, so that it is no longer synced. Its records stay, with their licence. Requires a platform key.",
    authScopes: OPERATOR,
    args: { name: t.arg.string({ description: "The name of the source.", required: true }) },
    resolve: (_root, { name }, { db }) => removeSource(db, name),
  }),
}));
