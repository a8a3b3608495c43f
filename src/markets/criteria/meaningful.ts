import { baseForm, type PartOfSpeech } from "#foundation/language/wordnet";
import { allSynsets } from "#foundation/language/wordnet-files";

const PARTS: PartOfSpeech[] = ["noun", "verb", "adj", "adv"];
/** Minimum number of nouns with a letter triple for it to count as seen. Rarer triples come from foreign names. */
const SEEN = 3;
/**
 * Minimum share of unseen triples for a word that is not of any European language. It is one half for "asdf" and
 * "qwer".
 */
const UNSEEN_SHARE = 0.4;

let triples: Map<string, number> | null = null;

/**
 * Whether a text has a meaningful word: an English word, an abbreviation, or at least a possible word ("kombucha",
 * "Verpackung").
 */
export function isMeaningful(text: string): boolean {
  const words = text.match(/[\p{L}\p{N}][\p{L}\p{N}-]*/gu) ?? [];
  return words.some(
    (word) =>
      word.length > 1 &&
      (isKnown(word) || isAbbreviation(word) || /[^a-z-]/i.test(word) || couldBeWord(word.toLowerCase())),
  );
}

function isKnown(word: string): boolean {
  return PARTS.some((pos) => baseForm(word, pos) !== null);
}

/** "PCB", "eVTOL", "IoT" */
function isAbbreviation(word: string): boolean {
  return /\p{Lu}.*\p{Lu}/u.test(word) && word.length <= 6;
}

function couldBeWord(word: string): boolean {
  const all = triplesOf(word);
  if (all.length < 3) return false;
  const counts = letterTriples();
  const unseen = all.filter((triple) => (counts.get(triple) ?? 0) < SEEN).length;
  return unseen / all.length < UNSEEN_SHARE;
}

function triplesOf(word: string): string[] {
  const padded = `^${word}$`;
  return Array.from({ length: Math.max(padded.length - 2, 0) }, (_, i) => padded.slice(i, i + 3));
}

/** Returns the number of WordNet nouns with each triple. Computed once, and only when a question has no known word. */
function letterTriples(): Map<string, number> {
  if (triples) return triples;
  triples = new Map();
  for (const synset of allSynsets("noun")) {
    for (const part of (synset.words[0] ?? "").split(/[ -]/)) {
      for (const triple of triplesOf(part)) triples.set(triple, (triples.get(triple) ?? 0) + 1);
    }
  }
  return triples;
}
