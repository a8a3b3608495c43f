import { type StoredCompany, storedCompanies } from "#companies/stored-company";
import type { Queries } from "#foundation/db/database";
import { countryName } from "#foundation/geography/countries";
import { contentStems, isContentWord } from "#foundation/language/stem";
import { tokens } from "#foundation/language/tokenize";
import { firstSenseSynonyms } from "#foundation/language/wordnet";
import { type ThemeTexts, textsWithWords } from "#intelligence/theme-texts";
import { askedForLabels, formsOf, mattersTold } from "../report/word-forms.ts";

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
export const speaksOf = (theme: string): ((text: string) => boolean) => hasHalfOf(themeWords(theme));

function hasHalfOf(words: readonly string[]): (text: string) => boolean {
  const asked = words.map((word) => new Set(otherWords(word).flatMap((one) => [...formsOf(one)])));
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

/**
 * Returns a test whether a text is about a theme. If the theme has a matter, such as layoffs, the text must tell
 * it. The theme's other words may be those of the companies that the text is about. "Enercon to cut 300 jobs" is about
 * layoffs at makers of wind turbines.
 */
function tellsOf(theme: string): (text: string, companies: readonly StoredCompany[]) => boolean {
  const matters = mattersTold(theme);
  const speaks = speaksOf(theme);
  if (matters.length === 0) return speaks;
  const ofMatters = new Set(matters.flatMap(({ words }) => contentStems(words)));
  const others = themeWords(theme).filter((word) => !contentStems(word).some((one) => ofMatters.has(one)));
  const speaksOfOthers = hasHalfOf(others);
  return (text, companies) =>
    matters.some(({ told }) => told.test(text)) && speaksOfOthers([text, ...companies.map(wordsOf)].join(" "));
}

const wordsOf = ({ name, description, keywords, industries, city, country }: StoredCompany): string =>
  [name, description, ...keywords, ...industries, city ?? "", country === null ? "" : countryName(country)].join(" ");

/**
 * Returns ids of the texts about a theme, best first: those with at least half of its words, or that tell its matter. Two
 * statements.
 */
export async function themeMatches(db: Queries, texts: ThemeTexts, theme: string): Promise<ThemeMatches> {
  const words = themeWords(theme);
  if (words.length === 0) return { ids: [], note: "" };
  const ofMatters = mattersTold(theme).flatMap((matter) => matter.words.split(" "));
  const asked = ofMatters.length > 0 ? ofMatters : words.flatMap(otherWords);
  const searched = new Set(asked.filter((word) => /^[\p{L}\p{N}]+$/u.test(word)));
  const rows = await textsWithWords(db, texts, [...searched], MAX_CANDIDATES);
  const about = await storedCompanies(db, [...new Set(rows.flatMap(({ companyIds }) => companyIds))]);
  const tells = tellsOf(theme);
  return {
    ids: rows
      .filter(({ shown, companyIds }) =>
        tells(
          shown,
          companyIds.flatMap((id) => about.get(id) ?? []),
        ),
      )
      .map(({ id }) => id),
    note: rows.length === MAX_CANDIDATES ? NOTE : "",
  };
}
