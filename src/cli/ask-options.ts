import { Command } from "commander";
import { share, usDollars } from "./option-values.ts";

/** The options of `npm run ask`. */
export interface AskOptions {
  question: string;
  json: boolean;
  yes: boolean;
  /** Whether to keep serving afterwards, so that the URLs can be explored. */
  stay: boolean;
  /** Cap on the cost of paid providers, in US dollars; undefined means that only the team's budget limits it. */
  maxCostUsd: number | undefined;
  /** The recall that the lower bound of the estimate has to reach, 0–1; undefined means none. */
  targetRecall: number | undefined;
}

/** Reads the command line; `--help` explains it. Staying is the default on a terminal. */
export function askOptions(argv: string[], isTerminal: boolean): AskOptions {
  const program = new Command("ask")
    .description("Ask a market question and get a market of real companies with reasons.")
    .argument(
      "<question...>",
      'the question in plain words, such as "Find 30 makers of wind turbine components in Germany and Spain"',
    )
    .option("--json", "print the result as JSON; implies --yes", false)
    .option("-y, --yes", "start the discovery without asking", false)
    .option("--stay", "keep serving afterwards (the default on a terminal)")
    .option("--max-cost <usd>", "the cap on the cost of paid providers, in US dollars", usDollars)
    .option(
      "--target-recall <share>",
      "include less likely companies until the estimated recall is at least this, 0 to 1",
      share,
    )
    .option("--no-stay", "end when the result is printed (the default elsewhere)")
    .addHelpText("after", "\nThe configuration comes from environment variables; npm run doctor shows it.")
    .parse(argv);
  const { json, yes, stay, maxCost, targetRecall } = program.opts<{
    json: boolean;
    yes: boolean;
    stay?: boolean;
    maxCost?: number;
    targetRecall?: number;
  }>();
  return {
    question: program.args.join(" "),
    json,
    yes: yes || json || !isTerminal,
    stay: stay ?? (isTerminal && !json),
    maxCostUsd: maxCost,
    targetRecall,
  };
}
