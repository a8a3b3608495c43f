import { Command } from "commander";
import {
  CliPauseColumnFillDocument,
  CliResumeColumnFillDocument,
  type FillLineFragment,
} from "#generated/operations/graphql";
import { answer } from "../answer.ts";
import type { GraphClient } from "../graph-client.ts";
import { wholeNumber } from "../option-values.ts";
import { graphOptions } from "../page-options.ts";
import { type GraphOptions, withGraph } from "../with-graph.ts";

/** Gives an order to the fill of a market's columns. */
const order = (
  name: string,
  { does, done }: { does: string; done: string },
  give: (client: GraphClient, marketId: number) => Promise<FillLineFragment>,
) =>
  graphOptions(new Command(name).description(does).argument("<market>", "the market's id")).action(
    async (id: string, options: GraphOptions) => {
      const marketId = wholeNumber(id, "market");
      const { result } = await withGraph(options, true, (client) => give(client, marketId));
      answer(options, result, `Fill ${result.columnFill?.fillId} of market ${marketId} (${result.name}) ${done}.`);
    },
  );

/** `market columns …` */
export function columnsCommand(): Command {
  return new Command("columns")
    .addCommand(
      order(
        "pause",
        {
          does: "Pause the fill of a market's columns; the cells in progress are finished first",
          done: "will pause when the cells in progress are finished",
        },
        async (client, marketId) => (await client.run(CliPauseColumnFillDocument, { marketId })).pauseColumnFill,
      ),
    )
    .addCommand(
      order(
        "resume",
        {
          does: "Resume a paused fill, or answer the cells that a cancelled or failed fill did not reach",
          done: "will answer the remaining cells",
        },
        async (client, marketId) => (await client.run(CliResumeColumnFillDocument, { marketId })).resumeColumnFill,
      ),
    );
}
