import { writeFileSync } from "node:fs";
import { Command } from "commander";
import { baseForm } from "#foundation/language/wordnet";
import { singular } from "#markets/criteria/company-words";
import { readCompanies } from "./data.ts";

const FILE = "src/markets/criteria/modifiers.json";
/** Words of fewer uses tell little. */
const MIN_USES = 12;
/** A noun that stands before another noun this often is rarely meant by itself. */
const MOSTLY = 0.7;
/** What may follow a noun that stands by itself. In lists one cannot tell: "hip, knee and shoulder implants". */
const AFTER_NOUN = new Set(
  "of for to in on by with from as at that which is are was were it through under via within while who than during".split(
    " ",
  ),
);
const NO_NOUN = new Set("and or its their the a an also has have such including".split(" "));

/** Which nouns companies use before other nouns rather than by themselves: "cable" of "cable networks", never "furniture". */
async function train({ companies: file }: { companies: string }): Promise<void> {
  const before = new Map<string, number>();
  const alone = new Map<string, number>();
  for (const { description } of await readCompanies(file)) {
    const words = description.match(/\p{L}+(?:-\p{L}+)*|[^\s\p{L}]/gu) ?? [];
    words.forEach((word, i) => {
      const next = words[i + 1] ?? ".";
      if (word.length < 3 || word !== word.toLowerCase() || next !== next.toLowerCase() || NO_NOUN.has(next)) return;
      const isAlone = /^[.;:)]$/.test(next) || AFTER_NOUN.has(next);
      if (!isAlone && baseForm(next, "noun") === null) return;
      const counts = isAlone ? alone : before;
      counts.set(word, (counts.get(word) ?? 0) + 1);
    });
  }
  const kept = [...before]
    .filter(([word, uses]) => {
      const all = uses + (alone.get(word) ?? 0);
      return all >= MIN_USES && uses / all >= MOSTLY && baseForm(word, "noun") !== null && singular(word) === word;
    })
    .map(([word]) => word)
    .sort();
  writeFileSync(FILE, `${JSON.stringify(kept)}\n`);
  process.stdout.write(`${kept.length} nouns in ${FILE}\n`);
}

/** `npm run quality -- train-modifiers` */
export const trainModifiersCommand = new Command("train-modifiers")
  .description("Learns which nouns companies use before other nouns rather than by themselves.")
  .option("--companies <file>", "directory of companies", "../shared/data/companies.csv.gz")
  .action(train);
