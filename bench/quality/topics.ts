import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Command } from "commander";
import { projectRoot } from "#foundation/config/project-root";
import { companyText, type MarketRecord } from "#pipeline/analyses/market-records";
import { PhraseFinder, phraseKey } from "#pipeline/analyses/phrases/find-phrases";
import { vocabularyOf } from "#pipeline/analyses/phrases/vocabulary";
import { modelTopics } from "#pipeline/analyses/topic-model";
import { randomNumbers } from "../company-search/generate.ts";
import { shareText } from "./bootstrap.ts";
import { readCompanies } from "./data.ts";
import { table } from "./table.ts";

/** Companies of one NAICS industry group stand for a market. */
const MIN_COMPANIES = 15;
/** Terms of a topic whose coherence counts, strongest first. */
const TERMS = 5;
const SEED = 20_261_124;

/** The companies of the sample by what they use, for counting which terms stand together. */
class Corpus {
  readonly #users = new Map<string, Set<number>>();
  readonly #records: readonly MarketRecord[];

  constructor(records: readonly MarketRecord[]) {
    this.#records = records;
  }

  usersOf(terms: readonly string[]): ReadonlySet<number>[] {
    const keys = terms.map(phraseKey);
    const missing = keys.filter((key) => !this.#users.has(key));
    for (const key of missing) this.#users.set(key, new Set());
    if (missing.length > 0) {
      const finder = new PhraseFinder(missing);
      for (const record of this.#records)
        for (const key of finder.find(companyText(record))) this.#users.get(key)?.add(record.id);
    }
    return keys.map((key) => this.#users.get(key) ?? new Set());
  }

  /** Mean normalised pointwise mutual information of all pairs of terms, −1 to 1; null for fewer than two terms. */
  coherence(terms: readonly string[]): number | null {
    const users = this.usersOf(terms);
    const pairs = users.flatMap((a, i) => users.slice(i + 1).map((b) => this.#npmi(a, b)));
    return pairs.length === 0 ? null : pairs.reduce((sum, pair) => sum + pair, 0) / pairs.length;
  }

  #npmi(a: ReadonlySet<number>, b: ReadonlySet<number>): number {
    const both = [...a].filter((id) => b.has(id)).length / this.#records.length;
    if (both === 0) return -1;
    if (both === 1) return 1;
    return Math.log(both / ((a.size / this.#records.length) * (b.size / this.#records.length))) / -Math.log(both);
  }
}

/** Returns the NAICS industry group of each company that has one, by domain. */
function readCodes(file: string): ReadonlyMap<string, string> {
  const lines = readFileSync(file, "utf8").trimEnd().split("\n");
  return new Map(
    lines.flatMap((line) => {
      const { domain, naicsCodes = [] }: { domain: string; naicsCodes?: number[] } = JSON.parse(line);
      const [code] = naicsCodes;
      return code === undefined ? [] : [[domain, String(code).slice(0, 4)] as const];
    }),
  );
}

/** `npm run quality -- topics`: whether the terms of a topic stand together in the companies of the whole sample. */
export const topicsCommand = new Command("topics")
  .description("Measures the coherence of topics of the sample's industry groups, with no labels.")
  .option("--list", "print each topic")
  .action(async ({ list }: { list?: boolean }) => {
    const file = join(projectRoot(), "prisma/sample/companies.ndjson");
    const companies = await readCompanies(file);
    const records = companies.map(
      (one): MarketRecord => ({ ...one, previousEmployees: null, previousRevenueUsd: null }),
    );
    const corpus = new Corpus(records);
    const codes = readCodes(file);
    const groups = Map.groupBy(records, ({ domain }) => codes.get(domain) ?? "");
    groups.delete("");
    const random = randomNumbers(SEED);
    const found: number[] = [];
    const byChance: number[] = [];
    for (const [code, members] of [...groups].sort(([a], [b]) => (a < b ? -1 : 1))) {
      if (members.length < MIN_COMPANIES) continue;
      const count = async (keys: string[]) => {
        const users = corpus.usersOf(keys);
        return { companies: records.length, using: new Map(keys.map((key, i) => [key, users[i]?.size ?? 0])) };
      };
      const job = { signal: new AbortController().signal, report: () => {} };
      const vocabulary = await vocabularyOf(members, count, job);
      const { terms } = await modelTopics(vocabulary, job.signal);
      for (const topic of terms) {
        const strongest = topic.slice(0, TERMS).map(({ term }) => term);
        const coherence = corpus.coherence(strongest);
        if (coherence === null) continue;
        found.push(coherence);
        if (list) process.stdout.write(`${code}  ${coherence.toFixed(2)}  ${strongest.join(", ")}\n`);
        const drawn = strongest.map(
          () => vocabulary.phrases[Math.floor(random() * vocabulary.phrases.length)]?.key ?? "",
        );
        byChance.push(corpus.coherence([...new Set(drawn)]) ?? 0);
      }
    }
    const rows = [
      ["topics: measures, nothing chosen", "coherence (NPMI)", "as many phrases of the market by chance"],
      ["industry groups of the sample", shareText(found), shareText(byChance)],
    ];
    process.stdout.write(`${table(rows)}\n`);
  });
