import { slipsOf } from "#companies/search/slips";
import { stem } from "#foundation/language/stem";
import { foldCase } from "#foundation/language/tokenize";
import { baseForm, type PartOfSpeech } from "#foundation/language/wordnet";
import type { DirectoryLexicon } from "./directory-lexicon.ts";

/** Minimum length of a corrected word. Shorter words are one slip away from too many others. */
const SHORTEST = 6;
/** Minimum number of companies that use the correction. A rarer word may be a slip itself. */
const LEAST_COMPANIES = 2;
/** "CRISPR" is no slip of "crisps". */
const ACRONYM = /^\p{Lu}{3,}s?$/u;
const PARTS: PartOfSpeech[] = ["noun", "verb", "adj", "adv"];

/**
 * Corrects words that neither the directory nor the dictionary has, by the directory's own words. Returns the text and
 * the corrections.
 */
export function spelledByDirectory(
  text: string,
  lexicon: DirectoryLexicon,
): { text: string; corrections: [string, string][] } {
  const corrections: [string, string][] = [];
  const corrected = text.replace(/\p{L}+/gu, (word) => {
    const right = word.length < SHORTEST || ACRONYM.test(word) ? null : correction(word, lexicon);
    if (right === null) return word;
    corrections.push([word, right]);
    return right;
  });
  return { text: corrected, corrections };
}

function correction(word: string, lexicon: DirectoryLexicon): string | null {
  const lower = foldCase(word);
  if (frequency(lower, lexicon) > 0 || PARTS.some((pos) => baseForm(lower, pos) !== null)) return null;
  let best: string | null = null;
  let most = LEAST_COMPANIES - 1;
  for (const slip of [...slipsOf(lower), ...withExchangedVowels(lower)]) {
    const companies = frequency(slip, lexicon);
    if (companies > most && slip[0] === lower[0]) {
      best = slip;
      most = companies;
    }
  }
  return best;
}

const VOWEL = /[aeiouy]/;

/** Returns the words in which two vowels around one letter are exchanged: "bicycle" for "bycicle". */
function withExchangedVowels(word: string): string[] {
  const letters = [...word];
  return letters.flatMap((letter, i) => {
    const other = letters[i + 2];
    if (other === undefined || other === letter || !VOWEL.test(letter) || !VOWEL.test(other)) return [];
    return [
      letters
        .with(i, other)
        .with(i + 2, letter)
        .join(""),
    ];
  });
}

function frequency(word: string, lexicon: DirectoryLexicon): number {
  const term = lexicon.termNumber(stem(word));
  return term === undefined ? 0 : lexicon.documentFrequency(term);
}
