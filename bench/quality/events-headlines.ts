import { Command } from "commander";
import { UNCLASSIFIED } from "#intelligence/events/content/unclassified";
import { loadTaxonomy } from "#intelligence/events/taxonomy/load-taxonomy";
import { shareText } from "./bootstrap.ts";
import { readRows } from "./data.ts";
import { composeHeadlines } from "./events/compose-headlines.ts";
import { readHeadlines } from "./events/headlines.ts";
import { table } from "./table.ts";

const LABELS = "bench/quality/own/events-headlines.tsv";

interface Label {
  part: string;
  /** Each entry has to be given; of several by "/" one is enough. */
  wanted: string[][];
  /** Right too, but not asked for. */
  also: string[];
}

interface Outcome {
  given: string[];
  right: number;
  found: number;
  wanted: number;
  line: string;
}

/** The labels by the headline's id: docs/quality-signals.md says how they were made. */
export function readHeadlineLabels(file = LABELS): Map<string, Label> {
  return new Map(
    readRows(file).map(([id = "", part = "", wanted = "", also = ""]) => {
      const list = (text: string) => text.split(",").filter((one) => one !== "");
      return [id, { part, wanted: list(wanted).map((one) => one.split("/")), also: list(also) }];
    }),
  );
}

function compare(given: string[], { wanted, also }: Label, title: string): Outcome {
  const right = given.filter((name) => also.includes(name) || wanted.some((one) => one.includes(name)));
  const found = wanted.filter((one) => one.some((name) => given.includes(name)));
  const lacking = wanted.filter((one) => !found.includes(one)).map((one) => one.join("/"));
  const beyond = given.filter((name) => !right.includes(name));
  const misses = [
    ...(lacking.length > 0 ? [`lacking ${lacking.join(", ")}`] : []),
    ...(beyond.length > 0 ? [`beyond ${beyond.join(", ")}`] : []),
  ];
  return {
    given,
    right: right.length,
    found: found.length,
    wanted: wanted.length,
    line: misses.length === 0 ? "" : `${title}\n    ${misses.join("; ")}`,
  };
}

/** A ratio of sums with the interval of its mean over the headlines that count, as "0.90 [0.84, 0.95]". */
function ratio(outcomes: readonly Outcome[], part: "right" | "found", whole: (one: Outcome) => number): string {
  const values = outcomes.flatMap((one) => Array.from({ length: whole(one) }, (_, i) => Number(i < one[part])));
  return shareText(values);
}

/** `npm run quality -- events-headlines`: alert types of real headlines, each composed as an event of its own. */
export const eventsHeadlinesCommand = new Command("events-headlines")
  .description("Measures the alert types of labelled real headlines, each taken alone.")
  .option("--headlines <file>", "the headlines", "../shared/data/headlines.csv.gz")
  .option("--labels <file>", "id, part, types, types that are right too; tabs between", LABELS)
  .option("--terms-only", "without the model that reads by meaning")
  .option("--kept", "measure the part that nothing was chosen on; prints its totals only")
  .option("--mistakes", "print each headline of the development part that is not as labelled")
  .action(
    async (options: { headlines: string; labels: string; termsOnly?: boolean; kept?: boolean; mistakes?: boolean }) => {
      const labels = readHeadlineLabels(options.labels);
      const { headlines } = await readHeadlines(options.headlines);
      const part = options.kept ? "held-out" : "development";
      const labelled = headlines.filter(({ id }) => labels.get(id)?.part === part);
      const contents = await composeHeadlines(labelled, loadTaxonomy(), options);
      const outcomes = labelled.map(({ id, document: { title } }, i) =>
        compare(
          (contents[i]?.alertTypes ?? []).flatMap(({ name }) => (name === UNCLASSIFIED ? [] : name)),
          labels.get(id) as Label,
          title,
        ),
      );
      const rows = [
        ["alert types of headlines", "headlines", "precision", "recall"],
        [
          part === "held-out" ? "held-out, measures" : "development, chose",
          String(outcomes.length),
          ratio(outcomes, "right", ({ given }) => given.length),
          ratio(outcomes, "found", ({ wanted }) => wanted),
        ],
      ];
      const lines = outcomes.map(({ line }) => line).filter((line) => line !== "");
      process.stdout.write(`${table(rows)}\n${options.mistakes && !options.kept ? `${lines.join("\n")}\n` : ""}`);
    },
  );
