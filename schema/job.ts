import { tenancy } from "#accounts/auth/caller";
import { followProgress } from "#jobs/follow-progress";
import { PHASES, type ProgressEntry } from "#jobs/progress-log";
import { temporalWorkflowId } from "#jobs/workflow-runs";
import type { ReportedEstimate } from "#markets/discovery/market-estimate";
import { findMarket } from "#markets/find-market";
import type { EstimatedShare as EstimatedShareShape } from "#markets/judging/index";
import { builder, type ScopeMap } from "./builder.ts";
import { enumValues } from "./enum-values.ts";
import { byKey, defineNode, numberKey } from "./node.ts";
import { read } from "./read.ts";

export const JobStatus = builder.enumType("JobStatus", {
  description: "The state of a job or a run.",
  values: enumValues(["queued", "running", "completed", "failed", "cancelled"] as const, {
    queued: "Waiting for a worker.",
    running: "Running in a worker, or paused.",
    completed: "Ended successfully.",
    failed: "Ended with an error.",
    cancelled: "Cancelled before it completed.",
  }),
});

const JobKind = builder.enumType("JobKind", {
  description: "The kind of a job.",
  values: enumValues(["discovery", "pipeline"] as const, {
    discovery: "The discovery of a market's companies, or its extension, resumption or fork.",
    pipeline: "One pipeline flag, which runs after a discovery or with a publish.",
  }),
});

const DiscoveryPhase = builder.enumType("DiscoveryPhase", {
  description: "The phase of a job.",
  values: enumValues(PHASES, {
    queued: "The job is waiting for a worker.",
    planning: "The criteria are turned into a plan of the search.",
    searching: "The search finds candidate companies.",
    resolving: "Candidates that are the same company are merged.",
    judging: "Each candidate is judged by the criteria.",
    ranking: "The companies are ranked.",
    storing: "The market's companies are stored.",
    enriching: "A pipeline flag is running.",
    publishing: "The market is being published.",
    completed: "The job has ended successfully.",
    failed: "The job has ended with an error.",
    cancelled: "The job was cancelled.",
  }),
});

export const DiscoveryLogEntry = builder.objectRef<ProgressEntry>("DiscoveryLogEntry").implement({
  description:
    "One entry of a market's progress log. The subscription, the status endpoint and the command line show the same entries.",
  fields: (t) => ({
    sequence: t.exposeInt("sequence", { description: "The position in the log of the market, from 1, without gaps." }),
    jobId: t.exposeInt("jobId", { description: "The number of the job that wrote the entry." }),
    phase: t.expose("phase", { description: "The phase of the job.", type: DiscoveryPhase }),
    message: t.exposeString("message", { description: "What happened, in one sentence." }),
    progress: t.exposeFloat("progress", { description: "The estimated progress of the job at that moment, 0–1." }),
    at: t.expose("at", { description: "When the entry was written.", type: "DateTime" }),
  }),
});

const EstimatedShare = builder.objectRef<EstimatedShareShape>("EstimatedShare").implement({
  description: "An estimated share of companies, with its interval.",
  fields: (t) => ({
    value: t.exposeFloat("value", { description: "The estimated share, 0–1." }),
    low: t.exposeFloat("low", { description: "The lower bound of the interval, 0–1." }),
    high: t.exposeFloat("high", { description: "The upper bound of the interval, 0–1." }),
  }),
});

export const MarketEstimate = builder.objectRef<ReportedEstimate>("MarketEstimate").implement({
  description: "The estimated precision and recall of a search, with intervals that include the judge's own errors.",
  fields: (t) => ({
    nominal: t.exposeFloat("nominal", {
      description:
        "The nominal coverage of each interval, such as 0.9. `sentence` says how often the intervals held on other questions.",
    }),
    precision: t.expose("precision", {
      type: EstimatedShare,
      nullable: true,
      description:
        "The precision: the share of the market's companies that satisfy every criterion. Null if it cannot be estimated, as `sentence` explains.",
    }),
    partly: t.expose("partly", {
      type: EstimatedShare,
      nullable: true,
      description:
        "The share of the market's companies that satisfy the question at least in part; null if it cannot be estimated.",
    }),
    recall: t.expose("recall", {
      type: EstimatedShare,
      nullable: true,
      description:
        "The recall: the share of the directory's matching companies that are in the market; null if it cannot be estimated.",
    }),
    sentence: t.exposeString("sentence", { description: "The estimate in words, or the reason why there is none." }),
  }),
});

/** Returns the estimate in a report; jobs of an earlier version have none. */
const estimateIn = (report: unknown): ReportedEstimate | null =>
  typeof report === "object" && report !== null && "estimate" in report ? (report.estimate as ReportedEstimate) : null;

/** Descriptions of what says that a run is paused. */
export const PAUSED_AT = "When the run was paused before its next step; null if it is not paused.";
export const PAUSED_BY =
  "Who paused the run, and why, such as `key O4aT7P6s` or `an operator: the disk is full`; null if it is not paused.";

const MAY_READ_JOB = {
  anyScope: ["discovery:read", "discovery:write", "markets:publish"],
} as const satisfies ScopeMap;

export const DiscoveryJob = builder.prismaNode("Job", {
  name: "DiscoveryJob",
  description: "A unit of work for a market: a discovery, or one pipeline flag.",
  id: { field: "id" },
  select: { id: true },
  authScopes: MAY_READ_JOB,
  fields: (t) => ({
    jobId: t.exposeInt("id", { description: "The number of the job." }),
    workflowId: t.exposeInt("workflowRunId", {
      description: "The number of the run that the job belongs to. All jobs of one request share a run.",
    }),
    workflowName: t.exposeString("name", {
      description:
        "`first_pass` for the first discovery of a market, `second_pass` for an extension; otherwise the name of the pipeline flag.",
    }),
    kind: t.expose("kind", { description: "Whether the job is a discovery or a pipeline flag.", type: JobKind }),
    status: t.expose("status", { description: "The state of the job.", type: JobStatus }),
    stage: t.exposeString("stage", { description: "The current phase of the job: a `DiscoveryPhase` in lower case." }),
    progress: t.exposeFloat("progress", { description: "The estimated progress of the job, 0–1." }),
    companiesFound: t.exposeInt("companiesFound", {
      description:
        "The number of companies that the discovery has added to the market; 0 until they are stored, and for a pipeline flag.",
    }),
    startTime: t.field({
      type: "DateTime",
      description: "When the job started or, while it is queued, when it was requested.",
      select: { startedAt: true, createdAt: true },
      resolve: ({ startedAt, createdAt }) => startedAt ?? createdAt,
    }),
    pausedAt: t.field({
      type: "DateTime",
      nullable: true,
      description: PAUSED_AT,
      select: { endedAt: true, run: { select: { pausedAt: true } } },
      resolve: ({ endedAt, run }) => (endedAt === null ? run.pausedAt : null),
    }),
    pausedBy: t.string({
      nullable: true,
      description: PAUSED_BY,
      select: { endedAt: true, run: { select: { pausedBy: true } } },
      resolve: ({ endedAt, run }) => (endedAt === null ? run.pausedBy : null),
    }),
    endTime: t.expose("endedAt", {
      description: "When the job ended; null while it is queued or running.",
      type: "DateTime",
      nullable: true,
    }),
    error: t.exposeString("error", {
      nullable: true,
      description: "Why the job failed or was cancelled; null otherwise.",
    }),
    report: t.expose("report", {
      type: "JSON",
      nullable: true,
      description:
        "The report of the job: its notes and counts, and criteria that it did not use; null until the job has written it.",
    }),
    estimate: t.field({
      type: MarketEstimate,
      nullable: true,
      description:
        "The estimated precision and recall of the market after this job; null unless the job is a discovery that has stored its result.",
      select: { report: true },
      resolve: ({ report }) => estimateIn(report),
    }),
    market: t.relation("market", { description: "The market that the job works on." }),
    temporalUrl: t.string({
      description: "The URL of the run's page in the Temporal UI, for operators.",
      select: { workflowRunId: true, run: { select: { kind: true } } },
      resolve: ({ workflowRunId, run }, _args, { temporalUiUrl, temporalNamespace }) =>
        `${temporalUiUrl}/namespaces/${encodeURIComponent(temporalNamespace)}/workflows/${temporalWorkflowId(run.kind, workflowRunId)}`,
    }),
  }),
});

builder.prismaObjectFields(DiscoveryJob, (t) => ({
  runJobs: t.field({
    type: [DiscoveryJob],
    description: "All jobs of the run that the job belongs to, with this one, in the order in which they run.",
    select: (_args, _context, nested) => ({ run: { select: { jobs: nested({ orderBy: { id: "asc" } }) } } }),
    resolve: ({ run }) => run.jobs,
  }),
}));

defineNode("DiscoveryJob", {
  authScopes: MAY_READ_JOB,
  keyOf: numberKey,
  find: async (ids, context, query) => {
    const where = { id: { in: ids }, market: tenancy(context.caller) };
    return byKey(await read(context).job.findMany({ ...query, where }), ({ id }) => id);
  },
});

builder.queryField("discoveryJob", (t) =>
  t.prismaField({
    type: DiscoveryJob,
    nullable: true,
    description: "A job of one of the caller's markets, by its number; null if the caller has no such job.",
    authScopes: { anyScope: ["discovery:read"] },
    args: { jobId: t.arg.int({ required: true }) },
    resolve: (query, _root, { jobId }, context) =>
      read(context).job.findFirst({ ...query, where: { id: jobId, market: tenancy(context.caller) } }),
  }),
);

builder.subscriptionField("discoveryProgress", (t) =>
  t.field({
    type: DiscoveryLogEntry,
    description:
      "Streams the progress log of a market: first the stored entries after `after`, then new entries as they are written. The stream ends when no run of the market is queued or running.",
    authScopes: { anyScope: ["discovery:read"] },
    args: {
      marketId: t.arg.int({ required: true }),
      after: t.arg.int({
        defaultValue: 0,
        description:
          "The `sequence` of the last entry that the client has; by default 0, which starts with the first entry.",
      }),
    },
    subscribe: async (_root, { marketId, after }, { db, progress, caller }) => {
      await findMarket(db.prisma, caller, marketId);
      return followProgress(db, progress, marketId, after ?? 0);
    },
    resolve: (entry) => entry,
  }),
);
