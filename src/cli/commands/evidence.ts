import { writeFile } from "node:fs/promises";
import { Command } from "commander";
import { NotFoundError } from "#foundation/errors/index";
import { CliEvidenceDocument } from "#generated/operations/graphql";
import { answer } from "../answer.ts";
import { wholeNumber } from "../option-values.ts";
import { graphOptions } from "../page-options.ts";
import { type GraphOptions, withGraph } from "../with-graph.ts";

/** `market evidence MARKET` */
export function evidenceCommand(): Command {
  return graphOptions(
    new Command("evidence")
      .argument("<market>", "the market's id")
      .option("--out <file>", "where it is written; - is standard output (default: market-<id>.evidence.jws)"),
  ).action(async (id: string, options: GraphOptions & { out?: string }) => {
    const marketId = wholeNumber(id, "market");
    const { result } = await withGraph(options, false, (client) => client.run(CliEvidenceDocument, { marketId }));
    if (result.market == null) throw new NotFoundError(`market ${marketId}`);
    const { jws, kid, fileName } = result.market.evidence;
    if (options.out === "-") {
      process.stdout.write(jws);
      return;
    }
    const file = options.out ?? fileName;
    await writeFile(file, jws);
    answer(
      options,
      { marketId, file, kid, bytes: jws.length },
      `Written ${file}, signed by ${kid}. It is checked by: market verify ${file}`,
    );
  });
}
