import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Command } from "commander";
import { projectRoot } from "#foundation/config/project-root";
import { composeEvent } from "#intelligence/events/content/compose-event";
import type { EventContent } from "#intelligence/events/content/content";
import { UNCLASSIFIED } from "#intelligence/events/content/unclassified";
import { loadTaxonomy } from "#intelligence/events/taxonomy/load-taxonomy";
import { table } from "./table.ts";

interface Expected {
  alertTypes: string[];
  datapoints: {
    name: string;
    direction: string;
    quantity: { operator: string; values: number[]; unit: string } | null;
  }[];
  /** Alert types and `datapoint direction` that are right, too, but not asked for. */
  also?: string[];
  /** In the events monitor by default: an impacted entity with likelihood and severity of 2 or more. */
  severe: boolean;
}

interface Case {
  id: string;
  part: string;
  title: string;
  text?: string;
  expected: Expected;
}

/** Counts of one part of the set. */
interface Tally {
  texts: number;
  alerts: Counts;
  datapoints: Counts;
  severe: Counts;
  quantities: { right: number; of: number };
}

interface Counts {
  right: number;
  given: number;
  wanted: number;
}

const counts = (): Counts => ({ right: 0, given: 0, wanted: 0 });

/** What is told of an event, measured on labelled texts: docs/event-taxonomy.md says how they were made. */
export interface ContentReport {
  parts: Record<string, Tally>;
  /** One line for each text that is not as labelled. */
  misses: string[];
}

/** Composes an event of each text alone and compares it with its labels. */
export function measureContent(
  file = join(projectRoot(), "bench/quality/own/events-content.jsonl"),
  taxonomyFile?: string,
): ContentReport {
  const taxonomy = loadTaxonomy(taxonomyFile);
  const cases = readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line) as Case);
  const report: ContentReport = { parts: {}, misses: [] };
  for (const one of cases) {
    const content = composeEvent(
      [
        {
          id: 1,
          url: `https://news.example/${one.id}`,
          title: one.title,
          text: one.text ?? "",
          publisher: "",
          publishedAt: new Date(0),
        },
      ],
      { taxonomy },
    );
    report.parts[one.part] ??= {
      texts: 0,
      alerts: counts(),
      datapoints: counts(),
      severe: counts(),
      quantities: { right: 0, of: 0 },
    };
    const miss = compare(report.parts[one.part] as Tally, one.expected, content);
    if (miss !== "") report.misses.push(`${one.id} ${one.part} ${one.title}\n    ${miss}`);
  }
  return report;
}

function compare(tally: Tally, expected: Expected, content: EventContent): string {
  const misses: string[] = [];
  tally.texts++;
  const asked = (one: string) => !(expected.also ?? []).includes(one);
  const alerts = content.alertTypes.map(({ name }) => name).filter((name) => name !== UNCLASSIFIED && asked(name));
  note(tally.alerts, expected.alertTypes, alerts, "alert types", misses);
  const key = ({ name, direction }: { name: string; direction: string }) => `${name} ${direction}`;
  note(
    tally.datapoints,
    expected.datapoints.map(key),
    content.affectedDatapoints.map(key).filter(asked),
    "datapoints",
    misses,
  );
  for (const wanted of expected.datapoints) {
    const given = content.affectedDatapoints.find((one) => key(one) === key(wanted));
    if (given === undefined || wanted.quantity === null) continue;
    tally.quantities.of++;
    const { operator, values, unit } = given.quantity ?? { operator: "", values: [], unit: "" };
    if (JSON.stringify({ operator, values, unit }) === JSON.stringify(wanted.quantity)) tally.quantities.right++;
    else misses.push(`quantity of ${wanted.name} ${operator} ${values.join(",")} ${unit}`);
  }
  const worst = content.impactedEntities.toSorted((a, b) => b.likelihood * b.severity - a.likelihood * a.severity)[0];
  const severe = content.impactedEntities.some(({ likelihood, severity }) => likelihood >= 2 && severity >= 2);
  tally.severe.right += Number(severe && expected.severe);
  tally.severe.given += Number(severe);
  tally.severe.wanted += Number(expected.severe);
  if (severe !== expected.severe)
    misses.push(`${severe ? "severe" : "not severe"}: ${worst ? `${worst.likelihood} ${worst.severity}` : "nobody"}`);
  return misses.join("; ");
}

function note(
  tally: Counts,
  wanted: readonly string[],
  given: readonly string[],
  what: string,
  misses: string[],
): void {
  const right = given.filter((one) => wanted.includes(one)).length;
  tally.right += right;
  tally.given += given.length;
  tally.wanted += wanted.length;
  const lacking = wanted.filter((one) => !given.includes(one));
  const extra = given.filter((one) => !wanted.includes(one));
  if (lacking.length > 0) misses.push(`${what} lacking ${lacking.join(", ")}`);
  if (extra.length > 0) misses.push(`${what} beyond ${extra.join(", ")}`);
}

const share = (part: number, whole: number) => (whole === 0 ? "–" : (part / whole).toFixed(2));

/** The report as a table: precision and recall of each thing, for each part of the set. */
export function printContentReport({ parts, misses }: ContentReport, withMisses: boolean): string {
  const rows = Object.entries(parts).map(([part, { texts, alerts, datapoints, severe, quantities }]) => [
    part,
    String(texts),
    share(alerts.right, alerts.given),
    share(alerts.right, alerts.wanted),
    share(datapoints.right, datapoints.given),
    share(datapoints.right, datapoints.wanted),
    `${quantities.right} of ${quantities.of}`,
    share(severe.right, severe.given),
    share(severe.right, severe.wanted),
  ]);
  const head = [
    "what an event says",
    "texts",
    "alert types P",
    "R",
    "datapoints P",
    "R",
    "quantities",
    "severe P",
    "R",
  ];
  return `${table([head, ...rows])}\n${withMisses ? `${misses.join("\n")}\n` : ""}`;
}

/** `npm run quality -- events-content`. */
export const eventsContentCommand = new Command("events-content")
  .description("Measures alert types, datapoints, quantities and severity of events on labelled texts.")
  .option("--set <file>", "labelled texts, one JSON object a line; by default the product's own")
  .option("--taxonomy <file>", "another taxonomy than the one that ships with the product")
  .option("--mistakes", "print each text that is not as labelled")
  .option("--json", "print JSON")
  .action((options: { set?: string; taxonomy?: string; mistakes?: boolean; json?: boolean }) => {
    const report = measureContent(options.set, options.taxonomy);
    process.stdout.write(
      options.json ? `${JSON.stringify(report, null, 2)}\n` : printContentReport(report, options.mistakes === true),
    );
  });
