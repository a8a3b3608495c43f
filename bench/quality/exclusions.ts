import { tmpdir } from "node:os";
import { join } from "node:path";
import { Command } from "commander";
import { EmbeddedCriteriaGenerator } from "#markets/criteria/embedded-criteria-generator";
import { bareCriteria } from "./criteria.ts";
import { type Question, readCompanies, readLines } from "./data.ts";
import { discover } from "./discover.ts";
import { retrieversOf } from "./index-cache.ts";

const FOLDER = "bench/quality/exclusions";

interface ExclusionQuestion {
  id: string;
  question: string;
  half: "development" | "kept";
  excludedCountries: string[];
}

interface Half {
  questions: number;
  /** Companies in all answers. */
  companies: number;
  /** Those of an excluded kind or place. */
  excluded: string[];
}

interface Options {
  companies: string;
  cache: string;
  answers?: boolean;
  mistakes?: boolean;
}

/** `npm run quality -- exclusions` */
export const exclusionsCommand = new Command("exclusions")
  .description("Measures how many companies of an excluded kind or place are in the answers, without a sentence model.")
  .option("--companies <file>", "directory of companies", "../shared/data/companies.csv.gz")
  .option("--cache <folder>", "where the index is kept", join(tmpdir(), "market-quality"))
  .option("--answers", "print the answers, to label them")
  .option("--mistakes", "print what the answers of the development half have that is excluded")
  .action(async (options: Options) => {
    const labelled = new Set(readLines(`${FOLDER}/excluded.tsv`).map((line) => line.split("\t").slice(0, 2).join(" ")));
    const companies = await readCompanies(options.companies);
    const byId = new Map(companies.map((company) => [company.id, company]));
    const retriever = await (await retrieversOf(companies, null, "all", options.cache, () => {}))();
    const halves: Record<ExclusionQuestion["half"], Half> = {
      development: { questions: 0, companies: 0, excluded: [] },
      kept: { questions: 0, companies: 0, excluded: [] },
    };
    for (const line of readLines(`${FOLDER}/questions.jsonl`)) {
      const { id, question, half, excludedCountries }: ExclusionQuestion = JSON.parse(line);
      const asked: Pick<Question, "question"> = { question };
      const { criteria } = await bareCriteria(new EmbeddedCriteriaGenerator(), asked);
      const answer = (await discover(retriever, byId, criteria, null)).filter(({ verdict }) => verdict === "in");
      halves[half].questions++;
      halves[half].companies += answer.length;
      for (const { domain, companyId } of answer) {
        const company = byId.get(companyId);
        const isOut = excludedCountries.includes(company?.country ?? "") || labelled.has(`${id} ${domain}`);
        if (isOut) halves[half].excluded.push(`${id} ${domain}`);
        if (options.answers)
          process.stdout.write(
            `${id}\t${domain}\t${company?.country}\t${company?.description.slice(0, 170).replace(/\s+/g, " ")}\n`,
          );
      }
    }
    for (const [half, { questions, companies: all, excluded }] of Object.entries(halves))
      process.stdout.write(
        `exclusions, ${half}: ${questions} questions, ${all} companies in the answers, ${excluded.length} excluded ones, ${((100 * excluded.length) / all).toFixed(1)} %\n`,
      );
    if (options.mistakes) process.stdout.write(`${halves.development.excluded.join("\n")}\n`);
  });
