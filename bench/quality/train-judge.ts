import { appendFileSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Command, Option } from "commander";
import type { DirectoryCompany } from "#companies/directory-company";
import { readConfig } from "#foundation/config/config";
import { EmbeddedCriteriaGenerator } from "#markets/criteria/embedded-criteria-generator";
import { loadLocalEmbeddings } from "#providers/embeddings/local-embeddings";
import { withVectorCache } from "#providers/embeddings/vector-cache";
import { adaptedWithout, readFolds, writeAdapterData } from "./adapters.ts";
import { bareCriteria } from "./criteria.ts";
import { readCompanies, readJudgments, readQuestions } from "./data.ts";
import { discover } from "./discover.ts";
import { retrieversOf } from "./index-cache.ts";
import { idealGain, RELEVANT } from "./measures.ts";
import { QUESTION_SETS, type QuestionSet, SAMPLE, TRAINING } from "./question-sets.ts";
import { run } from "./run-command.ts";

interface Options {
  companies: string;
  cache: string;
  modelDir?: string;
  python: string;
  curve?: boolean;
  keepAdapters?: boolean;
  featuresOnly?: boolean;
  records?: Records;
}

/** With the sentence model, with token vectors in its place, and with neither: the judge has to serve them all. */
const RUNS = ["onnx", "tokens", "word2vec"] as const;
type Run = (typeof RUNS)[number];
const ADAPTERS = "bench/quality/fit-adapters.py";
const TREES_SCRIPT = "bench/quality/train-judge.py";
const ESTIMATES_SCRIPT = "bench/quality/fit-estimates.py";
const TREES = { long: "src/markets/judging/offer-trees.json", short: "src/markets/judging/short-offer-trees.json" };
type Records = keyof typeof TREES;
const LENGTHS = Object.keys(TREES);
const ESTIMATES = "src/markets/judging/estimates.json";

/**
 * `npm run quality -- train-judge`: the adapters of the vectors, the features of every judged candidate, the trees, the
 * intervals. Each step rests on the one before. It is run again when the reading, the sentence model or a feature
 * changes.
 */
export const trainJudgeCommand = new Command("train-judge")
  .description(
    "Trains adapters and the judge of the offer anew and fits the intervals to it: writes into models and src/markets/judging.",
  )
  .option("--companies <file>", "directory of companies, CSV or NDJSON, also gzip", "../shared/data/companies.csv.gz")
  .option("--cache <folder>", "where indexes, vectors and features are kept", join(tmpdir(), "market-quality"))
  .option("--model-dir <folder>", "another sentence model of this machine than the shipped one")
  .option("--python <file>", "a Python with numpy, scipy, scikit-learn and lightgbm", "python3")
  .option("--curve", "measure too what adapters by a part of the questions gain")
  .option("--keep-adapters", "use the adapters that are in the cache and in models, fitted before")
  .option("--features-only", "stop when the features are written")
  .addOption(new Option("--records <length>", "train only the trees for records of this length").choices(LENGTHS))
  .action(async (options: Options) => {
    mkdirSync(options.cache, { recursive: true });
    if (options.records !== "short") await trainLong(options);
    if (options.records !== "long") await trainShort(options);
  });

async function trainLong(options: Options): Promise<void> {
  const companies = await readCompanies(options.companies);
  if (!options.keepAdapters) await fitAdapters(companies, options);
  const sets = [...QUESTION_SETS, TRAINING].filter((set) => set.companies === undefined);
  const file = join(options.cache, "judge-features-long.ndjson");
  await writeFeatures(file, companies, sets, readFolds(options.cache), options);
  if (options.featuresOnly) return;
  run(options.python, [TREES_SCRIPT, TREES.long, file]);
  run(options.python, [ESTIMATES_SCRIPT, file]);
  run("npx", ["biome", "check", "--write", ESTIMATES]);
}

/** Trains on the sample. No adapter was fitted to its questions, so that all of them are asked with the shipped ones. */
async function trainShort(options: Options): Promise<void> {
  const sets = QUESTION_SETS.filter((set) => set.companies === SAMPLE);
  const file = join(options.cache, "judge-features-short.ndjson");
  await writeFeatures(file, await readCompanies(SAMPLE), sets, null, options);
  if (!options.featuresOnly) run(options.python, [TREES_SCRIPT, TREES.short, file]);
}

/** Writes the adapter of each model into its folder, and those without a part of the questions into the cache. */
async function fitAdapters(companies: DirectoryCompany[], options: Options): Promise<void> {
  const fitted: string[] = [];
  for (const name of RUNS) {
    const folder = folderOf(name, options);
    if (folder === null) continue;
    const model = await loadLocalEmbeddings(folder, { adapter: null });
    const retriever = await (await retrieversOf(companies, model, "all", options.cache, progress))();
    await writeAdapterData(options.cache, name, companies, withVectorCache(model, options.cache), retriever);
    fitted.push(`${name}=${folder}`);
  }
  run(options.python, [ADAPTERS, options.cache, ...fitted, ...(options.curve ? ["--curve"] : [])]);
}

/** Adds a line for each candidate of every question of one directory: its grade, and what the judge sees of it. */
async function writeFeatures(
  file: string,
  companies: DirectoryCompany[],
  sets: QuestionSet[],
  folds: Record<string, number> | null,
  options: Options,
): Promise<void> {
  const { cache } = options;
  rmSync(file, { force: true });
  const byId = new Map(companies.map((company) => [company.id, company]));
  const generator = new EmbeddedCriteriaGenerator();
  for (const name of RUNS) {
    const folder = folderOf(name, options);
    // Every question is searched with an adapter that has not seen it: the trees must not trust cosines more than they may for others.
    for (const fold of folder === null || folds === null ? [null] : new Set(Object.values(folds))) {
      const vectors = mkdtempSync(join(tmpdir(), "market-vectors-"));
      const model = folder === null ? null : await modelOf(name, folder, fold, cache);
      const retriever = await (await retrieversOf(companies, model, "all", cache, progress, vectors))();
      for (const set of sets) {
        const judgments = readJudgments(set.qrels);
        for (const question of readQuestions(set.questions)) {
          if (fold !== null && (folds?.[question.id] ?? 0) !== fold) continue;
          const grades = judgments.get(question.id) ?? new Map<string, number>();
          const { seedDomains, count } = question.expected;
          const { criteria } = await bareCriteria(generator, question);
          const facts = {
            question: question.id,
            set: set.name,
            run: name,
            ideal: idealGain(grades),
            count: count ?? criteria.count,
            relevant: [...grades].filter(([domain, grade]) => grade >= RELEVANT && !seedDomains.includes(domain))
              .length,
          };
          await discover(retriever, byId, criteria, model, (rows) => {
            const lines = rows
              .filter(({ domain }) => !seedDomains.includes(domain))
              .map(({ domain, features }) =>
                JSON.stringify({
                  ...facts,
                  domain,
                  grade: grades.get(domain) ?? 0,
                  graded: grades.has(domain),
                  features,
                }),
              );
            if (lines.length > 0) appendFileSync(file, `${lines.join("\n")}\n`);
          });
        }
      }
      rmSync(vectors, { recursive: true, force: true });
      progress(`${name}: ${fold === null ? "done" : `part ${fold} done`}`);
    }
  }
}

/** The model with the adapter that has not seen a part of the questions, or with the shipped one. */
async function modelOf(name: Run, folder: string, fold: number | null, cache: string) {
  if (fold === null) return loadLocalEmbeddings(folder);
  const plain = await loadLocalEmbeddings(folder, { adapter: null });
  return adaptedWithout(cache, name, fold, { ...plain, ...withVectorCache(plain, cache) });
}

/** The folder of a run's model; null where it has none. */
function folderOf(run: Run, { modelDir: given }: Options): string | null {
  const { modelDir, tokensDir } = readConfig({}).embeddings;
  if (run === "word2vec") return null;
  return run === "tokens" ? tokensDir : (given ?? modelDir);
}

function progress(line: string): void {
  process.stderr.write(`${line}\n`);
}
