import { eventually, type TestSystem } from "./system.ts";

export const START = /* GraphQL */ `
  mutation ($input: StartDiscoveryInput!) {
    startDiscovery(input: $input) { market { marketId status } job { jobId workflowId workflowName status } }
  }`;

export interface Started {
  startDiscovery: {
    market: { marketId: number; status: string };
    job: { jobId: number; workflowId: number; workflowName: string; status: string };
  };
}

const JOBS = /* GraphQL */ `
  query ($marketId: Int!) {
    market(marketId: $marketId) {
      status
      jobs(first: 20) { edges { node { jobId workflowId workflowName kind status stage progress companiesFound error report } } }
    }
  }`;

export interface JobState {
  jobId: number;
  workflowId: number;
  workflowName: string;
  kind: string;
  status: string;
  stage: string;
  progress: number;
  companiesFound: number;
  error: string | null;
  report: { wanted: number; found: number; candidates: number; notes: string[]; estimate?: object } | null;
}

export interface MarketState {
  status: string;
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
  criteria: object = WIND_CRITERIA,
  pipelineChoices?: object,
): Promise<Started["startDiscovery"]> {
  const { data, errors } = await system.graph<Started>(key, START, {
    input: { searchCriteria: criteria, pipelineChoices },
  });
  if (data == null) throw new Error(JSON.stringify(errors));
  return data.startDiscovery;
}

/** The market with its jobs, newest first. */
export async function marketState(system: TestSystem, key: string, marketId: number): Promise<MarketState> {
  type Answer = { market: { status: string; jobs: { edges: { node: JobState }[] } } };
  const { data, errors } = await system.graph<Answer>(key, JOBS, { marketId });
  if (data == null) throw new Error(JSON.stringify(errors));
  return { status: data.market.status, jobs: data.market.jobs.edges.map(({ node }) => node) };
}

const OVER = ["COMPLETED", "FAILED", "CANCELLED"];

/** Waits until every job of the market is over. */
export function ended(system: TestSystem, key: string, marketId: number, timeoutMs = 60_000): Promise<MarketState> {
  return eventually(
    () => marketState(system, key, marketId),
    // The market and its jobs are read by two statements, between which the job may end.
    ({ status, jobs }) => status !== "DISCOVERING" && jobs.every((job) => OVER.includes(job.status)),
    timeoutMs,
  );
}
