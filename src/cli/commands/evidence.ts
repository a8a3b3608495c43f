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
      .option("--out <file>", "the file to write; - is standard output (default: market-<id>.evidence.jws)"),
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
      `Wrote ${file}, signed by ${kid}. To check it: market verify ${file}`,
    );
  });
}
