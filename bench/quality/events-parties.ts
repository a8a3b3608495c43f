import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Command } from "commander";
import { projectRoot } from "#foundation/config/project-root";
import { type GroupingDocument, groupDocuments } from "#intelligence/events/grouping/group-documents";
import { estimate, intervalText } from "./bootstrap.ts";
import { measureGrouping } from "./events/measures.ts";
import { table } from "./table.ts";

const HEADLINES = "bench/quality/own/events-parties.tsv";

/** A headline, and the event of its week that it reports. */
interface Labelled {
  event: string;
  title: string;
}

/** Reads `part, week, event, headline`. Returns the headlines of each week. */
function readWeeks(part: string): Labelled[][] {
  const [, ...lines] = readFileSync(join(projectRoot(), HEADLINES), "utf8").trimEnd().split("\n");
  const rows = lines
    .map((line) => line.split("\t"))
    .filter(([of]) => of === part)
    .map(([, week = "", event = "", title = ""]) => ({ week, event, title }));
  return [...Map.groupBy(rows, ({ week }) => week).values()];
}

function documentOf(title: string, i: number): GroupingDocument {
  const url = `https://paper${i}.example.com/${i}`;
  return {
    key: url,
    title,
    text: "",
    url,
    publisher: `Paper ${i}`,
    category: "",
    publishedAt: new Date("2026-03-03"),
  };
}

/** `npm run quality -- events-parties`: whether events stay apart that only their parties tell apart. */
export const eventsPartiesCommand = new Command("events-parties")
  .description("Groups weeks of headlines whose words are alike and whose parties may differ, each week on its own.")
  .option("--kept", "measure the part that nothing was chosen on; prints its totals only")
  .option("--mistakes", "print each week of the development part that is not as labelled")
  .action((options: { kept?: boolean; mistakes?: boolean }) => {
    const part = options.kept ? "held-out" : "development";
    const weeks = readWeeks(part).map((week) => {
      const groups = groupDocuments(week.map(({ title }, i) => documentOf(title, i)));
      const measures = measureGrouping(
        week.map(({ event }) => event),
        groups,
      );
      return { week, groups, measures };
    });
    const of = (measure: "precision" | "recall" | "f1") =>
      intervalText(estimate(weeks.map(({ measures }) => measures[measure])));
    const rows = [
      ["events told apart by their parties", "weeks", "BCubed precision", "recall", "F1"],
      [
        part === "held-out" ? "held-out, measures" : "development, chose",
        String(weeks.length),
        of("precision"),
        of("recall"),
        of("f1"),
      ],
    ];
    process.stdout.write(`${table(rows)}\n`);
    if (options.mistakes && !options.kept)
      for (const { week, groups, measures } of weeks)
        if (measures.f1 < 1)
          process.stdout.write(
            `${groups.map((group) => group.map((i) => `${week[i]?.event} ${week[i]?.title}`).join("\n  ")).join("\n--\n  ")}\n\n`,
          );
  });
