import { z } from "zod";
import {
  DiscoveryStatusDocument,
  type DiscoveryStatusQuery,
  type JobStatus as GraphJobStatus,
} from "#generated/operations/graphql";
import { DiscoveryStatus } from "../contracts/discovery-job.ts";
import { dataEnvelope, MarketMetadata } from "../contracts/envelopes.ts";
import { identifier } from "../contracts/values.ts";
import { found, known } from "../mapping.ts";
import { runOperation } from "../run-operation.ts";
import { procedure, type RestContext } from "../trpc.ts";

/** The contract advises polling every 30 to 60 seconds. */
const POLL_AFTER_SECONDS = 30;

type Jobs = NonNullable<DiscoveryStatusQuery["market"]>["jobs"];

/** Returns all jobs of a market, newest first: the graph has pages, the contract one list. */
async function allJobs(marketId: number, { graph }: RestContext) {
  const jobs: Jobs["edges"] = [];
  let page: Jobs["pageInfo"] | null = null;
  do {
    const { market } = await runOperation(DiscoveryStatusDocument, { marketId, after: page?.endCursor ?? null }, graph);
    const list: Jobs = found(market, `market ${marketId}`).jobs;
    jobs.push(...list.edges);
    page = list.pageInfo;
  } while (page.hasNextPage);
  return jobs.map(({ node }) => node);
}

const STATUS = {
  QUEUED: "queued",
  RUNNING: "running",
  COMPLETED: "completed",
  FAILED: "failed",
  CANCELLED: "cancelled",
} as const satisfies Record<GraphJobStatus, string>;

/** Returns the progress of a market's discovery, in every state. */
export const discoveryStatus = procedure
  .meta({
    openapi: {
      method: "GET",
      path: "/v2/discovery/{marketId}/status",
      tags: ["Discovery"],
      summary: "Read the status of a market's discovery",
      description: "Available in every state of the market. Poll it every 30 to 60 seconds.",
      responseHeaders: z.object({
        "retry-after": z
          .string()
          .optional()
          .describe("The number of seconds to wait before the next poll; absent if no job is queued or running."),
      }),
      successDescription: "The market's newest discovery, and all its jobs.",
      errorResponses: [],
    },
    rest: { document: DiscoveryStatusDocument, errors: ["INVALID_INPUT", "NOT_FOUND"] },
  })
  .input(z.object({ marketId: identifier("The number of the market.") }))
  .output(dataEnvelope(MarketMetadata, DiscoveryStatus))
  .query(async ({ input: { marketId }, ctx }) => {
    const nodes = await allJobs(marketId, ctx);
    const jobs = nodes.map(({ kind: _kind, ...job }) => ({
      ...job,
      status: STATUS[job.status],
    }));
    const newest = known(jobs[nodes.findIndex(({ kind }) => kind === "DISCOVERY")] ?? null, "the market's discovery");
    if (jobs.some(({ status }) => status === "queued" || status === "running"))
      ctx.setHeader("retry-after", String(POLL_AFTER_SECONDS));
    const { status, progress, stage, companiesFound } = newest;
    return { metadata: { marketId }, data: { status, progress, stage, companiesFound, jobs } };
  });
