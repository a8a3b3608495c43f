import { readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Command } from "commander";
import type { DirectoryCompany } from "#companies/directory-company";
import { readConfig } from "#foundation/config/config";
import { EmbeddedCriteriaGenerator } from "#markets/criteria/embedded-criteria-generator";
import { loadLocalEmbeddings } from "#providers/embeddings/local-embeddings";
import { bareCriteria } from "./criteria.ts";
import { type Question, readCompanies, readJudgments, readQuestions } from "./data.ts";
import { discover, type FeatureRow } from "./discover.ts";
import { retrieversOf } from "./index-cache.ts";
import { TRAINING } from "./question-sets.ts";

interface Options {
  questions: string;
  qrels: string;
  patterns?: string;
  output: string;
  companies: string;
  cache: string;
}

/** How many each way of finding brings to a pool. */
const FIRST = { onnx: 22, word2vec: 16, cosine: 8, bm25: 6, pattern: 7 } as const;
/** Characters of a description in which a pattern is looked for, and those that a reader sees. */
const SEARCHED = 350;
const SHOWN = 300;
const AROUND = 70;

/** `npm run quality -- pools`: what a reader grades, without anything that tells which ranking had brought a company. */
export const poolsCommand = new Command("pools")
  .description("Lists the companies to be graded for questions that have no judgments yet, by country and domain.")
  .option("--questions <file>", "questions", TRAINING.questions)
  .option("--qrels <file>", "judgments: questions that have some are left out", TRAINING.qrels)
  .option("--patterns <file>", "JSON object: a question's id → regular expression; its offer's words otherwise")
  .option("--companies <file>", "directory of companies, CSV or NDJSON, also gzip", "../shared/data/companies.csv.gz")
  .option("--cache <folder>", "where indexes and vectors are kept", join(tmpdir(), "market-quality"))
  .requiredOption("--output <file>", "question, country, domain, name and excerpt, parted by tabs")
  .action(async (options: Options) => {
    const judged = readJudgments(options.qrels);
    const questions = readQuestions(options.questions).filter(({ id }) => !judged.has(id));
    const given: Record<string, string> = options.patterns ? JSON.parse(readFileSync(options.patterns, "utf8")) : {};
    const patternOf = ({ id, expected }: Question) => new RegExp(given[id] ?? (expected.offer ?? []).join("|"), "iu");
    const companies = await readCompanies(options.companies);
    const pools = await rankedPools(questions, companies, options.cache);
    const lines = questions.flatMap((question) => {
      const pool = pools.get(question.id) ?? new Set();
      const pattern = patternOf(question);
      for (const { domain } of matching(question, companies, pattern, pool)) pool.add(domain);
      return companies
        .filter(({ domain }) => pool.has(domain))
        .sort((a, b) => (a.country ?? "").localeCompare(b.country ?? "") || a.domain.localeCompare(b.domain))
        .map((company) => [question.id, company.country, company.domain, company.name, excerpt(company, pattern)]);
    });
    writeFileSync(options.output, `${lines.map((line) => line.join("\t")).join("\n")}\n`);
  });

/** What the product's rankings and two of its signals put first, inside the wanted places, by question. */
async function rankedPools(questions: Question[], companies: DirectoryCompany[], cache: string) {
  const byId = new Map(companies.map((company) => [company.id, company]));
  const countries = new Map(companies.map(({ domain, country }) => [domain, country]));
  const generator = new EmbeddedCriteriaGenerator();
  const pools = new Map(questions.map(({ id }) => [id, new Set<string>()]));
  for (const name of ["onnx", "word2vec"] as const) {
    const model = name === "onnx" ? await loadLocalEmbeddings(readConfig({}).embeddings.modelDir) : null;
    const retriever = await (await retrieversOf(companies, model, "all", cache, () => {}))();
    for (const question of questions) {
      const { criteria } = await bareCriteria(generator, question);
      let rows: FeatureRow[] = [];
      const ranked = await discover(retriever, byId, criteria, model, (found) => {
        rows = found;
      });
      const take = (domains: string[], count: number) => {
        const inside = domains.filter((domain) => isWanted(question, domain, countries.get(domain) ?? null));
        for (const domain of inside.slice(0, count)) pools.get(question.id)?.add(domain);
      };
      const first = (signal: "sentenceCosine" | "lexical") =>
        rows.toSorted((a, b) => b.features[signal] - a.features[signal]).map(({ domain }) => domain);
      const answer = ranked.filter(({ verdict }) => verdict === "in" || verdict === "belowCut");
      take(
        answer.map(({ domain }) => domain),
        FIRST[name],
      );
      if (model !== null) take(first("sentenceCosine"), FIRST.cosine);
      else take(first("lexical"), FIRST.bm25);
      process.stderr.write(`${name}: ${question.id} done\n`);
    }
  }
  return pools;
}

function isWanted({ expected }: Question, domain: string, country: string | null): boolean {
  const { countries, excludedCountries = [], seedDomains } = expected;
  if (seedDomains.includes(domain)) return false;
  if (country === null) return countries.length === 0;
  return countries.length > 0 ? countries.includes(country) : !excludedCountries.includes(country);
}

/** Those not in the pool that name the trade, the earliest in name or description first. */
function matching(question: Question, companies: DirectoryCompany[], pattern: RegExp, pool: ReadonlySet<string>) {
  return companies
    .filter(({ domain, country }) => !pool.has(domain) && isWanted(question, domain, country))
    .map((company) => ({ ...company, at: `${company.name} ${withLabels(company).slice(0, SEARCHED)}`.search(pattern) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at || a.id - b.id)
    .slice(0, FIRST.pattern);
}

/** The description without the company's name and legal phrases before its first statement. */
function opened({ description, name }: DirectoryCompany): string {
  const text = description.replace(/\s+/g, " ");
  const rest = text.toLowerCase().startsWith(name.toLowerCase()) ? text.slice(name.length) : text;
  return rest
    .replace(/^[\s,.]*(?:together|through|along) with its (?:consolidated )?(?:subsidiaries|affiliates),?/i, "")
    .trim();
}

function withLabels(company: DirectoryCompany): string {
  const text = opened(company);
  const labels = [...company.keywords, ...company.industries].join(", ");
  return text.length >= SHOWN || labels === "" ? text : `${text} [${labels}]`.trim();
}

/** The beginning, and the place of the trade's term where that comes later; short records with their labels. */
function excerpt(company: DirectoryCompany, pattern: RegExp): string {
  const text = withLabels(company);
  const beginning = text.slice(0, SHOWN);
  const at = text.search(pattern);
  if (pattern.test(beginning) || at < 0) return beginning;
  return `${beginning} … ${text.slice(Math.max(SHOWN, at - AROUND), at + AROUND)}`;
}
