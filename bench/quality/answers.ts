import { tmpdir } from "node:os";
import { join } from "node:path";
import { Command } from "commander";
import type { DirectoryCompany } from "#companies/directory-company";
import { readConfig } from "#foundation/config/config";
import { EmbeddedCriteriaGenerator } from "#markets/criteria/embedded-criteria-generator";
import type { SearchCriteria } from "#markets/criteria/search-criteria";
import { offerIn, type Ranked } from "#markets/judging/index";
import { loadLocalEmbeddings } from "#providers/embeddings/local-embeddings";
import { calibrationOf, type JudgedPair, printCalibration } from "./calibration.ts";
import { bareCriteria } from "./criteria.ts";
import { readCompanies, readJudgments, readLines } from "./data.ts";
import { discover } from "./discover.ts";
import { retrieversOf } from "./index-cache.ts";
import { type AnswerMeasures, mean, measureAnswer } from "./measures.ts";

interface Options {
  companies: string;
  cache: string;
  first: string;
  near?: boolean;
  grades?: string;
}

/** Characters of a description that a reader needs to grade the company. */
const SHOWN = 300;

/** `npm run quality -- answers FILE` */
export const answersCommand = new Command("answers")
  .description(
    "Prints what was read of each question and the first companies of its answer, for a reader who grades them.",
  )
  .argument("<file>", "questions, one a line, as text or as JSON objects with a question")
  .option("--companies <file>", "directory of companies", "prisma/sample/companies.ndjson")
  .option("--cache <folder>", "where the index and vectors are kept", join(tmpdir(), "market-quality"))
  .option("--first <number>", "companies of each answer", "10")
  .option("--near", "also the likeliest that are not in, with their verdicts")
  .option("--grades <file>", "a reader's grades (question id, domain, 0 to 2): prints shares in place of companies")
  .action(async (file: string, options: Options) => {
    const companies = await readCompanies(options.companies);
    const byId = new Map(companies.map((company) => [company.id, company]));
    const model = await loadLocalEmbeddings(readConfig({}).embeddings.modelDir);
    const retrieverFor = await retrieversOf(companies, model, "all", options.cache, () => {});
    const grades = options.grades === undefined ? null : readJudgments(options.grades);
    const measured: AnswerMeasures[] = [];
    const pairs: JudgedPair[] = [];
    let ungraded = 0;
    for (const line of readLines(file)) {
      const { id = "", question }: { id?: string; question: string } = line.startsWith("{")
        ? JSON.parse(line)
        : { question: line };
      const { criteria, refused } = await bareCriteria(new EmbeddedCriteriaGenerator(), { question });
      const ranked = await discover(await retrieverFor(), byId, criteria, model);
      const wanted = Math.min(Number(options.first), criteria.count);
      const answer = ranked.filter(({ verdict }) => verdict === "in").slice(0, wanted);
      if (grades !== null) {
        const own = grades.get(id) ?? new Map<string, number>();
        const domains = answer.map(({ domain }) => domain);
        ungraded += domains.filter((domain) => !own.has(domain)).length;
        measured.push(measureAnswer(domains, own, wanted));
        for (const { domain, judgement } of answer) {
          const probability = offerIn(judgement.criteria)?.probability;
          const grade = own.get(domain);
          if (probability !== undefined && grade !== undefined) pairs.push({ probability, right: grade / 2 });
        }
        continue;
      }
      process.stdout.write(`\n# ${question}\n${refused === null ? readingOf(criteria) : `refused: ${refused}`}\n`);
      for (const one of answer) process.stdout.write(rowOf(one, byId.get(one.companyId)));
      const near = ranked.filter(({ verdict }) => verdict === "related" || verdict === "failed");
      const likeliest = near.toSorted((a, b) => b.score - a.score).slice(0, Number(options.first));
      if (options.near) for (const one of likeliest) process.stdout.write(rowOf(one, byId.get(one.companyId)));
    }
    if (grades !== null) process.stdout.write(sharesOf(measured, ungraded) + printCalibration(calibrationOf(pairs)));
  });

/** The means over the questions that have an answer. Companies without a grade count as wrong. */
function sharesOf(measured: AnswerMeasures[], ungraded: number): string {
  const share = (of: "fully" | "partly") => mean(measured.flatMap((one) => one[of] ?? [])).toFixed(3);
  const empty = measured.filter(({ size }) => size === 0).length;
  const companies = measured.reduce((sum, { size }) => sum + size, 0);
  return [
    `${measured.length} questions, ${empty} without an answer; ${companies} companies, ${ungraded} without a grade`,
    `right ${share("fully")}, at least partly ${share("partly")}\n`,
  ].join("\n");
}

function readingOf({ marketRole, marketType, count, keywords, locations, seedDomains }: SearchCriteria): string {
  const countries = [
    ...new Set(locations.map(({ country, address }) => (address ? `${country} ${address}` : country))),
  ];
  const lists = Object.entries({ ...keywords, places: countries, seeds: seedDomains })
    .filter(([, list]) => list.length > 0)
    .map(([name, list]) => `${name}: ${list.slice(0, 12).join("; ")}`);
  return [`${marketRole || "any role"}, ${marketType || "any type"}, ${count}`, ...lists].join(" | ");
}

function rowOf({ domain, verdict, score, judgement }: Ranked, company: DirectoryCompany | undefined): string {
  const probability = offerIn(judgement.criteria)?.probability ?? 0;
  const rule = judgement.rule ? ` ${judgement.rule}` : "";
  const labels = [...(company?.keywords ?? []), ...(company?.industries ?? [])].join(", ");
  const text = `${company?.description ?? ""} [${labels}]`.replace(/\s+/g, " ").slice(0, SHOWN);
  return `${verdict}${rule}\t${score.toFixed(2)}\t${probability.toFixed(2)}\t${company?.name} (${company?.country}, ${domain})\t${text}\n`;
}
