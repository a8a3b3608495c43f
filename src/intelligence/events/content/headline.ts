import { isContentWord, stem } from "#foundation/language/stem";
import type { ReadEvent, ReadObservation } from "./read-observations.ts";
import type { ReadSentence } from "./read-sentence.ts";

/** Bounds of a good headline, in words. */
const SHORT = 4;
const LONG = 18;
/** Factors for truncated headlines, for questions and teasers, and for headlines of unsuitable length. */
const CUT_FACTOR = 0.6;
const TEASER_FACTOR = 0.7;
const LENGTH_FACTOR = 0.7;
/** Matches questions and teasers. */
export const TEASER =
  /\?(?:\s|$)|^(?:here'?s|why|how|what|this|these|watch|see|meet|top \d|\d+ (?:things|ways|reasons|facts))\b|\byou(?:'ll|r| won't)?\b|\bwon't believe\b/i;

/** Stems of the content words of a sentence, each once. */
export const stemsOf = ({ words }: ReadSentence): string[] => [
  ...new Set(words.filter(({ text }) => isContentWord(text)).map(({ text }) => stem(text))),
];

/** Weight of the number of articles, which breaks ties between equal numbers of sources. */
const ARTICLE_SHARE = 0.1;

/**
 * Returns a weight of each headline stem, 0–1: the share of independent sources that use it, and to a tenth the share
 * of articles.
 */
export function headlineWeights({ observations, sources }: ReadEvent): Map<string, number> {
  const seen = new Map<string, { sources: Set<number>; articles: number }>();
  for (const { headline, source } of observations)
    for (const word of stemsOf(headline)) {
      const entry = seen.get(word) ?? { sources: new Set<number>(), articles: 0 };
      entry.sources.add(source);
      entry.articles++;
      seen.set(word, entry);
    }
  const share = (entry: { sources: Set<number>; articles: number }) =>
    ((1 - ARTICLE_SHARE) * entry.sources.size) / Math.max(1, sources) +
    (ARTICLE_SHARE * entry.articles) / Math.max(1, observations.length);
  return new Map([...seen].map(([word, entry]) => [word, share(entry)]));
}

/**
 * Returns how central an article's headline is: the mean share of sources of its words, times the square root of their
 * number. The root lets full sentences win over two common words. Truncated, teasing, very short and very long
 * headlines lose.
 */
export function centrality({ headline, cut }: ReadObservation, weights: ReadonlyMap<string, number>): number {
  const stems = stemsOf(headline);
  const sum = stems.reduce((total, word) => total + (weights.get(word) ?? 0), 0);
  const length = headline.words.length;
  return (
    (sum / Math.sqrt(Math.max(1, stems.length))) *
    (cut ? CUT_FACTOR : 1) *
    (TEASER.test(headline.text) ? TEASER_FACTOR : 1) *
    (length < SHORT || length > LONG ? LENGTH_FACTOR : 1)
  );
}

/** Returns the most central headline; ties go to the earlier article. */
export function centralHeadline(
  { observations }: ReadEvent,
  weights: ReadonlyMap<string, number>,
): ReadObservation | null {
  let best: { observation: ReadObservation; score: number } | null = null;
  for (const observation of observations) {
    if (observation.headline.text === "") continue;
    const score = centrality(observation, weights);
    if (best === null || score > best.score + 1e-9) best = { observation, score };
  }
  return best?.observation ?? null;
}
