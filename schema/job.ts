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
  description: "How far a run or a job is.",
  values: enumValues(["queued", "running", "completed", "failed", "cancelled"] as const, {
    queued: "It waits for a worker.",
    running: "A worker runs it.",
    completed: "It has ended as it should.",
    failed: "It has ended with an error.",
    cancelled: "It was cancelled before it had completed.",
  }),
});

const JobKind = builder.enumType("JobKind", {
  description: "A discovery, or one pipeline flag of a discovery or of a publish.",
  values: enumValues(["discovery", "pipeline"] as const, {
    discovery: "The discovery of a market, or its extension.",
    pipeline: "One pipeline flag.",
  }),
});

const DiscoveryPhase = builder.enumType("DiscoveryPhase", {
  description: "What a job is doing.",
  values: enumValues(PHASES, {
    queued: "It waits for a worker.",
    planning: "The criteria become a plan of the search.",
    searching: "Candidates are searched for.",
    resolving: "Candidates that are one company are joined.",
    judging: "Each candidate gets a verdict.",
    ranking: "The companies are put in order.",
    storing: "The market's companies are stored.",
    enriching: "A pipeline flag runs.",
    publishing: "The market is published.",
    completed: "It has ended as it should.",
    failed: "It has ended with an error.",
    cancelled: "It was cancelled.",
  }),
});

export const DiscoveryLogEntry = builder.objectRef<ProgressEntry>("DiscoveryLogEntry").implement({
  description:
    "One entry of a market's progress log. The subscription, the status endpoint and the command line show the same entries.",
  fields: (t) => ({
    sequence: t.exposeInt("sequence", { description: "Counts from 1 within the market, without gaps." }),
    jobId: t.exposeInt("jobId", { description: "The job that wrote it." }),
    phase: t.expose("phase", { description: "What the job was doing.", type: DiscoveryPhase }),
    message: t.exposeString("message", { description: "What happened, a sentence." }),
    progress: t.exposeFloat("progress", { description: "The progress of the job, 0–1." }),
    at: t.expose("at", { description: "When it was written.", type: "DateTime" }),
  }),
});

const EstimatedShare = builder.objectRef<EstimatedShareShape>("EstimatedShare").implement({
  description: "A share of companies that is estimated, with its interval.",
  fields: (t) => ({
    value: t.exposeFloat("value", { description: "The estimated share, 0–1." }),
    low: t.exposeFloat("low", { description: "Where the interval begins." }),
    high: t.exposeFloat("high", { description: "Where the interval ends." }),
  }),
});

export const MarketEstimate = builder.objectRef<ReportedEstimate>("MarketEstimate").implement({
  description: "The estimated precision and recall of a search, with intervals that include the judge's own errors.",
  fields: (t) => ({
    nominal: t.exposeFloat("nominal", {
      description:
        "The nominal coverage of each interval, 0–1. The sentence says how often the intervals held on other questions.",
    }),
    precision: t.expose("precision", {
      type: EstimatedShare,
      nullable: true,
      description:
        "Precision: the share of the market's companies that satisfy every criterion. Null where it cannot be estimated.",
    }),
    partly: t.expose("partly", {
      type: EstimatedShare,
      nullable: true,
      description: "The share of the market's companies that satisfy the question at least in part.",
    }),
    recall: t.expose("recall", {
      type: EstimatedShare,
      nullable: true,
      description: "Recall: the share of the directory's matching companies that are in the market.",
    }),
    sentence: t.exposeString("sentence", { description: "The estimate in words, or the reason why there is none." }),
  }),
});

/** Returns the estimate in a report; jobs of an earlier version have none. */
const estimateIn = (report: unknown): ReportedEstimate | null =>
  typeof report === "object" && report !== null && "estimate" in report ? (report.estimate as ReportedEstimate) : null;

/** Descriptions of what says that a run is paused. */
export const PAUSED_AT = "When an operator paused the run before its next step; null where the run is not paused.";
export const PAUSED_BY =
  "Who paused the run, and why: `key mk_live_1a2b` or `an operator: the disk is full`; null where the run is not paused.";

const MAY_READ_JOB = {
  anyScope: ["discovery:read", "discovery:write", "markets:publish"],
} as const satisfies ScopeMap;

export const DiscoveryJob = builder.prismaNode("Job", {
  name: "DiscoveryJob",
  description: "A unit of work of a market: a discovery, or one pipeline flag.",
  id: { field: "id" },
  select: { id: true },
  authScopes: MAY_READ_JOB,
  fields: (t) => ({
    jobId: t.exposeInt("id", { description: "Its number." }),
    workflowId: t.exposeInt("workflowRunId", { description: "The number of its run." }),
    workflowName: t.exposeString("name", {
      description: "`first_pass` or `second_pass` for a discovery; otherwise the pipeline flag.",
    }),
    kind: t.expose("kind", { description: "A discovery or a pipeline flag.", type: JobKind }),
    status: t.expose("status", { description: "How far it is.", type: JobStatus }),
    stage: t.exposeString("stage", { description: "The phase of the newest log entry." }),
    progress: t.exposeFloat("progress", { description: "The estimated share, 0–1." }),
    companiesFound: t.exposeInt("companiesFound", { description: "How many companies it has found." }),
    startTime: t.field({
      type: "DateTime",
      description: "When the job started; while it is queued, when it was requested.",
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
      description: "When it ended; null while it has not.",
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
      description: "The notes and counts of the job, and the criteria that it did not use.",
    }),
    estimate: t.field({
      type: MarketEstimate,
      nullable: true,
      description: "The estimated precision and recall of the market; null unless a search has completed.",
      select: { report: true },
      resolve: ({ report }) => estimateIn(report),
    }),
    market: t.relation("market", { description: "The market that it works on." }),
    temporalUrl: t.string({
      description: "The workflow's page in the Temporal UI, for operators.",
      select: { workflowRunId: true, run: { select: { kind: true } } },
      resolve: ({ workflowRunId, run }, _args, { temporalUiUrl, temporalNamespace }) =>
        `${temporalUiUrl}/namespaces/${encodeURIComponent(temporalNamespace)}/workflows/${temporalWorkflowId(run.kind, workflowRunId)}`,
    }),
  }),
});

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
    description: "A job of a market that the caller may see.",
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
      "The market's progress log after a sequence, then new entries, until no run of the market is queued or running.",
    authScopes: { anyScope: ["discovery:read"] },
    args: {
      marketId: t.arg.int({ required: true }),
      after: t.arg.int({ defaultValue: 0, description: "The sequence of an entry: those behind it." }),
    },
    subscribe: async (_root, { marketId, after }, { db, progress, caller }) => {
      await findMarket(db.prisma, caller, marketId);
      return followProgress(db, progress, marketId, after ?? 0);
    },
    resolve: (entry) => entry,
  }),
);
