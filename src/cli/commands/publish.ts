import { Command } from "commander";
import { InvalidInputError } from "#foundation/errors/index";
import { CliPublishDocument } from "#generated/operations/graphql";
import { PIPELINE_FLAGS, type PipelineFlagName } from "#pipeline/steps";
import { answer } from "../answer.ts";
import { jobTable } from "../job-lines.ts";
import { usDollars, wholeNumber } from "../option-values.ts";
import { graphOptions } from "../page-options.ts";
import { type GraphOptions, withGraph } from "../with-graph.ts";

/** Returns `runReverseGeocoding` as typed on the command line: `reverse-geocoding`. */
const typed = (name: PipelineFlagName) =>
  name
    .replace(/^run/, "")
    .replace(/(?!^)[A-Z]/g, (letter) => `-${letter}`)
    .toLowerCase();
const FLAGS = new Map(PIPELINE_FLAGS.flatMap(({ name }) => [[typed(name), name] as const, [name, name] as const]));
const TYPED = PIPELINE_FLAGS.map(({ name }) => typed(name));

/** Lists the flags with their effect, one per line. */
function flagHelp(): string {
  const width = Math.max(...TYPED.map((name) => name.length));
  const lines = PIPELINE_FLAGS.map(({ name, does }) => `  ${typed(name).padEnd(width)}  ${does}`);
  return ["", "Pipeline jobs:", ...lines].join("\n");
}

/** @throws InvalidInputError naming an unknown flag */
function chosen(list: string): Partial<Record<PipelineFlagName, true>> {
  const names = list.split(",").map((name) => name.trim());
  return Object.fromEntries(
    names.map((name) => {
      const flag = FLAGS.get(name);
      if (flag === undefined) throw new InvalidInputError(`--run "${name}" is not one of: ${TYPED.join(", ")}`);
      return [flag, true];
    }),
  );
}

interface PublishOptions extends GraphOptions {
  run?: string;
  maxCost?: number;
}

/** `market publish MARKET` */
export function publishCommand(): Command {
  return graphOptions(
    new Command("publish")
      .argument("<market>", "the market's id")
      .option("--run <flags>", "additional pipeline jobs, separated by commas")
      .option(
        "--max-cost <usd>",
        "the cap on the cost of paid providers for all jobs together, in US dollars",
        usDollars,
      )
      .addHelpText("after", flagHelp),
  ).action(async (id: string, options: PublishOptions) => {
    const { run, maxCost: maxCostUsd = null } = options;
    const marketId = wholeNumber(id, "market");
    const variables = { marketId, pipelineChoices: run === undefined ? {} : chosen(run), maxCostUsd };
    const { result, isServed } = await withGraph(options, true, (client) => client.run(CliPublishDocument, variables));
    const { market, jobs } = result.publishMarket;
    const next = isServed ? `To see its progress: market jobs ${marketId}` : "It starts when a server runs: npm start";
    const text = [`The publish of market ${marketId} is queued.`, ...(jobs.length === 0 ? [] : [jobTable(jobs)]), next];
    answer(options, { marketId, status: market.status, jobs }, text.join("\n"));
  });
}
