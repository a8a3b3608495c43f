import { basename } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { Command } from "commander";
import { contentStems } from "#foundation/language/stem";
import { LIMITS } from "#markets/criteria/criteria-schema";
import { EmbeddedCriteriaGenerator } from "#markets/criteria/embedded-criteria-generator";
import { excludedPlaces } from "#markets/criteria/excluded-places";
import { namedConditions, statedConditions } from "#markets/criteria/named-conditions";
import type { SearchCriteria } from "#markets/criteria/search-criteria";
import type { StatedConditions } from "#markets/criteria/stated-conditions";
import { bareCriteria, compareFields } from "./criteria.ts";
import { type Question, readQuestions } from "./data.ts";

const QUESTIONS = [
  "questions",
  "phrasings",
  "wordings",
  "analyst",
  "mandates",
  "who-does-what",
  "languages",
  "foreign",
].map((name) => `bench/quality/reading/${name}.jsonl`);
const FIELDS = [
  "role",
  "type",
  "offer",
  "users",
  "places",
  "exclusions",
  "examples",
  "count",
  "conditions",
  "unused",
] as const;
type Field = (typeof FIELDS)[number];
/** Null where the label leaves a field open. */
type Results = Record<Field, boolean | null>;

type HalfName = "development" | "kept";

interface ReadingQuestion extends Question {
  /** Development where a set does not say. */
  half?: HalfName;
  expected: Question["expected"] & {
    users?: string[];
    /** The conditions that the question states, as a plan has them. */
    constraints?: StatedConditions;
    /** Words that no condition obeys. */
    notUsed?: string[];
  };
}

/** Every country counts, whether the directory has companies there or not. */
const ANYWHERE: ReadonlySet<string> = new (class extends Set<string> {
  override has(): boolean {
    return true;
  }
})();

function resultsOf(criteria: SearchCriteria, question: ReadingQuestion): Results {
  const { users = [], excludedCountries = [], constraints, notUsed } = question.expected;
  const fields = compareFields(criteria, question, ANYWHERE);
  const found = new Set(criteria.keywords.user.flatMap(contentStems));
  const out = criteria.keywords.irrelevant.flatMap((phrase) => excludedPlaces(phrase) ?? []);
  const sameOut =
    excludedCountries.every((code) => out.some(({ country }) => country === code)) &&
    out.every(({ country }) => excludedCountries.includes(country));
  return {
    role: fields.marketRole,
    type: fields.marketType,
    offer: fields.offer,
    users: users.length > 0 ? users.every((user) => contentStems(user).some((stem) => found.has(stem))) : null,
    places: samePlaces(criteria, question) && sameOut,
    exclusions: fields.excludes,
    examples: fields.seedDomains,
    count: fields.count,
    conditions: constraints === undefined ? null : isDeepStrictEqual(statedConditions(criteria), constraints),
    unused: notUsed === undefined ? null : sameUnused(namedConditions(criteria), notUsed),
  };
}

/** As sets. Of a region with more countries than criteria may have, as many as they may. */
function samePlaces({ locations }: SearchCriteria, { expected }: ReadingQuestion): boolean {
  const found = new Set(locations.map(({ country }) => country));
  return (
    found.size === Math.min(expected.countries.length, LIMITS.locations) &&
    [...found].every((country) => expected.countries.includes(country))
  );
}

/** Each labelled phrase is told, and nothing else. */
function sameUnused(told: string[], labelled: string[]): boolean {
  return told.length === labelled.length && labelled.every((phrase) => told.some((one) => one.includes(phrase)));
}

interface Half {
  questions: number;
  /** Share of the questions that label the field and whose field was read so. */
  shares: Record<Field, number | null>;
  /** What was read otherwise, for people. */
  mistakes: string[];
}

/** Reads each question and compares with its labels, half by half. */
export async function measureReading(file: string): Promise<Record<HalfName, Half>> {
  const generator = new EmbeddedCriteriaGenerator();
  const read: { question: ReadingQuestion; criteria: SearchCriteria; results: Results }[] = [];
  for (const question of readQuestions(file) as ReadingQuestion[]) {
    const { criteria } = await bareCriteria(generator, question);
    read.push({ question, criteria, results: resultsOf(criteria, question) });
  }
  const halfOf = (half: HalfName): Half => {
    const own = read.filter(({ question }) => (question.half ?? "development") === half);
    return {
      questions: own.length,
      shares: Object.fromEntries(
        FIELDS.map((field) => {
          const labelled = own.flatMap(({ results }) => results[field] ?? []);
          return [field, labelled.length === 0 ? null : labelled.filter(Boolean).length / labelled.length];
        }),
      ) as Half["shares"],
      mistakes: own.flatMap(({ question, criteria, results }) => {
        const wrong = FIELDS.filter((field) => results[field] === false);
        return wrong.length === 0 ? [] : [mistake(question, criteria, wrong)];
      }),
    };
  };
  return { development: halfOf("development"), kept: halfOf("kept") };
}

function mistake({ id, question }: ReadingQuestion, criteria: SearchCriteria, wrong: Field[]): string {
  const { keywords, marketRole, marketType, locations, count } = criteria;
  const read = [
    `${marketRole || "no role"}, ${marketType || "no type"}`,
    `offers ${keywords.features.join(", ")}`,
    `for ${keywords.user.join(", ")}`,
    `not ${keywords.irrelevant.join(", ")}`,
    `in ${locations.map(({ country }) => country).join(", ")}`,
    `${count} companies`,
  ];
  return `${id} ${wrong.join(", ")}: ${question.slice(0, 200)}\n  read as ${read.join("; ")}`;
}

/** `npm run quality -- reading` */
export const readingCommand = new Command("reading")
  .description("Compares what is read from questions with labels: role, type, offer, users, places, exclusions.")
  .option("--file <files...>", "questions with expected criteria and their half, one JSON object a line", QUESTIONS)
  .option("--kept", "print the kept half's shares too")
  .option("--mistakes", "print what was read wrongly in the development half")
  .option("--json", "print JSON")
  .action(async ({ file: files, kept, mistakes, json }: ReadingOptions) => {
    for (const file of files) {
      const measured = await measureReading(file);
      const shown = { development: measured.development, ...(kept && { kept: { ...measured.kept, mistakes: [] } }) };
      if (json) process.stdout.write(`${JSON.stringify({ file, ...shown }, null, 2)}\n`);
      else
        for (const [half, { questions, shares }] of Object.entries(shown))
          process.stdout.write(
            `${basename(file, ".jsonl")}, ${half}: ${questions} questions, ${FIELDS.map((field) => `${field} ${shares[field]?.toFixed(2) ?? "–"}`).join(", ")}\n`,
          );
      if (mistakes && !json) process.stdout.write(`${measured.development.mistakes.join("\n")}\n`);
    }
  });

interface ReadingOptions {
  file: string[];
  kept?: boolean;
  mistakes?: boolean;
  json?: boolean;
}
