import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { openCompanyFile } from "#companies/company-file";
import type { DirectoryCompany } from "#companies/directory-company";
import { projectRoot } from "#foundation/config/project-root";
import { resolveCountryName } from "#foundation/geography/countries";

/** A question with what is expected of its criteria; null counts mean that the question names none. */
export interface Question {
  id: string;
  question: string;
  expected: {
    countries: string[];
    excludes: string[];
    seedDomains: string[];
    count: number | null;
    marketType: string;
    /** "" where the question leaves the role open. */
    marketRole: string;
    /** Countries that are not wanted; `countries` is empty then. */
    excludedCountries?: string[];
    states?: string[];
    /** Words that say what is offered; `|` parts words of which one is enough. */
    offer?: string[];
    /** Words of the question that carry nothing and are no search terms. */
    noise?: string[];
  };
}

/** Grades by question and domain: 2 satisfies every condition, 1 partly, 0 (also when not listed) no. */
export type Judgments = Map<string, Map<string, number>>;

export function readQuestions(file: string): Question[] {
  return readLines(file).map((line, i) => {
    const question: Question = JSON.parse(line);
    if (!question.id || !question.question || !question.expected)
      throw new Error(`${file}:${i + 1}: id, question and expected are needed`);
    return question;
  });
}

export function readJudgments(file: string): Judgments {
  const judgments: Judgments = new Map();
  for (const [question = "", domain = "", grade = ""] of rows(file)) {
    const grades = judgments.get(question) ?? new Map<string, number>();
    judgments.set(question, grades.set(domain, Number(grade)));
  }
  return judgments;
}

/** The directory, one company a registrable domain (the first row that has it), numbered from 1. */
export async function readCompanies(file: string): Promise<DirectoryCompany[]> {
  const companies = new Map<string, DirectoryCompany>();
  const { rows: found } = await openCompanyFile(file, { resolveCountry: resolveCountryName });
  for await (const { company } of found) {
    if (company && !companies.has(company.domain))
      companies.set(company.domain, { ...company, id: companies.size + 1 });
  }
  return [...companies.values()];
}

function rows(file: string): string[][] {
  return readLines(file).map((line) => line.split("\t"));
}

/** Lines that are not blank. */
export function readLines(file: string): string[] {
  if (!existsSync(file)) throw new Error(`${file} does not exist`);
  return readFileSync(file, "utf8")
    .split(/\r?\n/)
    .filter((line) => line.trim() !== "");
}

/**
 * Rows of a file of the project whose columns are separated by tabs, without its heading.
 * @param file its path from the project's root
 */
export const readRows = (file: string): string[][] =>
  readFileSync(join(projectRoot(), file), "utf8")
    .replace(/\n$/, "")
    .split("\n")
    .slice(1)
    .map((line) => line.split("\t"));
