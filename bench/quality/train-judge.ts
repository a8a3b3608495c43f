import { spawnSync } from "node:child_process";
import { appendFileSync, mkdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Command } from "commander";
import { readConfig } from "#foundation/config/config";
import { EmbeddedCriteriaGenerator } from "#markets/criteria/embedded-criteria-generator";
import type { LocalEmbeddings } from "#providers/embeddings/embeddings-provider";
import { loadLocalEmbeddings } from "#providers/embeddings/local-embeddings";
import { bareCriteria } from "./criteria.ts";
import { readCompanies, readJudgments, readQuestions } from "./data.ts";
import { discover } from "./discover.ts";
import { retrieversOf } from "./index-cache.ts";
import { idealGain, RELEVANT } from "./measures.ts";
import { QUESTION_SETS, TRAINING } from "./question-sets.ts";

interface Options {
  companies: string;
  cache: string;
  modelDir?: string;
  python: string;
  featuresOnly?: boolean;
}

/** With the sentence model, with token vectors in its place, and with neither: the judge has to serve them all. */
const RUNS = ["onnx", "tokens", "word2vec"] as const;
type Run = (typeof RUNS)[number];
const SCRIPTS = ["train-judge.py", "fit-estimates.py"];
const ESTIMATES = "src/markets/judging/estimates.json";

/**
 * `npm run quality -- train-judge`: the features of every judged candidate, then the trees, then the intervals, in the
 * order in which they rest on each other. It is run again when the reading, the sentence model or a feature changes.
 */
export const trainJudgeCommand = new Command("train-judge")
  .description("Trains the judge of the offer anew and fits the intervals to it: writes both into src/markets/judging.")
  .option("--companies <file>", "directory of companies, CSV or NDJSON, also gzip", "../shared/data/companies.csv.gz")
  .option("--cache <folder>", "where indexes, vectors and features are kept", join(tmpdir(), "market-quality"))
  .option("--model-dir <folder>", "another sentence model of this machine than the shipped one")
  .option("--python <file>", "a Python with numpy, scipy and lightgbm", "python3")
  .option("--features-only", "stop when the features are written")
  .action(async (_own: object, command: Command) => {
    // The command above has options of the same names, and it is the one that they are given to.
    const options = command.optsWithGlobals<Options>();
    const file = join(options.cache, "judge-features.ndjson");
    await writeFeatures(file, options);
    if (options.featuresOnly) return;
    for (const script of SCRIPTS) run(options.python, [join("bench/quality", script), file]);
    run("npx", ["biome", "check", "--write", ESTIMATES]);
  });

/** Writes a line a candidate of every question: its grade, and what the judge sees of it. */
async function writeFeatures(file: string, { companies: directory, cache, modelDir }: Options): Promise<void> {
  mkdirSync(cache, { recursive: true });
  rmSync(file, { force: true });
  const companies = await readCompanies(directory);
  const byId = new Map(companies.map((company) => [company.id, company]));
  const generator = new EmbeddedCriteriaGenerator();
  for (const name of RUNS) {
    const model = await modelOf(name, modelDir);
    const retriever = await (await retrieversOf(companies, model, "all", cache, progress))();
    for (const set of [...QUESTION_SETS, TRAINING]) {
      const judgments = readJudgments(set.qrels);
      for (const question of readQuestions(set.questions)) {
        const grades = judgments.get(question.id) ?? new Map<string, number>();
        const { seedDomains, count } = question.expected;
        const { criteria } = await bareCriteria(generator, question);
        const facts = {
          question: question.id,
          set: set.name,
          run: name,
          ideal: idealGain(grades),
          count: count ?? criteria.count,
          relevant: [...grades].filter(([domain, grade]) => grade >= RELEVANT && !seedDomains.includes(domain)).length,
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
      progress(`${name}: ${set.name} done`);
    }
  }
}

async function modelOf(run: Run, given: string | undefined): Promise<LocalEmbeddings | null> {
  const { modelDir, tokensDir } = readConfig({}).embeddings;
  if (run === "word2vec") return null;
  return loadLocalEmbeddings(run === "tokens" ? tokensDir : (given ?? modelDir));
}

function run(command: string, args: string[]): void {
  const { status, error } = spawnSync(command, args, { stdio: "inherit" });
  if (error) throw error;
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} failed`);
}

function progress(line: string): void {
  process.stderr.write(`${line}\n`);
}
