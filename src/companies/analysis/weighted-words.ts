import { isContentWord, stem } from "#foundation/language/stem";
import { tokens } from "#foundation/language/tokenize";
import type { DirectoryCompany } from "../directory-company.ts";
import { readProse } from "./company-prose.ts";

/** Weight of a word by its field. The main business and the company's own labels are the most informative. */
const FIELD_WEIGHTS = { mainBusiness: 3, otherBusiness: 1, name: 1, keywords: 3, industries: 1 } as const;

/** @param weight of this occurrence, an integer */
export type ReadWord = (stem: string, word: string, weight: number) => void;

/**
 * Reads the content words of a company in the order of its text, with repetitions. All indexes of discovery are made
 * from these words.
 */
export function readWeightedWords(company: DirectoryCompany, read: ReadWord): void {
  const readText = (text: string, weight: number) => {
    for (const { word } of tokens(text)) if (isContentWord(word)) read(stem(word), word, weight);
  };
  const { mainBusiness, business } = readProse(company.description, company.name);
  if (mainBusiness) {
    readText(company.description.slice(mainBusiness.start, mainBusiness.end), FIELD_WEIGHTS.mainBusiness);
    for (const { start, end } of business.slice(1))
      readText(company.description.slice(start, end), FIELD_WEIGHTS.otherBusiness);
  }
  readText(company.name, FIELD_WEIGHTS.name);
  for (const keyword of company.keywords) readText(keyword, FIELD_WEIGHTS.keywords);
  for (const industry of company.industries) readText(industry, FIELD_WEIGHTS.industries);
}

/** Returns the stems of a company with their weighted counts, in the order of the text. */
export function weightedStems(company: DirectoryCompany): Map<string, number> {
  const counts = new Map<string, number>();
  readWeightedWords(company, (stem, _word, weight) => counts.set(stem, (counts.get(stem) ?? 0) + weight));
  return counts;
}
