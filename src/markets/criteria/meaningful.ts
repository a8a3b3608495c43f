import { baseForm, type PartOfSpeech } from "#foundation/language/wordnet";
import { allSynsets } from "#foundation/language/wordnet-files";

const PARTS: PartOfSpeech[] = ["noun", "verb", "adj", "adv"];
/** A letter triple counts as seen from this many nouns on: fewer are foreign names. */
const SEEN = 3;
/** From this share of unseen triples on a word is no word of any European language ("asdf", "qwer": one half). */
const UNSEEN_SHARE = 0.4;

let triples: Map<string, number> | null = null;

/** Is there one word in it that is a word of English, an abbreviation, or at least could be a word ("kombucha", "Verpackung")? */
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

/** How many WordNet nouns have each triple; computed once, only when a question has no known word. */
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
