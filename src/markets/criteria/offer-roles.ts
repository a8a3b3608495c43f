import { contentStems, stem } from "#foundation/language/stem";
import model from "./offer-roles.json" with { type: "json" };

/**
 * Returns the cues in a thing's stems that indicate which companies offer it: each stem, and the last one as the head.
 */
export function roleCues(stems: readonly string[]): string[] {
  const head = stems.at(-1);
  return head === undefined ? [] : [...new Set(stems), `=${head}`];
}

const weights = new Map(Object.entries(model.weights));

/**
 * Returns the log-odds that companies make a thing, as opposed to offering it as a service. They are learned from what
 * the companies of a directory say that they make and run (bench/quality/train-roles.ts). 0 where the thing is unknown
 * or both are equally likely.
 */
export function makingOdds(phrase: string): number {
  const sum = roleCues(contentStems(phrase)).reduce((total, cue) => total + (weights.get(cue) ?? 0), 0);
  return sum / model.scale;
}

/** Whether companies of a directory use the word for their things often enough for training. */
export function isTradeWord(word: string): boolean {
  const one = stem(word);
  return weights.has(one) || weights.has(`=${one}`) || word === "software";
}
