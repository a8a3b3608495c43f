import { readQuestion } from "../criteria/question-reading.ts";
import { isContentWord } from "../language/stem.ts";
import { tagWords } from "../language/wink.ts";

/** Verbs that only say that somebody has an offer: they tell no market from another, and descriptions use others. */
const EMPTY_VERBS =
  /^(?:makes?|making|offers?|offering|provides?|providing|suppl(?:y|ies|ying)|sells?|selling|use[sd]?|using)$/;

/**
 * What a word counts by its part of speech: what is offered stands in nouns, what is done with it is put into other verbs
 * by each company, and how it is done ("directly", "badly") is hardly ever said.
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

/**
 * What a prompt asks for, without the frame ("Find 30 companies that"), places, examples and what is not wanted. A prompt that
 * is no question ("wind turbine blades") is its own topic.
 */
export function topicOf(prompt: string): string {
  return prompt.trim() === "" ? "" : readQuestion(prompt).topic.trim();
}

/** The topic's words to look for, in order, function words and empty verbs left out. */
export function searchWords(topic: string): TopicWord[] {
  return tagWords(topic)
    .filter(({ lower }) => !EMPTY_VERBS.test(lower) && lower.split("-").some(isContentWord))
    .map(({ text, pos }) => ({ text, weight: POS_WEIGHTS[pos] ?? OTHER_WEIGHT }));
}
