import { nounsDefinedBy } from "#foundation/language/glosses";
import { contentStems } from "#foundation/language/stem";
import type { DirectoryLexicon } from "./directory-lexicon.ts";
import { MIN_COSINE, questionVector, type TermSet } from "./plan-terms.ts";

/** Weight of added words (synonyms, relatives) relative to the question's, in the comparison of definitions. */
const ADDED = 0.5;
/**
 * Minimum strength of a defined noun: the geometric mean of coverage and focus, times a mean cosine. The cosine
 * compares the phrase, and its new words alone, with the question.
 */
const MIN_STRENGTH = 0.08;
/** Converts strengths, usually 0.1–0.3, to weights. */
const SCALE = 2;
const MAX_WEIGHT = 0.6;
const MAX_WORDS = 8;
/** A word that only one company uses is not the name of a trade. */
const MIN_COMPANIES = 2;

/**
 * Finds the trade's own word for something that the question only describes ("lifts and moving stairs" → elevator,
 * escalator). Candidates are nouns whose dictionary definition shares rare words with the question. The directory's
 * word vectors select those that fit the whole question. Does nothing without word vectors.
 */
export function addDefined(terms: TermSet, text: string, lexicon: DirectoryLexicon): void {
  const { sif } = lexicon;
  if (!sif) return;
  const question = questionVector(text, lexicon, sif);
  const words = new Map<string, { weight: number; own: boolean }>();
  for (const { stem, weight, source } of terms.list()) {
    if (source === "user") continue;
    const own = terms.isOfQuestion(stem);
    words.set(stem, { weight: own ? weight : ADDED * weight, own });
  }
  const found = new Map<string, { text: string; strength: number }>();
  for (const { synset, coverage, focus } of nounsDefinedBy(words)) {
    for (const word of synset.words) {
      const stems = contentStems(word);
      const numbers = stems.map((stem) => lexicon.termNumber(stem));
      if (!stems.some((stem) => !terms.isOfQuestion(stem)) || !numbers.every(isUsed)) continue;
      const fresh = stems.flatMap((stem, i) => (terms.isOfQuestion(stem) ? [] : numbers[i]));
      const alone = sif.cosine(fresh, question) ?? 0;
      if (alone < MIN_COSINE) continue;
      const strength = Math.sqrt(coverage * focus) * ((alone + (sif.cosine(numbers, question) ?? 0)) / 2);
      const key = stems.join(" ");
      if (strength >= MIN_STRENGTH && strength > (found.get(key)?.strength ?? 0))
        found.set(key, { text: word, strength });
    }
  }
  const best = [...found.values()]
    .sort((a, b) => b.strength - a.strength || (a.text < b.text ? -1 : 1))
    .slice(0, MAX_WORDS);
  for (const { text: word, strength } of best)
    terms.addNewWords(word, "definition", Math.min(MAX_WEIGHT, SCALE * strength));

  function isUsed(number: number | undefined): boolean {
    return number !== undefined && lexicon.documentFrequency(number) >= MIN_COMPANIES;
  }
}
