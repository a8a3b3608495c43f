import DataLoader from "dataloader";
import type { Source } from "#dossiers/report/material";
import { cancelDossier } from "#dossiers/tasks/cancel-dossier";
import {
  type DossierTaskRow,
  dossierTasks,
  readReports,
  readSteps,
  readTask,
  readTasks,
  type TaskReport,
  type TaskStep,
} from "#dossiers/tasks/read-tasks";
import { runDossier } from "#dossiers/tasks/run-dossier";
import { childLoader } from "#foundation/db/children";
import { builder, type ScopeMap } from "./builder.ts";
import { childPage, defineConnection, type PageArguments } from "./connection.ts";
import type { GraphContext } from "./context.ts";
import { enumValues } from "./enum-values.ts";
import { JobStatus, PAUSED_AT, PAUSED_BY } from "./job.ts";
import { byKey, defineNode, uuidKey } from "./node.ts";
import { perRequest } from "./per-request.ts";

const SourceKind = builder.enumType("DossierSourceKind", {
  description: "The kind of a source that a report cites.",
  values: enumValues(["page", "record", "search"] as const, {
    page: "A web page.",
    record: "A record that this service stores, such as that of a company.",
    search: "A search in the stored records, which shows how many were found, or that none was.",
  }),
});

const DossierSource = builder.objectRef<Source & { number: number }>("DossierSource").implement({
  description: "A source that a report cites.",
  fields: (t) => ({
    number: t.exposeInt("number", { description: "The number by which the report cites the source, such as `[3]`." }),
    kind: t.expose("kind", { description: "The kind of the source.", type: SourceKind }),
    label: t.exposeString("label", { description: "The title of the page, or a name for the record or search." }),
    url: t.exposeString("url", { description: "The URL of the source; null if it has none.", nullable: true }),
    publisher: t.exposeString("publisher", {
      description: "The name of the publisher; empty if it is unknown, and for a record or a search.",
    }),
    publishedAt: t.exposeString("publishedAt", {
      nullable: true,
      description:
        "The date of publication as `YYYY`, `YYYY-MM`, `YYYY-MM-DD` or a time, depending on how precisely it is known; null if it is unknown.",
    }),
    retrievedAt: t.field({
      type: "DateTime",
      description: "When the page was read, the record last changed, or the search was made.",
      resolve: ({ retrievedAt }) => new Date(retrievedAt),
    }),
  }),
});

const DossierStep = builder.objectRef<TaskStep>("DossierStep").implement({
  description: "A completed step of a run of a dossier.",
  fields: (t) => ({
    name: t.exposeString("name", { description: "The name of the step, such as `news` or `esg`." }),
    summary: t.exposeString("summary", {
      description: "The result of the step in a few words, such as `12 stories`.",
    }),
    at: t.expose("at", { description: "When the step ended.", type: "DateTime" }),
  }),
});

const reports = perRequest(
  ({ db }) =>
    new DataLoader<string, TaskReport>(async (taskIds) => {
      const found = await readReports(db, taskIds);
      return taskIds.map((taskId) => found.get(taskId) ?? { report: null, sources: [] });
    }),
);

const steps = perRequest(
  ({ db }) =>
    new DataLoader<string, TaskStep[]>(async (taskIds) => {
      const done = await readSteps(db, taskIds);
      return taskIds.map((asked) => done.filter(({ taskId }) => taskId === asked));
    }),
);

/** The scopes for dossiers and their runs. */
export const MAY_READ_DOSSIERS = { anyScope: ["collections:read", "collections:write"] } as const satisfies ScopeMap;

export const DossierTask = builder.node(builder.objectRef<DossierTaskRow>("DossierTask"), {
  description: "One run of a dossier, which gathers stored texts about the subject and writes a report.",
  id: { resolve: ({ taskId }) => taskId },
  authScopes: MAY_READ_DOSSIERS,
  fields: (t) => ({
    taskId: t.expose("taskId", { description: "The id of the run.", type: "UUID" }),
    agentId: t.expose("agentId", { description: "The id of the dossier (its `agentId`).", type: "UUID" }),
    status: t.expose("status", { description: "The state of the run.", type: JobStatus }),
    success: t.boolean({
      description: "Whether the run has completed, so that it has a report.",
      resolve: ({ status }) => status === "completed",
    }),
    createdAt: t.expose("createdAt", { description: "When the run was requested.", type: "DateTime" }),
    lastReportedAt: t.expose("lastReportedAt", {
      description: "When the run last reported progress.",
      type: "DateTime",
    }),
    lastReportedBy: t.exposeString("lastReportedBy", {
      description: "The name of the step that last reported progress.",
    }),
    endedAt: t.expose("endedAt", {
      description: "When the run ended; null while it is queued or running.",
      type: "DateTime",
      nullable: true,
    }),
    error: t.exposeString("error", {
      nullable: true,
      description: "Why the run failed or was cancelled; null otherwise.",
    }),
    pausedAt: t.expose("pausedAt", { type: "DateTime", nullable: true, description: PAUSED_AT }),
    pausedBy: t.exposeString("pausedBy", { nullable: true, description: PAUSED_BY }),
    steps: t.field({
      description: "The completed steps of the run, in order.",
      type: [DossierStep],
      resolve: ({ taskId }, _args, context) => steps(context).load(taskId),
    }),
    report: t.string({
      nullable: true,
      description:
        "The report in Markdown. Each sentence and each table row ends with the numbers of its sources. Null until the run has completed.",
      resolve: async ({ taskId }, _args, context) => (await reports(context).load(taskId)).report,
    }),
    sources: t.field({
      type: [DossierSource],
      description: "The sources that the report cites, in the order of their numbers.",
      complexity: { field: 1, multiplier: 25 },
      resolve: async ({ taskId }, _args, context) => {
        const { sources } = await reports(context).load(taskId);
        return sources.map((source, i) => ({ ...source, number: i + 1 }));
      },
    }),
    sourcesCount: t.exposeInt("sourcesCount", {
      description: "The number of sources that the report cites; 0 until the run has completed.",
    }),
    summarisedBy: t.string({
      nullable: true,
      description:
        "The language model that wrote the summary of the report, as `provider:model`; null if the report has no summary by a model.",
      resolve: ({ manifest }) => (manifest?.summary && manifest.summary.stood > 0 ? manifest.summary.by : null),
    }),
    manifest: t.field({
      type: "JSON",
      nullable: true,
      description:
        "The provenance of the report: versions of code, prompts and language model, a digest of the gathered texts, and how many sentences of the model's summary passed or failed the check. Null until everything has been gathered.",
      resolve: ({ manifest }) => manifest,
    }),
    isNew: t.exposeBoolean("isNew", {
      nullable: true,
      description:
        "Whether the report differs from that of the previous completed run; null until the run has completed.",
    }),
  }),
});

defineNode("DossierTask", {
  authScopes: MAY_READ_DOSSIERS,
  keyOf: uuidKey,
  find: async (taskIds, { db, caller }) => byKey(await readTasks(db, caller, taskIds), ({ taskId }) => taskId),
});

/** The runs of a dossier, newest first. */
export const DossierTaskConnection = defineConnection<DossierTaskRow>("DossierTask", DossierTask, (row) => row);

const tasksOfDossiers = perRequest(({ db }) => childLoader<DossierTaskRow, string>(db, dossierTasks));

/** Returns a page of a dossier's runs. */
export const tasksOf = (agentId: string, args: PageArguments, context: GraphContext) =>
  childPage(tasksOfDossiers(context), agentId, args);

builder.queryField("dossierTask", (t) =>
  t.field({
    type: DossierTask,
    nullable: true,
    description:
      "A run of a dossier of the caller's team, by its id. Fails with NOT_FOUND if the caller has no such run.",
    authScopes: { anyScope: ["collections:read"] },
    args: { taskId: t.arg({ description: "The id of the run (its `taskId`).", type: "UUID", required: true }) },
    resolve: (_root, { taskId }, { db, caller }) => readTask(db, caller, taskId),
  }),
);

const RunDossierInput = builder.inputType("RunDossierInput", {
  description: "The input of `runDossier`.",
  fields: (t) => ({
    agentId: t.field({ description: "The id of the dossier (its `agentId`).", type: "UUID", required: true }),
  }),
});

builder.mutationFields((t) => ({
  runDossier: t.field({
    type: DossierTask,
    description:
      "Queues a run of a dossier, which gathers the stored texts about the subject and writes a report. Fails with CONFLICT while a run of the dossier is queued or running.",
    authScopes: { anyScope: ["collections:write"] },
    args: { input: t.arg({ description: "The dossier to run.", type: RunDossierInput, required: true }) },
    resolve: async (_root, { input }, { db, caller, idempotency }) =>
      readTask(db, caller, await runDossier(db, caller, input.agentId, idempotency)),
  }),
  cancelDossier: t.field({
    type: DossierTask,
    description:
      "Cancels a run of a dossier: a queued run immediately, a running one within seconds. Fails with CONFLICT if the run has ended.",
    authScopes: { anyScope: ["collections:write"] },
    args: { taskId: t.arg({ description: "The id of the run (its `taskId`).", type: "UUID", required: true }) },
    resolve: async (_root, { taskId }, { db, caller }) => {
      await cancelDossier(db.prisma, caller, taskId);
      return readTask(db, caller, taskId);
    },
  }),
}));
