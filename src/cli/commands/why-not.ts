import { Command } from "commander";
import { NotFoundError } from "#foundation/errors/index";
import { CliWhyNotDocument, type CliWhyNotQuery } from "#generated/operations/graphql";
import { answer } from "../answer.ts";
import { wholeNumber } from "../option-values.ts";
import { graphOptions } from "../page-options.ts";
import { type GraphOptions, withGraph } from "../with-graph.ts";

type WhyNot = NonNullable<CliWhyNotQuery["market"]>["whyNot"];

const SIGNS = { MET: "+", NOT_MET: "–", UNKNOWN: "?" } as const;

/** Describes the verdict, each criterion, and what would have to differ. */
function describe({ domain, company, verdict, reason, wasCandidate, criteria, smallestChange, note }: WhyNot): string {
  const name = company == null ? domain : `${company.name} (${domain})`;
  const when = verdict == null || wasCandidate ? "" : " No discovery had judged it, so it was judged now.";
  return [
    `${name}: ${verdict == null ? "" : `${verdict.toLowerCase().replace("_", " ")}. `}${reason}${when}`,
    ...criteria.map(({ criterion, outcome, note: said, probability }) => {
      const odds = probability == null ? "" : ` (probability ${probability})`;
      return `  ${SIGNS[outcome]} ${criterion}: ${said}${odds}`;
    }),
    ...(smallestChange == null ? [] : ["The smallest change of the criteria that would include it:"]),
    ...(smallestChange?.steps.map(({ sentence }) => `  ${sentence}`) ?? []),
    ...(note == null ? [] : [note]),
  ].join("\n");
}

/** `market why-not MARKET DOMAIN` */
export function whyNotCommand(): Command {
  return graphOptions(
    new Command("why-not")
      .argument("<market>", "the market's id")
      .argument("<domain>", "a company's domain, as a domain, host or URL"),
  ).action(async (id: string, domain: string, options: GraphOptions) => {
    const marketId = wholeNumber(id, "market");
    const { result } = await withGraph(options, false, (client) => client.run(CliWhyNotDocument, { marketId, domain }));
    if (result.market == null) throw new NotFoundError(`market ${marketId}`);
    const { whyNot } = result.market;
    answer(options, whyNot, describe(whyNot));
  });
}
