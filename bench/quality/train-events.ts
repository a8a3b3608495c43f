import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Command } from "commander";
import { cleanHeadline } from "#intelligence/events/content/clean-text";
import { composeEvent } from "#intelligence/events/content/compose-event";
import { UNCLASSIFIED } from "#intelligence/events/content/unclassified";
import { loadTaxonomy } from "#intelligence/events/taxonomy/load-taxonomy";
import { readHeadlines } from "./events/headlines.ts";
import { readHeadlineLabels } from "./events-headlines.ts";
import { table } from "./table.ts";
import { type TrainingSentence, trainClassifier } from "./train-classifier.ts";

const here = (file: string) => fileURLToPath(new URL(file, import.meta.url));
const SENTENCES = here("./own/events-training.tsv");
/** Of 10, 40 and 150, which came out alike. */
const STRENGTH = 10;
const HEADLINES = here("./own/events-training-headlines.tsv");
const WEIGHTS = here("../../src/intelligence/events/meaning/alert-meaning.json");
const CONTENT = here("./own/events-content.jsonl");
const LEVELS = [0.35, 0.4, 0.45, 0.5, 0.6];

const rowsOf = (file: string) =>
  readFileSync(file, "utf8")
    .replace(/\n$/, "")
    .split("\n")
    .slice(1)
    .map((line) => line.split("\t"));

const namesIn = (text: string) => text.split(/[,;] ?/).filter((name) => name !== "");

function sentence(text: string, type: string, also: string): TrainingSentence {
  return { text, label: type === "" ? null : type, allowed: namesIn(`${type},${also}`) };
}

interface ContentCase {
  part: string;
  title: string;
  text?: string;
  expected: { alertTypes: string[]; also?: string[] };
}

/** The headlines of the labelled texts that rules were corrected with. */
const developedTexts = (): TrainingSentence[] =>
  readFileSync(CONTENT, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as ContentCase)
    .filter(({ part, text }) => part === "dev" && text === undefined)
    .map(({ title, expected: { alertTypes, also = [] } }) => {
      const [first = ""] = alertTypes;
      const types = also.filter((one) => !/ (?:up|down)$/.test(one));
      return sentence(title, first, [...alertTypes, ...types].join(","));
    });

/** `npm run quality -- train-events`: the classifier of alert types, from sentences of our own and labelled headlines. */
export const trainEventsCommand = new Command("train-events")
  .description(
    "Trains the model that reads alert types by meaning, and prints what it adds to the terms on unseen folds.",
  )
  .option("--headlines <file>", "the headlines", "../shared/data/headlines.csv.gz")
  .option("--python <file>", "a Python with numpy and scikit-learn", "python3")
  .option(
    "--mistakes <level>",
    "print each headline that is not as labelled with types from this probability on",
    Number,
  )
  .action(async (options: { headlines: string; python: string; mistakes?: number }) => {
    const taxonomy = loadTaxonomy();
    const { headlines } = await readHeadlines(options.headlines);
    const known = new Map(headlines.map((headline) => [headline.id, headline]));
    const own = rowsOf(SENTENCES).map(([type = "", also = "", text = ""]) => sentence(text, type, also));
    const headlineOf = (id: string, type: string, also: string): TrainingSentence[] => {
      const headline = known.get(id);
      if (headline === undefined) return [];
      const { title, publisher, url } = headline.document;
      return [{ ...sentence(cleanHeadline(title, publisher, url).text, type, also), group: headline.story ?? id }];
    };
    const real = rowsOf(HEADLINES).flatMap(([id = "", type = "", also = ""]) => headlineOf(id, type, also));
    const developed = [...readHeadlineLabels()].flatMap(([id, { part, wanted, also }]) =>
      part === "development" ? headlineOf(id, wanted[0]?.[0] ?? "", [...wanted.flat(), ...also].join(",")) : [],
    );
    const all = [...own, ...real, ...developed, ...developedTexts()];
    const unseen = await trainClassifier(taxonomy.file.alertTypes, all, WEIGHTS, {
      python: options.python,
      strength: STRENGTH,
    });

    /** The types of a sentence that is an event of its own. */
    const typesOf = (text: string, likelihoods: readonly number[], level: number): string[] => {
      const types = taxonomy.file.alertTypes.flatMap((type, i) => {
        const likelihood = likelihoods[i] ?? 0;
        return likelihood >= level ? [{ type, likelihood }] : [];
      });
      const content = composeEvent(
        [{ id: 1, url: "https://news.example/1", title: text, text: "", publisher: "", publishedAt: new Date(0) }],
        { taxonomy },
        null,
        new Map([[text, types]]),
      );
      return content.alertTypes.flatMap(({ name }) => (name === UNCLASSIFIED ? [] : name));
    };
    const measure = (name: string, from: number, to: number) =>
      [Number.POSITIVE_INFINITY, ...LEVELS].map((level) => {
        const read = all.slice(from, to).map(({ text, label, allowed }, i) => ({
          text,
          label,
          allowed,
          given: typesOf(text, unseen[from + i] ?? [], level),
        }));
        const given = read.reduce((sum, one) => sum + one.given.length, 0);
        const right = read.reduce((sum, one) => sum + one.given.filter((type) => one.allowed.includes(type)).length, 0);
        const wanted = read.filter(({ label }) => label !== null);
        const found = wanted.filter((one) => one.given.includes(one.label ?? "")).length;
        if (level === options.mistakes)
          for (const one of read)
            if (
              (one.label !== null && !one.given.includes(one.label)) ||
              one.given.some((type) => !one.allowed.includes(type))
            )
              process.stdout.write(`${one.text}\n    wanted ${one.label ?? "none"}; given ${one.given.join(", ")}\n`);
        return [
          name,
          level === Number.POSITIVE_INFINITY ? "terms alone" : level.toFixed(2),
          `${(right / Math.max(1, given)).toFixed(3)} of ${given}`,
          `${(found / Math.max(1, wanted.length)).toFixed(3)} of ${wanted.length}`,
        ];
      });
    const rows = [
      ...measure("own sentences", 0, own.length),
      ...measure("headlines, whole stories unseen", own.length, own.length + real.length),
    ];
    process.stdout.write(`${table([["alert types", "from", "precision", "recall"], ...rows])}\n`);
  });
