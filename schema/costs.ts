import DataLoader from "dataloader";
import type { Range as RangeShape } from "#costs/expected-cost";
import { platformBudget } from "#costs/platform-budget";
import { type LedgerSum, spendOf, sumDossierTasks, sumJobs, sumLedger } from "#costs/read-ledger";
import { calendarMonth } from "#foundation/calendar-month";
import type { Queries } from "#foundation/db/database";
import { MICRO_USD } from "#foundation/micro-usd";
import {
  type DiscoveryQuote as DiscoveryQuoteShape,
  type QuoteItem as QuoteItemShape,
  quoteDiscovery,
} from "#markets/discovery/quote-discovery";
import { builder } from "./builder.ts";
import { DossierTask } from "./dossier-task.ts";
import { DiscoveryJob } from "./job.ts";
import { perRequest } from "./per-request.ts";
import { criteriaInput, SearchCriteriaInput } from "./search-criteria.ts";
import { MAY_READ_TEAMS, Team } from "./team.ts";

const inUsd = (amount: number): number => amount / MICRO_USD;

export const Range = builder.objectRef<RangeShape>("QuoteRange").implement({
  description: "An expected range. In half of the cases the value stays below `p50`, and in nine of ten below `p90`.",
  fields: (t) => ({
    p50: t.exposeFloat("p50", { description: "The median: the value stays below it in half of the cases." }),
    p90: t.exposeFloat("p90", { description: "The 90th percentile: the value stays below it in nine of ten cases." }),
  }),
});

export const rangeInUsd = ({ p50, p90 }: RangeShape): RangeShape => ({ p50: inUsd(p50), p90: inUsd(p90) });

const QuoteItem = builder.objectRef<QuoteItemShape>("QuoteItem").implement({
  description: "One kind of paid call of a discovery, with its expected number and cost.",
  fields: (t) => ({
    provider: t.exposeString("provider", {
      description: "The provider: `provider:model` for a language model, otherwise the name of the provider.",
    }),
    operation: t.exposeString("operation", {
      description: "The operation: `judge` with the version of its prompt, `search` or `embed`.",
    }),
    calls: t.expose("calls", { description: "The expected number of calls.", type: Range }),
    costUsd: t.field({
      description: "The expected cost of all these calls together, in US dollars.",
      type: Range,
      resolve: ({ cost }) => rangeInUsd(cost),
    }),
    basis: t.exposeString("basis", {
      description: "The basis of the figures, such as earlier calls or the price of the plan.",
    }),
  }),
});

const DiscoveryQuote = builder.objectRef<DiscoveryQuoteShape>("DiscoveryQuote").implement({
  description: "The expected duration and cost of a discovery.",
  fields: (t) => ({
    seconds: t.expose("seconds", {
      type: Range,
      description:
        "The expected duration in seconds, from the start of the job to its end, without the time in the queue.",
    }),
    secondsBasis: t.exposeString("secondsBasis", {
      description: "The basis of the expected duration, such as `the last 20 jobs with these providers`.",
    }),
    costUsd: t.field({
      description: "The expected cost of all items together, in US dollars.",
      type: Range,
      resolve: ({ cost }) => rangeInUsd(cost),
    }),
    items: t.expose("items", {
      type: [QuoteItem],
      description: "The expected cost by provider and operation; empty if no paid provider is configured.",
    }),
  }),
});

builder.queryField("quoteDiscovery", (t) =>
  t.field({
    type: DiscoveryQuote,
    description:
      "Estimates the duration and cost of a discovery with these criteria. It starts nothing and costs nothing.",
    authScopes: { anyScope: ["discovery:write"] },
    args: {
      searchCriteria: t.arg({
        description: "The criteria of the discovery.",
        type: SearchCriteriaInput,
        required: true,
      }),
    },
    resolve: (_root, { searchCriteria }, { db, providers }) =>
      quoteDiscovery(db, providers, criteriaInput(searchCriteria)),
  }),
);

const CostItem = builder.objectRef<LedgerSum>("CostItem").implement({
  description: "The calls of one kind to a paid provider, with their cost.",
  fields: (t) => ({
    purpose: t.exposeString("purpose", {
      description:
        "The purpose of the calls: `job`, `dossier`, `question` (reading questions, and answers of columns), `events` or `directory`.",
    }),
    provider: t.exposeString("provider", { description: "The provider that was paid." }),
    operation: t.exposeString("operation", {
      description: "The operation of the provider, such as `chat` or `search`.",
    }),
    model: t.exposeString("model", { description: "The model that was called; empty for operations without a model." }),
    calls: t.exposeInt("calls", { description: "The number of calls, including repeated attempts." }),
    uncertain: t.exposeInt("uncertain", {
      description:
        "The number of calls that are in progress or were interrupted. `costUsd` includes them at their maximum cost.",
    }),
    costUsd: t.float({ description: "The cost of these calls in US dollars.", resolve: ({ amount }) => inUsd(amount) }),
  }),
});

interface JobCostShape {
  cap: number | null;
  items: LedgerSum[];
}

const JobCost = builder.objectRef<JobCostShape>("JobCost").implement({
  description: "The cost of a job's calls to paid providers, from the ledger.",
  fields: (t) => ({
    costUsd: t.float({
      description: "The cost of the job so far, in US dollars.",
      resolve: ({ items }) => inUsd(items.reduce((sum, { amount }) => sum + amount, 0)),
    }),
    capUsd: t.float({
      nullable: true,
      description:
        "The cap on the cost of all jobs of the same request together, in US dollars; null if there is no cap.",
      resolve: ({ cap }) => (cap === null ? null : inUsd(cap)),
    }),
    items: t.expose("items", { description: "The cost by provider, operation and model.", type: [CostItem] }),
  }),
});

const costs = perRequest(
  ({ db }) =>
    new DataLoader<number, LedgerSum[]>(async (jobIds) => {
      const byJob = new Map<number, LedgerSum[]>(jobIds.map((id) => [id, []]));
      for (const { jobId, ...sum } of await sumJobs(db, jobIds)) byJob.get(jobId)?.push(sum);
      return jobIds.map((id) => byJob.get(id) ?? []);
    }),
);

builder.prismaObjectFields(DiscoveryJob, (t) => ({
  cost: t.field({
    description: "The cost of the job's calls to paid providers so far.",
    type: JobCost,
    select: { costCap: true },
    resolve: async ({ id, costCap }, _args, context) => ({
      cap: costCap === null ? null : Number(costCap),
      items: await costs(context).load(id),
    }),
  }),
  manifest: t.expose("manifest", {
    type: "JSON",
    nullable: true,
    description:
      "The provenance of the job. For a discovery: digests of criteria, plan, directory and result, and versions of code, prompts and providers. For a pipeline flag: `providers`, the providers that it can use. Null if none has been written.",
  }),
  continuesJobId: t.exposeInt("continuesJobId", {
    nullable: true,
    description:
      "The number of the ended job whose verdicts and recorded answers this job reuses; null if it does not continue another job.",
  }),
}));

const DossierTaskCost = builder.objectRef<LedgerSum[]>("DossierTaskCost").implement({
  description: "The cost of a dossier run's calls to paid providers, from the ledger.",
  fields: (t) => ({
    costUsd: t.float({
      description: "The cost of the run so far, in US dollars.",
      resolve: (items) => inUsd(items.reduce((sum, { amount }) => sum + amount, 0)),
    }),
    items: t.field({
      description: "The cost by provider, operation and model.",
      type: [CostItem],
      resolve: (items) => items,
    }),
  }),
});

const costsOfTasks = perRequest(
  ({ db }) =>
    new DataLoader<string, LedgerSum[]>(async (taskIds) => {
      const byTask = new Map<string, LedgerSum[]>(taskIds.map((id) => [id, []]));
      for (const { taskId, ...sum } of await sumDossierTasks(db, taskIds)) byTask.get(taskId)?.push(sum);
      return taskIds.map((id) => byTask.get(id) ?? []);
    }),
);

builder.objectField(DossierTask, "cost", (t) =>
  t.field({
    type: DossierTaskCost,
    description: "The cost of the run's calls to paid providers so far.",
    resolve: ({ taskId }, _args, context) => costsOfTasks(context).load(taskId),
  }),
);

interface SpendShape {
  month: string;
  spent: number;
  budget: number | null;
  items: LedgerSum[];
}

const Spend = builder.objectRef<SpendShape>("Spend").implement({
  description: "The cost of calls to paid providers in one calendar month (UTC), for a team or for the platform.",
  fields: (t) => ({
    month: t.exposeString("month", { description: "The calendar month as `YYYY-MM`, in UTC." }),
    costUsd: t.float({
      description: "The cost of the month so far, in US dollars.",
      resolve: ({ spent }) => inUsd(spent),
    }),
    budgetUsd: t.float({
      nullable: true,
      description: "The monthly budget in US dollars; null if there is no limit.",
      resolve: ({ budget }) => (budget === null ? null : inUsd(budget)),
    }),
    items: t.expose("items", {
      type: [CostItem],
      description:
        "The calls by purpose, provider, operation and model, most expensive first. Their costs add up to `costUsd`.",
    }),
  }),
});

async function spendShape(
  db: Queries,
  teamId: number | null,
  asked: string | null | undefined,
  budget: number | null,
): Promise<SpendShape> {
  const month = asked ?? calendarMonth();
  const [spent, items] = await Promise.all([
    spendOf(db, teamId, month),
    sumLedger(db, { payer: teamId ?? "platform", month }),
  ]);
  return { month, spent, items, budget };
}

const MONTH = { description: "The calendar month as `YYYY-MM`, in UTC; by default the current month." };

builder.prismaObjectFields(Team, (t) => ({
  spend: t.field({
    type: Spend,
    description: "The cost of the team's calls to paid providers in a calendar month.",
    authScopes: MAY_READ_TEAMS,
    args: { month: t.arg.string(MONTH) },
    select: { monthlyBudget: true },
    resolve: ({ id, monthlyBudget }, { month }, { db }) =>
      spendShape(db, id, month, monthlyBudget === null ? null : Number(monthlyBudget)),
  }),
}));

builder.queryField("platformSpend", (t) =>
  t.field({
    type: Spend,
    description:
      "The cost of calls that no team pays for in a calendar month: for events, for vectors of the directory, and for questions by platform keys. Requires a platform key.",
    authScopes: { $all: { anyScope: ["teams:read"], platform: true, apiKey: true } },
    args: { month: t.arg.string(MONTH) },
    resolve: async (_root, { month }, { db }) => spendShape(db, null, month, await platformBudget(db)),
  }),
);
