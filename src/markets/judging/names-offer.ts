import { contentStems } from "#foundation/language/stem";
import type { DiscoveryPlan, PlanOffer, TermSource } from "../plan/plan.ts";
import type { TextUnit } from "./company-units.ts";
import { shareOf, stemsOf } from "./question-weights.ts";

/** Heads that say only that something belongs to a thing: what it belongs to tells more. */
const RELATIONAL = new Set(
  contentStems(
    "accessories applications businesses companies components devices equipment firms goods groups industries machines manufacturing materials parts products production services software solutions supplies systems technology",
  ),
);
/** A word that fewer companies use is not the directory's word for the offer: others may say it differently. */
const MIN_COMPANIES = 3;
/** Letters that stems of one family have in common. */
const MIN_FAMILY = 6;
/** Terms that stand for a word of the question. */
const DICTIONARY = new Set<TermSource>(["synonym", "wordnet", "relative"]);
/** Share of an offer's words, by how telling they are, that a record must have beside the word that makes the offer. */
const MIN_SHARE = 0.5;

/**
 * Whether a record names one of the offers: its key word and half of the others. The key word is "blades" of "wind turbine
 * rotor blades", "cybersecurity" of "cybersecurity software".
 * @returns null where the directory hardly uses such a word, so that nothing follows from its absence
 */
export function namesOffer({ offers, terms }: DiscoveryPlan, units: TextUnit[]): boolean | null {
  const shown = stemsOf(units);
  const keys = offers.map((offer) => ({ offer, key: keyOf(offer) }));
  const fromDictionary = terms.filter(({ source }) => DICTIONARY.has(source)).map(({ stem }) => stem);
  const names = ({ offer, key }: (typeof keys)[number]): boolean => {
    // With several words one cannot tell whose synonym a term is: any of them stands for the key.
    const isShown = [key.stem, ...fromDictionary].some((stem) => [...shown].some((one) => isAkin(one, stem)));
    return isShown && shareOf(tellingWords(offer), new Set([...shown, key.stem])) >= MIN_SHARE;
  };
  if (keys.some(names)) return true;
  const isKnown = keys.length > 0 && keys.every(({ key }) => (key.companies ?? 0) >= MIN_COMPANIES);
  return isKnown ? false : null;
}

/** "telephon" and "telephoni": stems of one word family. */
function isAkin(a: string, b: string): boolean {
  if (a === b) return true;
  return Math.min(a.length, b.length) >= MIN_FAMILY && (a.startsWith(b) || b.startsWith(a));
}

/** The words that a record can show: neither relational nor unknown to the directory; all where there are no others. */
function tellingWords({ words }: PlanOffer): PlanOffer["words"] {
  const telling = words.filter(({ stem, companies }) => !RELATIONAL.has(stem) && companies !== 0);
  return telling.length > 0 ? telling : words;
}

/** The head noun, or where that is relational, the most telling other word. */
function keyOf({ head, words }: PlanOffer): PlanOffer["words"][number] {
  const others = words.filter(({ stem }) => !RELATIONAL.has(stem)).sort((a, b) => b.idf - a.idf);
  const own = words.find(({ stem }) => stem === head);
  return (RELATIONAL.has(head) ? others[0] : own) ?? own ?? { stem: head, idf: 0 };
}
