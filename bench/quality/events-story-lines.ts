import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Command } from "commander";
import { readConfig } from "#foundation/config/config";
import { projectRoot } from "#foundation/config/project-root";
import { composeEvent } from "#intelligence/events/content/compose-event";
import type { ContentObservation } from "#intelligence/events/content/content";
import { UNCLASSIFIED } from "#intelligence/events/content/unclassified";
import { alertMeaning } from "#intelligence/events/meaning/alert-meaning";
import { type Predecessor, predecessorOf } from "#intelligence/events/story-lines/follow-up";
import { type Matter, matterOf } from "#intelligence/events/story-lines/matter";
import { loadTaxonomy } from "#intelligence/events/taxonomy/load-taxonomy";
import { shareText } from "./bootstrap.ts";
import { DEFAULT_HEADLINES } from "./events/command.ts";
import { fractionOf, readHeadlines } from "./events/headlines.ts";
import { table } from "./table.ts";

const LINES = "bench/quality/own/story-lines.tsv";
/** What the second part of a story's headlines is dated later by. */
const LATER_MS = 14 * 86_400_000;
/** Two labels of the public set for one bankruptcy. */
const ONE_LINE = new Map([["dKtO7lhuRoSQrcML_ZKdUpeniexeM", "dJbOm1zHMJJGWuMjXPV4nRnytnmrM"]]);

/** An event to be composed, and the line that it is on; null: it stands alone. */
interface Labelled {
  line: string | null;
  articles: ContentObservation[];
}

interface Outcome {
  line: string | null;
  matter: Matter;
  found: Predecessor | null;
  foundLine: string | null;
  /** Whether an earlier event is on its line. */
  isWanted: boolean;
}

/** Reads `part, line, date, headlines`, the headlines of different publishers with " | " between; "-" for no line. */
function readLines(file: string, part: string): Labelled[] {
  const [, ...lines] = readFileSync(join(projectRoot(), file), "utf8").trimEnd().split("\n");
  return lines
    .map((line) => line.split("\t"))
    .filter(([of]) => of === part)
    .map(([, line = "", date = "", headlines = ""]) => ({
      line: line === "-" ? null : line,
      articles: headlines.split(" | ").map((title, i) => article(i, title, `paper${i}`, new Date(date))),
    }));
}

const article = (id: number, title: string, publisher: string, publishedAt: Date): ContentObservation => ({
  id,
  url: `https://${publisher}.example.com/${id}`,
  title,
  text: "",
  publisher,
  publishedAt,
});

/** Each story of the public headlines as two events, a fortnight apart, of different articles. */
async function splitStories(file: string, isKept: boolean): Promise<Labelled[]> {
  const { headlines } = await readHeadlines(file);
  const stories = Map.groupBy(headlines, ({ story }) => ONE_LINE.get(story ?? "") ?? story ?? "");
  return [...stories]
    .filter(([story]) => fractionOf(story) < 0.5 === isKept)
    .flatMap(([line, all]) =>
      [false, true].map((isLater) => ({
        line,
        articles: all
          .filter(({ id }) => fractionOf(id) < 0.5 === isLater)
          .map(({ document: { title, url, publisher, publishedAt } }, i) => ({
            ...article(i, title, publisher, new Date(publishedAt.getTime() + (isLater ? LATER_MS : 0))),
            url,
          })),
      })),
    )
    .filter(({ articles }) => articles.length > 0);
}

async function link(events: readonly Labelled[]): Promise<Outcome[]> {
  const taxonomy = loadTaxonomy();
  const meaning = alertMeaning(readConfig({}).embeddings, taxonomy);
  const meant = await meaning?.read(events.map(({ articles }) => articles));
  const matters = events.map(({ articles }, id) => {
    const content = composeEvent(articles, { taxonomy }, null, meant?.[id]);
    const publishedAt = new Date(Math.min(...articles.map((one) => one.publishedAt.getTime())));
    const alertTypes = content.alertTypes.flatMap(({ name }) => (name === UNCLASSIFIED ? [] : name));
    return matterOf({ ...content, id, publishedAt, alertTypes });
  });
  return matters.map((matter, i) => {
    const line = events[i]?.line ?? null;
    const keys = new Set(matter.keys);
    const found = predecessorOf(
      matter,
      matters.filter((other) => other.keys.some((key) => keys.has(key))),
    );
    const isWanted =
      line !== null && matters.some((other, j) => events[j]?.line === line && other.publishedAt < matter.publishedAt);
    return { line, matter, found, foundLine: found === null ? null : (events[found.event.id]?.line ?? null), isWanted };
  });
}

const isRight = ({ line, foundLine }: Outcome) => line !== null && line === foundLine;

function row(name: string, outcomes: readonly Outcome[]): string[] {
  const given = outcomes.filter(({ found }) => found !== null);
  const wanted = outcomes.filter(({ isWanted }) => isWanted);
  return [name, String(outcomes.length), shareText(given.map(isRight)), shareText(wanted.map(isRight))];
}

function printMistakes(outcomes: readonly Outcome[]): void {
  for (const outcome of outcomes) {
    const { found, isWanted, matter } = outcome;
    if (isRight(outcome) || (found === null && !isWanted)) continue;
    const follows = found === null ? "nothing" : `${found.event.title} (${found.sharedTerms.join(", ")})`;
    process.stdout.write(`${isWanted ? "lacking" : "beyond"}: ${matter.title}\n    follows ${follows}\n`);
  }
}

/** `npm run quality -- events-story-lines`: which event follows which. */
export const eventsStoryLinesCommand = new Command("events-story-lines")
  .description(
    "Measures which events are linked to earlier ones, on sequences of our own and on halves of real stories.",
  )
  .option("--headlines <file>", "the headlines", DEFAULT_HEADLINES)
  .option("--lines <file>", "part, line, date, headlines by |; tabs between", LINES)
  .option("--kept", "measure the parts that nothing was chosen on; prints their totals only")
  .option("--mistakes", "print each wrong link of the development parts")
  .action(async (options: { headlines: string; lines: string; kept?: boolean; mistakes?: boolean }) => {
    const part = options.kept ? "kept, measures" : "development, chose";
    const own = await link(readLines(options.lines, options.kept ? "kept" : "development"));
    const real = existsSync(options.headlines)
      ? await link(await splitStories(options.headlines, options.kept === true))
      : [];
    const rows = [
      ["events that follow others", "events", "precision", "recall"],
      row(`own sequences, ${part}`, own),
      row(`halves of real stories, ${part}`, real),
    ];
    process.stdout.write(`${table(rows)}\n`);
    if (options.mistakes && !options.kept) printMistakes([...own, ...real]);
  });
