import { Command } from "commander";
import { loadTaxonomy } from "#intelligence/events/taxonomy/load-taxonomy";
import { shareText } from "./bootstrap.ts";
import { readRows } from "./data.ts";
import { composeHeadlines } from "./events/compose-headlines.ts";
import { writtenHeadline } from "./events/headlines.ts";
import { table } from "./table.ts";

const PAIRS = "bench/quality/own/severity-pairs.tsv";
/** Headlines that are graver, or as grave, the larger their figure is. */
const GROWING = [
  "Blast at Tolvane plant kills #",
  "Fire at Brunov refinery injures # workers",
  "Corvane to cut # jobs",
  "Orvane recalls # cars",
  "Hackers steal records of # customers",
  "Regulator fines Tessaro $#",
  "Kollbrand to buy Velanto for $#",
  "Flood leaves # people homeless in Chara",
];
const FIGURES = ["2", "30", "400", "5,000", "60 thousand", "700 thousand", "8 million", "90 million", "2 billion"];

/** Returns the severity of each headline as an event of its own: that of its gravest impact. */
async function severities(titles: readonly string[], termsOnly: boolean): Promise<number[]> {
  const headlines = titles.map((title, i) => writtenHeadline(`severity${i}`, title));
  const contents = await composeHeadlines(headlines, loadTaxonomy(), { termsOnly });
  return contents.map(({ impactedEntities }) => Math.max(0, ...impactedEntities.map(({ severity }) => severity)));
}

/** `npm run quality -- severity`: which of two events is graver, and that a larger figure lowers no severity. */
export const severityCommand = new Command("severity")
  .description("Measures severities against pairs of headlines of which a reader said which event is graver.")
  .option("--terms-only", "without the model that reads alert types by meaning")
  .option("--kept", "measure the part that nothing was chosen on; prints its totals only")
  .option("--mistakes", "print each pair of the development part that is not as labelled")
  .action(
    async ({ termsOnly = false, kept, mistakes }: { termsOnly?: boolean; kept?: boolean; mistakes?: boolean }) => {
      const part = kept ? "held-out" : "development";
      const pairs = readRows(PAIRS).flatMap(([itsPart, graver = "", milder = ""]) =>
        itsPart === part ? [{ graver, milder }] : [],
      );
      const read = await severities(
        pairs.flatMap(({ graver, milder }) => [graver, milder]),
        termsOnly,
      );
      const compared = pairs.map((pair, i) => ({ ...pair, of: [read[2 * i] ?? 0, read[2 * i + 1] ?? 0] as const }));
      const grown = await severities(
        GROWING.flatMap((title) => FIGURES.map((figure) => title.replace("#", figure))),
        termsOnly,
      );
      const steps = GROWING.flatMap((_, i) => {
        const values = grown.slice(i * FIGURES.length, (i + 1) * FIGURES.length);
        return values.slice(1).map((value, j) => value >= (values[j] ?? 0));
      });
      const name = kept ? "held-out, measures" : "development, chose";
      const rows = [
        ["severity", "share"],
        [
          `pairs whose graver event is severer, ${name}`,
          shareText(compared.map(({ of: [more, less] }) => more > less)),
        ],
        [`pairs of one severity, ${name}`, shareText(compared.map(({ of: [more, less] }) => more === less))],
        ["larger figures that lower no severity", shareText(steps)],
      ];
      process.stdout.write(`${table(rows)}\n`);
      if (!mistakes || kept) return;
      for (const { graver, milder, of } of compared)
        if (of[0] <= of[1]) process.stdout.write(`${of[0]} ${graver}\n    ${of[1]} ${milder}\n`);
    },
  );
