import { isContentWord, stem } from "#foundation/language/stem";
import { tokens } from "#foundation/language/tokenize";
import type { SearchCriteria } from "../criteria/search-criteria.ts";
import type { DirectoryIndex } from "./directory-index.ts";
import type { TopicWord } from "./topic-text.ts";

/** "more than 500 employees", "a staff of 50": a size that a sentence names. */
const HEAD_COUNT =
  /\b\d[\d.,]*\+?\s*(?:or more\s+|or fewer\s+)?(?:employees|staff|workers|people employed)\b|\b(?:staff|workforce|headcount) of\b[^.;]{0,20}?\d[\d.,]*/i;
/** Bands of market capitalisation. */
const CAPITALISATION =
  /\b(?:(?:mega|large|mid|small|micro|nano)(?:\s*(?:,|and|or|&|to)\s*|-))*(?:mega|large|mid|small|micro|nano)[-\s]?caps?\b/i;

/**
 * The unused parts of a question, for people: words that no company's record has, and sizes that are no conditions here.
 * They show that an empty answer to a question in another language or trade is no empty market.
 */
export function unusedParts(criteria: SearchCriteria, words: TopicWord[], index: DirectoryIndex): string[] {
  const notes: string[] = [];
  const unknown = words.map(({ text }) => text).filter((text) => isUnknown(text, index));
  if (unknown.length > 0)
    notes.push(`No company's record has the ${unknown.length > 1 ? "words" : "word"} ${list(unknown)}.`);
  const headCount = HEAD_COUNT.exec(criteria.userPrompt)?.[0];
  if (headCount && !hasConstraint(criteria, ["minEmployees", "maxEmployees"]))
    notes.push(`“${headCount.trim()}” was not used: constraints minEmployees and maxEmployees say it.`);
  const capitalisation = CAPITALISATION.exec(criteria.userPrompt)?.[0];
  if (capitalisation) notes.push(`“${capitalisation}” was not used: the directory knows no market capitalisation.`);
  return notes;
}

function isUnknown(text: string, index: DirectoryIndex): boolean {
  const stems = tokens(text).flatMap(({ word }) => (isContentWord(word) ? [stem(word)] : []));
  return stems.length > 0 && stems.every((one) => index.termNumber(one) === undefined);
}

function list(words: string[]): string {
  return [...new Set(words)].map((word) => `“${word}”`).join(", ");
}

function hasConstraint({ constraints }: SearchCriteria, names: string[]): boolean {
  return (
    typeof constraints === "object" && constraints !== null && names.some((name) => Object.hasOwn(constraints, name))
  );
}
