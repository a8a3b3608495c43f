import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Command } from "commander";
import { readConfig } from "#foundation/config/config";
import { EmbeddedCriteriaGenerator } from "#markets/criteria/embedded-criteria-generator";
import { companyUnits } from "#markets/judging/company-units";
import { recordEvidence } from "#markets/judging/head-evidence";
import { offerProbability } from "#markets/judging/offer-probability";
import { loadLocalEmbeddings } from "#providers/embeddings/local-embeddings";
import { bareCriteria } from "./criteria.ts";
import { readCompanies, readJudgments, readLines } from "./data.ts";
import { discover } from "./discover.ts";
import { retrieversOf } from "./index-cache.ts";
import { SAMPLE } from "./question-sets.ts";
import { run } from "./run-command.ts";
import { table } from "./table.ts";

interface Options {
  companies: string;
  cache: string;
  python: string;
}

/** A graded company: what the trees say, what its main sentence says, and the grade. */
interface Graded {
  probability: number;
  said: string;
  grade: number;
}

const FOLDER = "bench/quality/trades";
const SCRIPT = `${FOLDER}/fit.py`;
const BOUNDS = [0, 0.05, 0.1, 0.2, 0.35, 0.5, 0.65, 0.8, 1];

/** `npm run quality -- trades` */
export const tradesCommand = new Command("trades")
  .description(
    "Shares right of companies graded for questions that name whole trades, by what their main sentence says, and the fitted log-odds.",
  )
  .option("--companies <file>", "the large directory, CSV or NDJSON, also gzip", "../shared/data/companies.csv.gz")
  .option("--cache <folder>", "where indexes and vectors are kept", join(tmpdir(), "market-quality"))
  .option("--python <file>", "a Python with numpy and scikit-learn", "python3")
  .action(async ({ companies, cache, python }: Options) => {
    for (const [folder, directory] of [
      ["sample", SAMPLE],
      ["directory", companies],
    ] as const) {
      const graded = await gradedIn(join(FOLDER, folder), directory, cache);
      process.stdout.write(`${folder}\n${tableOf(graded)}\n`);
      const file = join(cache, `trades-${folder}.ndjson`);
      writeFileSync(file, graded.map((one) => `${JSON.stringify(one)}\n`).join(""));
      run(python, [SCRIPT, file]);
    }
  });

async function gradedIn(folder: string, directory: string, cache: string): Promise<Graded[]> {
  const companies = await readCompanies(directory);
  const byId = new Map(companies.map((company) => [company.id, company]));
  const byDomain = new Map(companies.map((company) => [company.domain, company]));
  const model = await loadLocalEmbeddings(readConfig({}).embeddings.modelDir);
  const retriever = await (await retrieversOf(companies, model, "all", cache, () => {}))();
  const judgments = readJudgments(join(folder, "qrels.tsv"));
  const found: Graded[] = [];
  for (const line of readLines(join(folder, "questions.jsonl"))) {
    const { id, question }: { id: string; question: string } = JSON.parse(line);
    const { criteria } = await bareCriteria(new EmbeddedCriteriaGenerator(), { question });
    await discover(retriever, byId, criteria, model, (rows, plan) => {
      for (const { domain, features } of rows) {
        const grade = judgments.get(id)?.get(domain);
        const company = byDomain.get(domain);
        if (grade === undefined || company === undefined) continue;
        const { trade } = recordEvidence(plan, company, companyUnits(company));
        if (trade !== null) found.push({ probability: offerProbability(features), said: trade, grade });
      }
    });
  }
  return found;
}

/** By what is said: the shares of grade 2 and of any grade in each range of the trees' probability, with the number of companies. */
function tableOf(graded: Graded[]): string {
  const ranges = BOUNDS.slice(0, -1).map((from, i) => [from, BOUNDS[i + 1] ?? 1] as const);
  const cell = (own: Graded[]) => {
    const share = (least: number) => (own.filter(({ grade }) => grade >= least).length / own.length).toFixed(2);
    return own.length === 0 ? "" : `${share(2)} ${share(1)} (${own.length})`;
  };
  const rows = [...new Set(graded.map(({ said }) => said))]
    .sort()
    .map((said) => [
      said,
      ...ranges.map(([from, to]) =>
        cell(
          graded.filter((one) => one.said === said && one.probability >= from && (one.probability < to || to === 1)),
        ),
      ),
    ]);
  return table([["", ...ranges.map(([from, to]) => `${from} to ${to}`)], ...rows]);
}
