import { existsSync, writeFileSync } from "node:fs";
import { Command } from "commander";
import { groupDocuments } from "#intelligence/events/grouping/group-documents";
import { mean } from "../measures.ts";
import { crossValidate } from "./cross-validate.ts";
import { readHeadlines, withoutCategory } from "./headlines.ts";
import { measureGrouping } from "./measures.ts";
import { measureSmallSamples, type SampleKind } from "./small-samples.ts";

interface EventsOptions {
  headlines: string;
  assignments?: string;
  crossValidate?: number;
  smallSamples?: number;
  category: boolean;
  json?: boolean;
}

export const DEFAULT_HEADLINES = "../shared/data/headlines.csv.gz";

/** `npm run quality -- events`: groups headlines with the product's own grouping and measures it where labels are there. */
export const eventsCommand = new Command("events")
  .description(
    "Groups headlines into events with the product's own grouping, from title, url, publisher, category and published alone. Prints BCubed and ARI where the file has the column story.",
  )
  .option(
    "--headlines <file>",
    "CSV, also gzip, with id, title, url, publisher, published[, category, story]",
    DEFAULT_HEADLINES,
  )
  .option("--assignments <file>", "write id and event of every row, tab-separated, with a header")
  .option(
    "--cross-validate <resamples>",
    "measure on halves of the stories, settings chosen on the other half",
    wholeNumber,
  )
  .option("--small-samples <samples>", "measure random samples of a few headlines of a few stories", wholeNumber)
  .option("--no-category", "leave the source's category out")
  .option("--json", "print JSON")
  .action((options: EventsOptions) => reportEvents(options));

/** The events section of the whole report; nothing where the default file is not there. */
export async function reportEventsWhereThere(): Promise<void> {
  if (existsSync(DEFAULT_HEADLINES)) await reportEvents({ headlines: DEFAULT_HEADLINES, category: true });
}

async function reportEvents(options: EventsOptions): Promise<void> {
  const { headlines: read, setAside, hasLabels } = await readHeadlines(options.headlines);
  for (const problem of setAside.slice(0, 10)) process.stderr.write(`set aside, ${problem}\n`);
  if (setAside.length > 10) process.stderr.write(`and ${setAside.length - 10} more rows set aside\n`);
  const headlines = options.category ? read : read.map(withoutCategory);
  const from = performance.now();
  const groups = groupDocuments(headlines.map(({ document }) => document));
  const seconds = (performance.now() - from) / 1000;
  if (options.assignments)
    writeFileSync(
      options.assignments,
      assignmentsOf(
        headlines.map(({ id }) => id),
        groups,
      ),
    );
  const measures = hasLabels
    ? measureGrouping(
        headlines.map(({ story }) => story ?? ""),
        groups,
      )
    : null;
  if ((options.crossValidate || options.smallSamples) && !hasLabels)
    throw new Error("--cross-validate and --small-samples need the column story");
  const heldOut = options.crossValidate ? crossValidate(headlines, options.crossValidate) : null;
  const small = options.smallSamples ? measureSmallSamples(headlines, options.smallSamples) : null;
  if (options.json) {
    const report = {
      headlines: headlines.length,
      setAside: setAside.length,
      events: groups.length,
      seconds,
      measures,
      heldOut,
      small,
    };
    process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
    return;
  }
  const lines = [`${headlines.length} headlines in ${groups.length} events, ${seconds.toFixed(2)} s`];
  if (measures) {
    const { precision, recall, f1, adjustedRand, labels } = measures;
    lines.push(
      `${labels} labelled stories: BCubed precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}, F1 ${f1.toFixed(3)}; ARI ${adjustedRand.toFixed(3)}`,
    );
  } else lines.push("no column story: nothing to measure against");
  if (heldOut) {
    lines.push(
      `BCubed F1 on stories that took no part in the choice, ${heldOut.chosen.length} resamples (mean ± deviation, least):`,
    );
    lines.push(`  settings chosen on the other half  ${spread(heldOut.chosen)}`);
    lines.push(`  the product's settings             ${spread(heldOut.defaults)}`);
    lines.push(`  … without the category             ${spread(heldOut.withoutCategory)}`);
    lines.push(`  … with a third of the headlines    ${spread(heldOut.thinned)}`);
  }
  if (small) {
    lines.push(`Means over ${options.smallSamples} random samples each, BCubed F1 (precision, recall):`);
    for (const { kind, measures } of small) {
      const { precision, recall, f1 } = measures;
      lines.push(`  ${nameOf(kind).padEnd(24)} ${f1.toFixed(3)} (${precision.toFixed(2)}, ${recall.toFixed(2)})`);
    }
  }
  process.stdout.write(`${lines.join("\n")}\n`);
}

const nameOf = (kind: SampleKind): string =>
  "drawn" in kind ? `${kind.drawn} at random` : `${range(kind.stories)} stories of ${range(kind.headlines)}`;

function range([least, most]: readonly [number, number]): string {
  return least === most ? `${least}` : `${least}–${most}`;
}

function assignmentsOf(ids: readonly string[], groups: readonly (readonly number[])[]): string {
  const events = new Array<number>(ids.length);
  groups.forEach((group, event) => {
    for (const i of group) events[i] = event + 1;
  });
  return `id\tevent\n${ids.map((id, i) => `${id}\t${events[i]}\n`).join("")}`;
}

function spread(values: readonly number[]): string {
  const middle = mean([...values]);
  const deviation = Math.sqrt(mean(values.map((value) => (value - middle) ** 2)));
  return `${middle.toFixed(3)} ± ${deviation.toFixed(3)}, ${Math.min(...values).toFixed(3)}`;
}

function wholeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new Error(`${text} resamples: must be a whole number from 1`);
  return value;
}
