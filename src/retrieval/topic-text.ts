import { readQuestion } from "../criteria/question-reading.ts";

/** Verbs that only say that somebody has an offer: they tell no market from another, and descriptions use others. */
const EMPTY_VERBS =
  /\b(?:makes?|making|offers?|offering|provides?|providing|suppl(?:y|ies|ying)|sells?|selling|use[sd]?|using)\b/gi;

/**
 * What a prompt asks for, without the frame ("Find 30 companies that"), places, examples and what is not wanted. A prompt that
 * is no question ("wind turbine blades") is its own topic.
 */
export function topicOf(prompt: string): string {
  return prompt.trim() === "" ? "" : readQuestion(prompt).topic.trim();
}

/** The topic's words to look for. */
export function searchWords(topic: string): string {
  return topic.replace(EMPTY_VERBS, " ");
}
