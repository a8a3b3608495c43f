import { isContentWord } from "#foundation/language/stem";
import { tagWords } from "#foundation/language/wink";
import { baseForm, synsetsOf } from "#foundation/language/wordnet";
import { DIRECTLY_OF_COMPANIES, isCompanyKind, OF_COMPANIES, PRAISE } from "../criteria/company-words.ts";

/**
 * Verbs that only say that a company has or a client wants an offer. They do not distinguish markets, and descriptions
 * use other verbs.
 */
const EMPTY_VERBS =
  /^(?:makes?|making|offers?|offering|provides?|providing|suppl(?:y|ies|ying)|sells?|selling|use[sd]?|using|look(?:s|ing)?|seek(?:s|ing)?|search(?:es|ing)?)$/;

/**
 * Weight of a word by its part of speech. Nouns name the offer. Companies express the activity by different verbs.
 * Adverbs of manner ("directly", "badly") are rare in records.
 */
const POS_WEIGHTS: Record<string, number> = { NOUN: 1, PROPN: 1, ADJ: 0.8, VERB: 0.8, ADV: 0.3 };
const OTHER_WEIGHT = 0.5;

/** A word of the topic to search for. */
export interface TopicWord {
  /** As written; a compound keeps its hyphens. */
  text: string;
  /** 0–1. */
  weight: number;
}

/** Everyday words in questions that do not distinguish markets. Other words name the people or things. */
const EVERYDAY = new Set(
  "people person persons others other somebody someone anybody everyone thing things stuff way ways kind kinds sort sorts lot lots themselves itself own".split(
    " ",
  ),
);
/**
 * Minimum number of WordNet senses of a verb that says little. "make", "run" and "break" have 41 to 59, "carry" 40,
 * "weave" 4.
 */
const TOO_MANY_SENSES = 41;
const OF_TOO_MANY_SENSES = 0.25;

/** Weight of an adjective for companies before their kind: "private prisons" are prisons first. */
const OF_OWNER = 0.3;

/** Weight of a verb, 0–1, by its number of senses. */
function tellingVerb(word: string): number {
  const base = baseForm(word, "verb");
  return base !== null && synsetsOf(base, "verb").length >= TOO_MANY_SENSES ? OF_TOO_MANY_SENSES : 1;
}

/** Returns the topic's search words in order, without function words and empty verbs. */
export function searchWords(topic: string): TopicWord[] {
  return tagWords(topic)
    .filter(({ lower }) => !EMPTY_VERBS.test(lower) && lower.split("-").some(isContentWord))
    .filter(({ lower }) => !EVERYDAY.has(lower) && !OF_COMPANIES.has(lower) && !PRAISE.has(lower))
    .map(({ text, lower, pos }, i, words) => ({
      text,
      weight:
        (POS_WEIGHTS[pos] ?? OTHER_WEIGHT) *
        (pos === "VERB" ? tellingVerb(lower) : 1) *
        (DIRECTLY_OF_COMPANIES.has(lower) && isCompanyKind(words[i + 1]?.lower ?? "") ? OF_OWNER : 1),
    }));
}
