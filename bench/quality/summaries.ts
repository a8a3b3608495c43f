import { join } from "node:path";
import { Command } from "commander";
import { projectRoot } from "#foundation/config/project-root";
import { isStopWord } from "#foundation/language/stop-words";
import { foldCase, sentences, tokens } from "#foundation/language/tokenize";
import { composeEvent } from "#intelligence/events/content/compose-event";
import { groupDocuments } from "#intelligence/events/grouping/group-documents";
import { loadTaxonomy } from "#intelligence/events/taxonomy/load-taxonomy";
import { shareText } from "./bootstrap.ts";
import { type Headline, readHeadlines } from "./events/headlines.ts";
import { table } from "./table.ts";

const NOTES = join(projectRoot(), "prisma/sample/notes.csv");
const FULL = /[.!?]["'”’)\]]*$/u;
const CUT = /(?:…|\.{2,})["'”’)\]]*$/u;
/** Words that no sentence ends with. */
const OPEN_END = /^(?:the|an?|of|and|or|at|for|with|from|by|but|than|its|their)$/u;
/** Two sentences with this share of their content words in common say the same. */
const SAME = 0.8;

/** A summary with the headline and the articles that it is made from. */
interface Told {
  title: string;
  summary: string;
  articles: string;
  /** Headlines that their feeds have cut. */
  cuts: string[];
}

const wordsOf = (text: string) => tokens(text).map(({ word }) => foldCase(word));
const plain = (text: string) => wordsOf(text).join(" ");
const contentWords = (text: string) => new Set(wordsOf(text).filter((word) => !isStopWord(word)));
const partsOf = (text: string) => sentences(text).map(({ start, end }) => text.slice(start, end).trim());

/** Returns whether a summary ends with a whole sentence, and not with the words of a headline that its feed has cut. */
function isWhole({ summary, cuts }: Told): boolean {
  const last = partsOf(summary).at(-1) ?? "";
  return FULL.test(summary) && !OPEN_END.test(wordsOf(summary).at(-1) ?? "") && !cuts.includes(plain(last));
}

/** Returns whether the end of a summary is whole, or says that it is not. */
const isHonest = (told: Told) => isWhole(told) || CUT.test(told.summary);

function isSame(one: string, other: string): boolean {
  const [a, b] = [contentWords(one), contentWords(other)];
  const common = [...a].filter((word) => b.has(word)).length;
  return common >= SAME * Math.min(a.size, b.size) && common > 0;
}

/** The rules of a summary, which need no labels. */
const RULES: readonly [name: string, holds: (told: Told) => boolean][] = [
  ["end with a whole sentence", isWhole],
  ["end with a whole sentence, or with dots", isHonest],
  [
    "have no words that their articles lack",
    ({ summary, articles }) => {
      const known = new Set(wordsOf(articles));
      return wordsOf(summary).every((word) => known.has(word));
    },
  ],
  [
    "have no sentence that no article has",
    ({ summary, articles }) => partsOf(summary).every((sentence) => articles.includes(plain(sentence))),
  ],
  [
    "say nothing twice",
    ({ summary }) => {
      const parts = partsOf(summary);
      return parts.every((one, i) => parts.slice(i + 1).every((other) => !isSame(one, other)));
    },
  ],
  ["say more than the title", ({ title, summary }) => plain(title) !== plain(summary)],
];

/** Groups headlines as the service does, and tells each event. */
function tellEvents(headlines: readonly Headline[]): Told[] {
  const taxonomy = loadTaxonomy();
  const groups = groupDocuments(headlines.map(({ document }) => document));
  return groups.map((group) => {
    const observations = group.flatMap((i) => {
      const document = headlines[i]?.document;
      return document === undefined ? [] : [{ id: i, ...document }];
    });
    const { title, summary } = composeEvent(observations, { taxonomy });
    const articles = observations.map((one) => `${plain(one.title)} | ${plain(one.text)}`).join(" | ");
    const cuts = observations.flatMap((one) => (CUT.test(one.title) ? [plain(one.title)] : []));
    return { title, summary, articles, cuts };
  });
}

/** `npm run quality -- summaries`: rules that the summary of every event keeps. */
export const summariesCommand = new Command("summaries")
  .description("Checks the summaries of all events of the headlines, and of the sample's notes, against rules.")
  .option("--headlines <file>", "the headlines", "../shared/data/headlines.csv.gz")
  .option("--mistakes", "print each summary that breaks a rule but the last")
  .action(async ({ headlines: file, mistakes }: { headlines: string; mistakes?: boolean }) => {
    const sets: [string, Told[]][] = [
      ["headlines", tellEvents((await readHeadlines(file)).headlines)],
      ["notes of the sample", tellEvents((await readHeadlines(NOTES)).headlines)],
    ];
    const rows = sets.flatMap(([name, told]) =>
      RULES.map(([rule, holds]) => [`${name}: ${rule}`, shareText(told.map(holds), 3)]),
    );
    process.stdout.write(`${table([["summaries that", "share"], ...rows])}\n`);
    if (!mistakes) return;
    for (const [, all] of sets)
      for (const told of all)
        for (const [rule, holds] of RULES.slice(0, -1))
          if (!holds(told)) process.stdout.write(`not: ${rule}\n    ${told.title}\n    ${told.summary}\n`);
  });
