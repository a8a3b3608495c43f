import { findPlaces } from "#foundation/geography/find-places";
import { foldCase } from "#foundation/language/tokenize";
import { isDictionaryWord } from "../content/names.ts";
import type { FrameDefinition } from "./frame-types.ts";
import { roleName } from "./role-name.ts";

const CLAUSE = /[;|]|:\s|\s[-–—]+\s|\s*\.{3,}\s*|…/;
/** An act that is denied or not done, in the words up to what it would be done to. */
export const DENIED =
  /\b(?:den(?:y|ies|ied|ying)\s+(?!wrongdoing|liability|responsibility|fault|guilt)|(?:will|would|does|did|do|has|have|is|are|was)\s+not\b|(?:wo|is|are|was|does|did|has|have|would)n['’]t\b|not\s+(?:to|planning|considering|seeking|looking|for\s+sale|in\s+talks)\b|no\s+(?:plans?|intention|recall|layoffs|talks|deal)\b|rul(?:es?|ed|ing)\s+out\b|never\b)/iu;
const TICKER = /\s*\((?:[A-Z]{2,8}:\s?)?[A-Z.]{1,6}\)/gu;
/** Marks of agencies for a further version of a story. */
const NEWSWIRE = /^(?:UPDATE|WRAPUP|CORRECTED|EXCLUSIVE|REFILE)(?:\s+\d+)?\s*-\s*/;

/** Returns the clauses of a sentence, without the mark of an agency before it. */
export const clausesOf = (sentence: string): string[] =>
  withoutOrigins(sentence.replace(NEWSWIRE, "").replace(TICKER, "")).split(CLAUSE);

/** "China's Fuxin Holdings" is Fuxin Holdings, where the word behind the place is in no dictionary. */
function withoutOrigins(sentence: string): string {
  const isName = (word: string) => /^\p{Lu}{2,}$/u.test(word) || !isDictionaryWord(foldCase(word));
  // The search for places is slow, and few sentences have such a name.
  if (![...sentence.matchAll(/['’]s\s+(\p{Lu}[\p{L}\p{N}]*)/gu)].some(([, next = ""]) => isName(next))) return sentence;
  const origins = findPlaces(sentence, { isProse: true }).filter(({ end, text }) => {
    const [, next = ""] = /^\s+(\p{Lu}[\p{L}\p{N}]*)/u.exec(sentence.slice(end)) ?? [];
    return /['’]s$/u.test(text) && next !== "" && isName(next);
  });
  return origins.reduceRight((text, { start, end }) => text.slice(0, start) + text.slice(end).trimStart(), sentence);
}

/**
 * Returns the roles that the frame's patterns find in clauses of a sentence, and what fills them: as written, and the
 * name in it.
 */
export function rolesOfClauses(
  frame: FrameDefinition,
  clauses: readonly string[],
  titleCase: boolean,
): { role: string; text: string; written: string }[] {
  return clauses.flatMap((clause) => {
    for (const pattern of frame.patterns) {
      const match = pattern.exec(clause.trim());
      const groups = match?.groups;
      if (groups === undefined) continue;
      const [span = ""] = match ?? [];
      if (DENIED.test(span) || frame.undone?.test(span)) return [];
      const roles = Object.entries(groups).flatMap(([role, value]) => {
        const name = value === undefined ? null : roleName(role, value, titleCase, frame.things);
        return value === undefined || name === null ? [] : [{ role, text: name, written: value }];
      });
      // A pattern whose roles are not names ("Man buys ticket") has misread the sentence.
      const isRead = Object.values(groups).filter((value) => value !== undefined).length === roles.length;
      if (isRead && roles.length > 0) return roles;
    }
    return [];
  });
}
