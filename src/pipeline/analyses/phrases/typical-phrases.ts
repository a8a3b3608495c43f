import { compareText, type Vocabulary, type VocabularyPhrase } from "./vocabulary.ts";

/** A phrase that is typical for a market. */
export interface TypicalPhrase extends VocabularyPhrase {
  /** Dunning's G²: the higher, the less likely it is chance. */
  logLikelihood: number;
  /** Binary logarithm of how many times likelier a company of the market uses it than another one. */
  logRatio: number;
}

/**
 * G² from which a phrase counts as more than chance. It is the 0.9999 quantile of χ² with one degree of freedom,
 * because hundreds of phrases are tried at once.
 */
const SIGNIFICANT = 15.13;
/** As a power of 2: a phrase that others use more than a quarter as often is common language. */
const MIN_LOG_RATIO = 2;
/**
 * Minimum share of the market's companies: a phrase of fewer than one in twenty is typical of those few, not of the
 * market.
 */
const MIN_SHARE = 0.05;
/** Jaccard index of their companies from which two phrases count as one, if one contains the other. */
const SAME_USERS = 0.75;

/**
 * Returns the phrases that are typical of the market's companies and rare in the rest of the directory, most typical
 * first. The measure is Dunning's log-likelihood ratio ("Accurate methods for the statistics of surprise and
 * coincidence", Computational Linguistics 19, 1993). Its table counts companies: in the market or not, using the phrase
 * or not.
 */
export function typicalPhrases({ records, directorySize, phrases }: Vocabulary): TypicalPhrase[] {
  const inside = records.length;
  const outside = directorySize - inside;
  const found = phrases
    .map((phrase) => {
      const [a, b] = [phrase.users.length, phrase.inDirectory - phrase.users.length];
      return {
        ...phrase,
        logLikelihood: logLikelihood(a, b, inside, outside),
        logRatio: logRatio(a, b, inside, outside),
      };
    })
    .filter(({ users }) => users.length >= MIN_SHARE * inside)
    .filter(({ logLikelihood, logRatio }) => logLikelihood >= SIGNIFICANT && logRatio >= MIN_LOG_RATIO)
    .sort((a, b) => b.logLikelihood - a.logLikelihood || b.key.length - a.key.length || compareText(a.key, b.key));
  const kept: TypicalPhrase[] = [];
  for (const phrase of found) if (!kept.some((other) => isSame(phrase, other))) kept.push(phrase);
  return kept;
}

/** Returns G² = 2 Σ observed · ln(observed / expected) over the four cells. */
export function logLikelihood(a: number, b: number, inside: number, outside: number): number {
  const using = a + b;
  const all = inside + outside;
  const cells = [
    [a, (inside * using) / all],
    [b, (outside * using) / all],
    [inside - a, (inside * (all - using)) / all],
    [outside - b, (outside * (all - using)) / all],
  ] as const;
  return (
    2 *
    cells.reduce((sum, [observed, expected]) => sum + (observed > 0 ? observed * Math.log(observed / expected) : 0), 0)
  );
}

/**
 * Returns the logarithm of the ratio of the two shares, with half a company added to each count. A phrase unique to the
 * market then has a ratio too (Haldane and Anscombe's correction).
 */
function logRatio(a: number, b: number, inside: number, outside: number): number {
  return Math.log2((a + 0.5) / (inside + 1) / ((b + 0.5) / (outside + 1)));
}

function isSame(one: VocabularyPhrase, other: VocabularyPhrase): boolean {
  const [a, b] = [` ${one.key} `, ` ${other.key} `];
  if (!a.includes(b) && !b.includes(a)) return false;
  const users = new Set(other.users);
  const shared = one.users.filter((user) => users.has(user)).length;
  return shared / (one.users.length + other.users.length - shared) >= SAME_USERS;
}
