import { contentStems, isContentWord, stem } from "#foundation/language/stem";
import { foldCase, tokens } from "#foundation/language/tokenize";
import { baseForm, firstSenseSynonyms } from "#foundation/language/wordnet";
import { isAbbreviation } from "../criteria/synonyms.ts";
import type { PlanTerm, TermSource } from "../plan/plan.ts";
import type { DirectoryLexicon, WordSpace } from "./directory-lexicon.ts";

/**
 * Weight of a word by its source. The client's own words for the offer count like the question. A relative is further
 * weighted by its cosine, a defined noun by its strength.
 */
const SOURCE_WEIGHTS: Record<TermSource, number> = {
  question: 1,
  feature: 1,
  synonym: 0.8,
  user: 0.3,
  wordnet: 0.4,
  relative: 1,
  definition: 1,
};

/** Minimum cosine of another word with the whole question. Below it, the word has another sense. */
export const MIN_COSINE = 0.1;

/** Maximum length of a phrase looked up in WordNet, in words. */
const MAX_PHRASE_WORDS = 3;

const COMPOUND = /[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)+/gu;

/** Collects weighted stems. A repeated stem keeps its greater weight. */
export class TermSet {
  private readonly terms = new Map<string, PlanTerm>();

  constructor(private readonly lexicon: DirectoryLexicon) {}

  /**
   * Adds the content words of a text. A compound is also added as one word, because many texts write "makeup" for
   * "make-up".
   */
  add(text: string, source: TermSource, factor = 1): void {
    const joined = [...text.matchAll(COMPOUND)].map(([compound]) => compound.replaceAll("-", ""));
    const words = [...tokens(text).map(({ word }) => word), ...joined.filter((one) => this.isUsed(one))];
    for (const word of words) {
      if (!isContentWord(word)) continue;
      const key = stem(word);
      const weight = SOURCE_WEIGHTS[source] * factor;
      const known = this.terms.get(key);
      if (!known || known.weight < weight)
        this.terms.set(key, { stem: key, text: foldCase(word), weight, idf: this.lexicon.idf(key), source });
    }
  }

  /**
   * Adds another name for something asked. The words of a phrase share its weight. A phrase that repeats a word of the
   * question ("software package" for "software") adds nothing, because its other words alone would mean something else.
   */
  addOtherName(phrase: string, source: TermSource, factor = 1): void {
    const stems = contentStems(phrase);
    if (stems.length === 0 || (stems.length > 1 && stems.some((one) => this.isOfQuestion(one)))) return;
    this.add(phrase, source, factor / stems.length);
  }

  /** Adds the words of a phrase that the question lacks: "tanker" of "oil tanker". They share its weight. */
  addNewWords(phrase: string, source: TermSource, factor: number): void {
    const fresh = tokens(phrase).filter(({ word }) => isContentWord(word) && !this.isOfQuestion(stem(word)));
    for (const { word } of fresh) this.add(word, source, factor / fresh.length);
  }

  /** Whether the stem comes from the question itself or from a feature. */
  isOfQuestion(key: string): boolean {
    const source = this.terms.get(key)?.source;
    return source === "question" || source === "feature";
  }

  private isUsed(word: string): boolean {
    return this.lexicon.termNumber(stem(word)) !== undefined;
  }

  list(): PlanTerm[] {
    return [...this.terms.values()];
  }
}

/** The vector of a question's words, each counted once. */
export function questionVector(text: string, lexicon: DirectoryLexicon, sif: WordSpace): Float32Array {
  const known = [...new Set(contentStems(text))].flatMap((one) => lexicon.termNumber(one) ?? []);
  return sif.vectorOf(known.map((term) => [term, 1]));
}

/**
 * Adds the first-sense synonyms of the words and phrases of a text, longest phrase first. The directory must have them.
 * Where there are word vectors, it must also use them similarly, because the first sense of "chip" is a splinter.
 * Further senses brought more noise than gain in trials.
 */
export function addSynonyms(terms: TermSet, text: string, lexicon: DirectoryLexicon): void {
  const { sif } = lexicon;
  const question = sif && questionVector(text, lexicon, sif);
  const written = tokens(text).map(({ word }) => word);
  const words = written.map(foldCase);
  for (let from = 0; from < words.length; from++) {
    for (let length = Math.min(MAX_PHRASE_WORDS, words.length - from); length >= 1; length--) {
      const phrase = words.slice(from, from + length).join(" ");
      // EV is the electron volt.
      if (length === 1 && (!isContentWord(phrase) || isAbbreviation(written[from] ?? ""))) continue;
      if (!baseForm(phrase, "noun") && (length > 1 || !baseForm(phrase, "verb"))) continue;
      for (const synonym of firstSenseSynonyms(phrase, baseForm(phrase, "noun") ? "noun" : "verb"))
        if (fits(synonym)) terms.addOtherName(synonym, "wordnet");
      if (length > 1) from += length - 1;
      break;
    }
  }

  function fits(synonym: string): boolean {
    const numbers = contentStems(synonym).map((one) => lexicon.termNumber(one));
    if (!sif || !question) return numbers.every((number) => number !== undefined);
    return (sif.cosine(numbers, question) ?? -1) >= MIN_COSINE;
  }
}
