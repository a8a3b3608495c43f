import {
  MarketStateDocument,
  type MarketStateQuery,
  type PipelineChoicesInput,
  PublishMarketDocument,
  type PublishMarketMutation,
  type SearchCriteriaInput,
  StartDiscoveryDocument,
  type StartedRunFragment,
} from "#generated/tests/graphql";
import { eventually, present, type TestSystem } from "./system.ts";

type Market = NonNullable<MarketStateQuery["market"]>;
type Job = Market["jobs"]["edges"][number]["node"];

export interface JobState extends Job {
  report: { wanted: number; found: number; candidates: number; notes: string[]; estimate?: object } | null;
}

export interface MarketState {
  status: Market["status"];
  jobs: JobState[];
}

/** The question that the test companies answer: makers of wind turbine parts, in Germany and Austria. */
export const WIND_CRITERIA = {
  userPrompt:
    "Manufacturers of rotor blades and wind turbine components in Germany and Austria, not wind farm operators",
  marketName: "Wind turbine components",
  marketType: "product",
  marketRole: "manufacturer",
  keywords: { features: ["wind turbine components"], irrelevant: ["wind farm operators"] },
  locations: [{ country: "DE" }, { country: "AT" }],
  count: 5,
};

/** Starts a discovery and returns its ids. */
export async function start(
  system: TestSystem,
  key: string,
  criteria: SearchCriteriaInput = WIND_CRITERIA,
  pipelineChoices?: PipelineChoicesInput,
): Promise<StartedRunFragment> {
  const input = { searchCriteria: criteria, ...(pipelineChoices === undefined ? {} : { pipelineChoices }) };
  return (await system.answer(key, StartDiscoveryDocument, { input })).startDiscovery;
}

/** Makes a publish of three jobs, in this order. */
export const THREE_JOBS = { runReverseGeocoding: true, runMomentumScore: true, runPhraseExplorer: true };

/** Publishes a market; returns the jobs of the flags. */
export async function publish(
  system: TestSystem,
  key: string,
  marketId: number,
  pipelineChoices?: PipelineChoicesInput,
): Promise<PublishMarketMutation["publishMarket"]["jobs"]> {
  const input = { marketId, ...(pipelineChoices === undefined ? {} : { pipelineChoices }) };
  return (await system.answer(key, PublishMarketDocument, { input })).publishMarket.jobs;
}

/** The market with its jobs, newest first. */
export async function marketState(system: TestSystem, key: string, marketId: number): Promise<MarketState> {
  const market = present((await system.answer(key, MarketStateDocument, { marketId })).market);
  return { status: market.status, jobs: market.jobs.edges.map(({ node }) => node as JobState) };
}

const OVER = ["COMPLETED", "FAILED", "CANCELLED"];

/** Waits until every job of the market is over. */
export async function ended(
  system: TestSystem,
  key: string,
  marketId: number,
  timeoutMs = 60_000,
): Promise<MarketState> {
  const { db } = system.database;
  // To look by a statement costs a fraction of what a request costs.
  await eventually(
    () => db.query("SELECT id FROM jobs WHERE market_id = $1 AND status IN ('queued', 'running')", [marketId]),
    (open) => open.length === 0,
    timeoutMs,
  );
  return eventually(
    () => marketState(system, key, marketId),
    // The market and its jobs are read by two statements, between which the job may end.
    ({ status, jobs }) => status !== "DISCOVERING" && jobs.every((job) => OVER.includes(job.status)),
    timeoutMs,
  );
}

/** How many of its month's discoveries a team has used. */
export const quotaUsed = async ({ database }: TestSystem, teamId: number): Promise<number> =>
  (await database.db.prisma.quotaUsage.findFirst({ where: { teamId } }))?.used ?? 0;
