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
import { defineConnection, type PageArguments, pageOf } from "./connection.ts";
import type { GraphContext } from "./context.ts";
import { enumValues } from "./enum-values.ts";
import { JobStatus, PAUSED_AT, PAUSED_BY } from "./job.ts";
import { byKey, defineNode, uuidKey } from "./node.ts";
import { perRequest } from "./per-request.ts";

const SourceKind = builder.enumType("DossierSourceKind", {
  description:
    "PAGE: a page of the web. RECORD: a record of this service. SEARCH: a search in its records, which shows how much is stored, or that nothing is.",
  values: enumValues(["page", "record", "search"] as const, {
    page: "A page of the web.",
    record: "A record of this service.",
    search: "A search in the records of this service.",
  }),
});

const DossierSource = builder.objectRef<Source & { number: number }>("DossierSource").implement({
  description: "A source that a report cites.",
  fields: (t) => ({
    number: t.exposeInt("number", { description: "The number by which the report cites the source, such as `[3]`." }),
    kind: t.expose("kind", { description: "What it is.", type: SourceKind }),
    label: t.exposeString("label", { description: "The title of the page, or a name for the record or search." }),
    url: t.exposeString("url", { description: "Its address; null where it has none.", nullable: true }),
    publisher: t.exposeString("publisher", { description: "Who published it." }),
    publishedAt: t.exposeString("publishedAt", {
      nullable: true,
      description: "The date of publication, as exactly as it is known; null where it is unknown.",
    }),
    retrievedAt: t.field({
      type: "DateTime",
      description: "When the page was read, the record last changed, or the search was made.",
      resolve: ({ retrievedAt }) => new Date(retrievedAt),
    }),
  }),
});

const DossierStep = builder.objectRef<TaskStep>("DossierStep").implement({
  description: "A completed step of a run.",
  fields: (t) => ({
    name: t.exposeString("name", { description: "The step." }),
    summary: t.exposeString("summary", { description: "The result of the step, in words." }),
    at: t.expose("at", { description: "When it ended.", type: "DateTime" }),
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
  description: "One run of a dossier.",
  id: { resolve: ({ taskId }) => taskId },
  authScopes: MAY_READ_DOSSIERS,
  fields: (t) => ({
    taskId: t.expose("taskId", { description: "The run's id.", type: "UUID" }),
    agentId: t.expose("agentId", { description: "The dossier's id.", type: "UUID" }),
    status: t.expose("status", { description: "How far it is.", type: JobStatus }),
    success: t.boolean({
      description: "Whether it has completed.",
      resolve: ({ status }) => status === "completed",
    }),
    createdAt: t.expose("createdAt", { description: "When it was requested.", type: "DateTime" }),
    lastReportedAt: t.expose("lastReportedAt", { description: "When the run last reported.", type: "DateTime" }),
    lastReportedBy: t.exposeString("lastReportedBy", { description: "The step of the run that reported last." }),
    endedAt: t.expose("endedAt", {
      description: "When it ended; null while it has not.",
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
      description: "The steps of the run so far.",
      type: [DossierStep],
      resolve: ({ taskId }, _args, context) => steps(context).load(taskId),
    }),
    report: t.string({
      nullable: true,
      description:
        "The report in Markdown. Each sentence and each row of a table ends with the numbers of its sources. Null until the run has completed.",
      resolve: async ({ taskId }, _args, context) => (await reports(context).load(taskId)).report,
    }),
    sources: t.field({
      type: [DossierSource],
      description: "The sources that the report cites, by number.",
      complexity: { field: 1, multiplier: 25 },
      resolve: async ({ taskId }, _args, context) => {
        const { sources } = await reports(context).load(taskId);
        return sources.map((source, i) => ({ ...source, number: i + 1 }));
      },
    }),
    sourcesCount: t.exposeInt("sourcesCount", { description: "How many sources the report rests on." }),
    summarisedBy: t.string({
      nullable: true,
      description:
        "The language model that wrote the report's summary, as `provider:model`; null where the report has no summary.",
      resolve: ({ manifest }) => (manifest?.summary && manifest.summary.stood > 0 ? manifest.summary.by : null),
    }),
    manifest: t.field({
      type: "JSON",
      nullable: true,
      description:
        "Versions of code, prompts and language model, a digest of the gathered texts, and how many sentences of the model's summary passed or failed the check. Null until everything is gathered.",
      resolve: ({ manifest }) => manifest,
    }),
    isNew: t.exposeBoolean("isNew", {
      nullable: true,
      description: "Whether the report differs from that of the previous completed run. Null until it has completed.",
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

const tasksOfDossiers = perRequest(({ db }) => childLoader<DossierTaskRow, "newest", string>(db, dossierTasks));

/** Returns a page of a dossier's runs. */
export async function tasksOf(agentId: string, args: PageArguments, context: GraphContext) {
  const page = pageOf(args);
  const loader = tasksOfDossiers(context);
  return { rows: await loader.page(agentId, page, "newest"), page, totalCount: () => loader.total(agentId) };
}

builder.queryField("dossierTask", (t) =>
  t.field({
    type: DossierTask,
    nullable: true,
    description: "A run of a dossier of the caller's team.",
    authScopes: { anyScope: ["collections:read"] },
    args: { taskId: t.arg({ description: "The run's id.", type: "UUID", required: true }) },
    resolve: (_root, { taskId }, { db, caller }) => readTask(db, caller, taskId),
  }),
);

const RunDossierInput = builder.inputType("RunDossierInput", {
  description: "A dossier to run.",
  fields: (t) => ({ agentId: t.field({ description: "The dossier's id.", type: "UUID", required: true }) }),
});

builder.mutationFields((t) => ({
  runDossier: t.field({
    type: DossierTask,
    description:
      "Queues a run of a dossier, which gathers the stored texts about the subject and writes a report. CONFLICT while a run is queued or running.",
    authScopes: { anyScope: ["collections:write"] },
    args: { input: t.arg({ description: "The dossier.", type: RunDossierInput, required: true }) },
    resolve: async (_root, { input }, { db, caller, idempotency }) =>
      readTask(db, caller, await runDossier(db, caller, input.agentId, idempotency)),
  }),
  cancelDossier: t.field({
    type: DossierTask,
    description:
      "Cancels a run of a dossier: a queued run immediately, a running one within seconds. CONFLICT where the run has ended.",
    authScopes: { anyScope: ["collections:write"] },
    args: { taskId: t.arg({ description: "The run's id.", type: "UUID", required: true }) },
    resolve: async (_root, { taskId }, { db, caller }) => {
      await cancelDossier(db.prisma, caller, taskId);
      return readTask(db, caller, taskId);
    },
  }),
}));
