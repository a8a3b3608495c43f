import { Command } from "commander";
import { contentStems } from "#foundation/language/stem";
import { EmbeddedCriteriaGenerator } from "#markets/criteria/embedded-criteria-generator";
import type { SearchCriteria } from "#markets/criteria/search-criteria";
import { bareCriteria } from "./criteria.ts";
import { readLines } from "./data.ts";
import type { Half } from "./translated.ts";

const FILE = "bench/quality/translated/pairs.tsv";
const FIELDS = ["offer", "role", "type", "users", "places", "exclusions"] as const;
type Field = (typeof FIELDS)[number];

interface Pair {
  id: string;
  language: string;
  foreign: SearchCriteria;
  english: SearchCriteria;
}

/** A question that is refused is read by its words alone, as in the other measures. */
async function readPairs(half: Half): Promise<Pair[]> {
  const generator = new EmbeddedCriteriaGenerator();
  const read = async (question: string) => (await bareCriteria(generator, { question })).criteria;
  const pairs: Pair[] = [];
  for (const line of readLines(FILE).slice(1)) {
    const [id = "", language = "", inHalf, text = "", english = ""] = line.split("\t");
    if (inHalf === half) pairs.push({ id, language, foreign: await read(text), english: await read(english) });
  }
  return pairs;
}

function stemsOf(phrases: string[]): Set<string> {
  return new Set(phrases.flatMap(contentStems));
}

function valuesOf({ keywords, marketRole, marketType, locations }: SearchCriteria): Record<Field, Set<string>> {
  return {
    offer: stemsOf(keywords.features),
    role: new Set([marketRole]),
    type: new Set([marketType]),
    users: stemsOf(keywords.user),
    places: new Set(locations.map(({ country, address }) => [country, ...(address ?? [])].join(" "))),
    exclusions: stemsOf(keywords.irrelevant),
  };
}

const isSame = (a: Set<string>, b: Set<string>): boolean => a.size === b.size && [...a].every((one) => b.has(one));

/** Twice the words that both offers have, by the words of both: 1 where they are the same. */
function sharedWords({ foreign, english }: Pair): number {
  const [own, wanted] = [stemsOf(foreign.keywords.features), stemsOf(english.keywords.features)];
  return (2 * [...own].filter((one) => wanted.has(one)).length) / Math.max(own.size + wanted.size, 1);
}

function differences({ foreign, english }: Pair): Field[] {
  const [own, wanted] = [valuesOf(foreign), valuesOf(english)];
  return FIELDS.filter((field) => !isSame(own[field], wanted[field]));
}

function shown({ keywords, marketRole, marketType, locations }: SearchCriteria): string {
  const { features, user, irrelevant } = keywords;
  const places = locations.map(({ country }) => country);
  return [
    `${marketRole || "no role"}, ${marketType || "no type"}, ${features.join(", ")}`,
    ...(user.length > 0 ? [`for ${user.join(", ")}`] : []),
    ...(irrelevant.length > 0 ? [`not ${irrelevant.join(", ")}`] : []),
    ...(places.length > 0 ? [`in ${places.join(", ")}`] : []),
  ].join("; ");
}

function printShares(name: string, pairs: Pair[]): void {
  const shares = FIELDS.map((field) => {
    const same = pairs.filter((pair) => !differences(pair).includes(field)).length;
    return `${field} ${(same / pairs.length).toFixed(2)}`;
  });
  const words = pairs.reduce((sum, pair) => sum + sharedWords(pair), 0) / pairs.length;
  process.stdout.write(
    `${name}: ${pairs.length} questions, ${shares.join(", ")}, words of the offer ${words.toFixed(2)}\n`,
  );
}

/** `npm run quality -- translated-pairs` */
export const translatedPairsCommand = new Command("translated-pairs")
  .description(
    "Compares what is read from German, French and Spanish questions with what is read from them in English.",
  )
  .option("--kept", "measure the kept half, of which no differences are printed")
  .option("--differences", "print what is read otherwise in the development half")
  .action(async ({ kept, differences: isListed }: { kept?: boolean; differences?: boolean }) => {
    const pairs = await readPairs(kept ? "kept" : "development");
    for (const language of new Set(pairs.map((pair) => pair.language)))
      printShares(
        language,
        pairs.filter((pair) => pair.language === language),
      );
    printShares("all", pairs);
    if (!isListed || kept) return;
    for (const pair of pairs) {
      const fields = differences(pair);
      if (fields.length === 0) continue;
      process.stdout.write(
        `${pair.id} ${fields.join(", ")}: ${pair.foreign.userPrompt}\n  ${shown(pair.foreign)}\n  ${shown(pair.english)}\n`,
      );
    }
  });
