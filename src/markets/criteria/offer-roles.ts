import { contentStems, stem } from "#foundation/language/stem";
import model from "./offer-roles.json" with { type: "json" };

/** What of a thing's stems tells who offers it: each of them, and the last one as the head. */
export function roleCues(stems: readonly string[]): string[] {
  const head = stems.at(-1);
  return head === undefined ? [] : [...new Set(stems), `=${head}`];
}

const weights = new Map(Object.entries(model.weights));

/**
 * The log-odds that companies make a thing rather than offer it as a service. They come from what the companies of a
 * directory say that they make and run (bench/quality/train-roles.ts). 0 where it is unknown or both are as likely.
 */
export function makingOdds(phrase: string): number {
  const sum = roleCues(contentStems(phrase)).reduce((total, cue) => total + (weights.get(cue) ?? 0), 0);
  return sum / model.scale;
}

/** Whether companies of a directory name their things by the word, often enough to be learned from. */
export function isTradeWord(word: string): boolean {
  const one = stem(word);
  return weights.has(one) || weights.has(`=${one}`) || word === "software";
}
