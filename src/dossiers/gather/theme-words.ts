import type { Queries } from "#foundation/db/database";
import { contentStems, isContentWord } from "#foundation/language/stem";
import { tokens } from "#foundation/language/tokenize";
import { firstSenseSynonyms } from "#foundation/language/wordnet";
import { type ThemeTexts, textsWithWords } from "#intelligence/theme-texts";
import { askedForLabels, formsOf } from "../report/word-forms.ts";

/** Longest theme, in words; a longer one, such as a pasted page, is cut. */
const MAX_WORDS = 24;
/** Words that narrow a theme down to nothing: "the car industry" is about cars. */
const GENERAL = /^(?:industr(?:y|ies)|sectors?|markets?|compan(?:y|ies)|firms?|business(?:es)?)$/;
/** Number of texts that are checked closely, best by PostgreSQL's rank first. */
const MAX_CANDIDATES = 300;

/** Returns the words of a theme that carry its topic, each once. */
export function themeWords(theme: string): string[] {
  const words = tokens(theme)
    .map(({ word }) => word.toLowerCase())
    .filter((word) => isContentWord(word) && !GENERAL.test(word));
  return [...new Set(words)].slice(0, MAX_WORDS);
}

/**
 * Returns a test whether a text has at least half of a theme's words. Other forms count, and so do other words for the
 * same matter: "job cuts" for "layoffs".
 */
export function speaksOf(theme: string): (text: string) => boolean {
  const asked = themeWords(theme).map((word) => new Set(otherWords(word).flatMap((one) => [...formsOf(one)])));
  const enough = Math.ceil(asked.length / 2);
  return (text) => {
    const said = new Set(contentStems(text));
    return asked.filter((forms) => [...forms].some((form) => said.has(form))).length >= enough;
  };
}

const otherWords = (word: string): string[] => [
  ...new Set([word, ...firstSenseSynonyms(word, "noun"), ...askedForLabels([word]).split(" ")]),
];

export interface ThemeMatches {
  /** Best first. */
  ids: number[];
  /** The note for the report: there may be more than were checked. */
  note: string;
}

const NOTE = `, of the ${MAX_CANDIDATES} that match most`;

/** Returns the texts of a dossier about companies: all of them, by the companies' ids. */
export const ofCompanies = (ids: number[]): ThemeMatches => ({ ids, note: "" });

/** Returns ids of the texts about a theme, best first: those with at least half of its words. One statement. */
export async function themeMatches(db: Queries, texts: ThemeTexts, theme: string): Promise<ThemeMatches> {
  const words = themeWords(theme);
  if (words.length === 0) return { ids: [], note: "" };
  const searched = new Set(words.flatMap(otherWords).filter((word) => /^[\p{L}\p{N}]+$/u.test(word)));
  const rows = await textsWithWords(db, texts, [...searched], MAX_CANDIDATES);
  const speaks = speaksOf(theme);
  return {
    ids: rows.filter(({ shown }) => speaks(shown)).map(({ id }) => id),
    note: rows.length === MAX_CANDIDATES ? NOTE : "",
  };
}
