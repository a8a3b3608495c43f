import { contentStems, isContentWord, stem } from "../language/stem.ts";
import { foldCase, tokens } from "../language/tokenize.ts";
import { baseForm, firstSenseSynonyms } from "../language/wordnet.ts";
import type { DirectoryIndex } from "./directory-index.ts";
import type { PlanTerm, TermSource } from "./plan.ts";

/** How much a word counts by where it comes from. What a client wrote as the offer counts like the question; a relative by its cosine. */
const SOURCE_WEIGHTS: Record<TermSource, number> = {
  question: 1,
  feature: 1,
  synonym: 0.8,
  user: 0.3,
  wordnet: 0.4,
  relative: 1,
};

/** Longest phrase that is looked up in WordNet, in words. */
const MAX_PHRASE_WORDS = 3;

/** Collects weighted stems; a stem that comes twice keeps its greater weight. */
export class TermSet {
  private readonly terms = new Map<string, PlanTerm>();

  constructor(private readonly index: DirectoryIndex) {}

  add(text: string, source: TermSource, factor = 1): void {
    for (const { word } of tokens(text)) {
      if (!isContentWord(word)) continue;
      const key = stem(word);
      const weight = SOURCE_WEIGHTS[source] * factor;
      const known = this.terms.get(key);
      if (!known || known.weight < weight)
        this.terms.set(key, { stem: key, text: foldCase(word), weight, idf: this.index.idf(key), source });
    }
  }

  /** Whether the question itself or a keyword of the client's has the stem. */
  isOfQuestion(key: string): boolean {
    const source = this.terms.get(key)?.source;
    return source !== undefined && source !== "wordnet" && source !== "relative";
  }

  list(): PlanTerm[] {
    return [...this.terms.values()];
  }
}

/**
 * Adds the first-sense synonyms of the words and phrases of a text (longest phrase first), as far as the directory has
 * them. More senses than the first brought more noise than gain in trials. A phrase's synonyms share its weight.
 */
export function addSynonyms(terms: TermSet, text: string, index: DirectoryIndex): void {
  const words = tokens(text).map(({ word }) => foldCase(word));
  for (let from = 0; from < words.length; from++) {
    for (let length = Math.min(MAX_PHRASE_WORDS, words.length - from); length >= 1; length--) {
      const phrase = words.slice(from, from + length).join(" ");
      if (length === 1 && !isContentWord(phrase)) continue;
      if (!baseForm(phrase, "noun") && (length > 1 || !baseForm(phrase, "verb"))) continue;
      const synonyms = firstSenseSynonyms(phrase, baseForm(phrase, "noun") ? "noun" : "verb");
      for (const synonym of synonyms) addIfKnown(terms, synonym, index);
      if (length > 1) from += length - 1;
      break;
    }
  }
}

function addIfKnown(terms: TermSet, synonym: string, index: DirectoryIndex): void {
  const stems = contentStems(synonym);
  if (stems.length === 0 || stems.some((one) => index.termNumber(one) === undefined)) return;
  terms.add(synonym, "wordnet", 1 / stems.length);
}
