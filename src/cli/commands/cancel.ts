import { Command } from "commander";
import { AppError, ConflictError } from "#foundation/errors/index";
import {
  CliCancelDiscoveryDocument,
  CliCancelPublishDocument,
  type JobLineFragment,
} from "#generated/operations/graphql";
import { answer } from "../answer.ts";
import type { GraphClient } from "../graph-client.ts";
import { jobTable } from "../job-lines.ts";
import { wholeNumber } from "../option-values.ts";
import { graphOptions } from "../page-options.ts";
import { type GraphOptions, withGraph } from "../with-graph.ts";

const isConflict = (error: unknown) => error instanceof AppError && error.code === "CONFLICT";

/** A market has at most one queued or running run: a discovery or a publish. @throws ConflictError when neither is */
async function cancel(client: GraphClient, marketId: number): Promise<JobLineFragment[]> {
  try {
    return [(await client.run(CliCancelDiscoveryDocument, { marketId })).cancelDiscovery];
  } catch (error) {
    if (!isConflict(error)) throw error;
  }
  try {
    return (await client.run(CliCancelPublishDocument, { marketId })).cancelPublish.jobs;
  } catch (error) {
    if (!isConflict(error)) throw error;
    throw new ConflictError(
      `market ${marketId} has nothing queued or running to cancel, or it is already being cancelled`,
    );
  }
}

/** `market cancel MARKET` */
export function cancelCommand(): Command {
  return graphOptions(new Command("cancel").argument("<market>", "the market's id")).action(
    async (id: string, options: GraphOptions) => {
      const marketId = wholeNumber(id, "market");
      const { result: jobs } = await withGraph(options, true, (client) => cancel(client, marketId));
      answer(
        options,
        { marketId, jobs },
        `${jobTable(jobs)}\nRunning jobs end within seconds; queued jobs have ended.`,
      );
    },
  );
}
