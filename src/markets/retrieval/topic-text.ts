import { isContentWord } from "#foundation/language/stem";
import { tagWords } from "#foundation/language/wink";
import { baseForm, synsetsOf } from "#foundation/language/wordnet";
import { OF_COMPANIES, PRAISE } from "../criteria/company-words.ts";

/** Verbs that only say that somebody has an offer: they tell no market from another, and descriptions use others. */
const EMPTY_VERBS =
  /^(?:makes?|making|offers?|offering|provides?|providing|suppl(?:y|ies|ying)|sells?|selling|use[sd]?|using|look(?:s|ing)?|seek(?:s|ing)?|search(?:es|ing)?)$/;

/**
 * The weight of a word by its part of speech. Nouns name the offer; companies express the activity by different verbs;
 * adverbs of manner ("directly", "badly") are rare in records.
 */
const POS_WEIGHTS: Record<string, number> = { NOUN: 1, PROPN: 1, ADJ: 0.8, VERB: 0.8, ADV: 0.3 };
const OTHER_WEIGHT = 0.5;

/** A word of the topic to look for. */
export interface TopicWord {
  /** As written; a compound with its hyphens. */
  text: string;
  /** 0–1. */
  weight: number;
}

/** Words of everyday speech that stand in questions and tell no market: who or what is meant is said by others. */
const EVERYDAY = new Set(
  "people person persons others other somebody someone anybody everyone thing things stuff way ways kind kinds sort sorts lot lots themselves itself own".split(
    " ",
  ),
);
/** A verb of so many senses in WordNet ("make", "run", "break" have 41 to 59, "carry" 40, "weave" 4) hardly says what is done. */
const TOO_MANY_SENSES = 41;
const OF_TOO_MANY_SENSES = 0.25;

/** How much a verb tells, 0–1, by how many senses it has. */
function tellingVerb(word: string): number {
  const base = baseForm(word, "verb");
  return base !== null && synsetsOf(base, "verb").length >= TOO_MANY_SENSES ? OF_TOO_MANY_SENSES : 1;
}

/** The topic's words to look for, in order, function words and empty verbs left out. */
export function searchWords(topic: string): TopicWord[] {
  return tagWords(topic)
    .filter(({ lower }) => !EMPTY_VERBS.test(lower) && lower.split("-").some(isContentWord))
    .filter(({ lower }) => !EVERYDAY.has(lower) && !OF_COMPANIES.has(lower) && !PRAISE.has(lower))
    .map(({ text, lower, pos }) => ({
      text,
      weight: (POS_WEIGHTS[pos] ?? OTHER_WEIGHT) * (pos === "VERB" ? tellingVerb(lower) : 1),
    }));
}
