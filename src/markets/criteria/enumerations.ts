import type { TaggedWord } from "#foundation/language/wink";
import { hasAncestor, singular } from "./company-words.ts";
import type { Phrase } from "./phrases.ts";

/** Nouns for things of many kinds, which a list spells out. */
const GENERAL = new Set(
  "accessory additive appliance article beverage building chemical clothing component consumable crop device drink equipment fitting food furniture good ingredient instrument item machine machinery material medicine packaging part product substance supply textile tool treatment".split(
    " ",
  ),
);

/**
 * Whether a phrase is in a list that spells out what a general noun before it means: "ingredients, including starch",
 * "consumables: catheters and syringes". A company that offers one of them satisfies the question.
 * @param first the phrase of the general noun
 */
export function isEnumerated(phrase: Phrase, first: Phrase, body: readonly TaggedWord[]): boolean {
  const [kind, item] = [first.words.at(-1), phrase.words[0]];
  if (kind === undefined || item === undefined || phrase.preposition !== "" || item.start <= kind.end) return false;
  const isIncluded = phrase.verbs.length === 1 && phrase.verbs[0]?.lower === "including";
  const isBehindColon =
    phrase.verbs.length === 0 &&
    body.some(({ text, start }) => text === ":" && start >= kind.end && start < item.start);
  if (!isIncluded && !isBehindColon) return false;
  const general = singular(kind.lower);
  return GENERAL.has(general) || hasAncestor(phrase.words.at(-1)?.lower ?? "", [general]);
}
