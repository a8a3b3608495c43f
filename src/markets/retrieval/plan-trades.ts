import { isAmbiguousCompany, isGenericCompany } from "../criteria/company-words.ts";
import { tradeKinds } from "../criteria/trade-kinds.ts";
import type { PlanOffer } from "../plan/plan.ts";
import type { DirectoryLexicon } from "./directory-lexicon.ts";
import { planOffer } from "./plan-offers.ts";
import type { TermSet } from "./plan-terms.ts";
import type { TopicWord } from "./topic-text.ts";

/** Weight of what the companies of a trade do, relative to the trade's name. */
const OF_VERB = 0.9;

/** Adds what the companies of a trade do: "flies" for airlines. */
export function addVerbsOfTrades(terms: TermSet, offers: string[]): void {
  for (const verb of offers.flatMap((offer) => tradeKinds(offer).verbs)) terms.addNewWords(verb, "relative", OF_VERB);
}

/** Returns the synonyms that are kinds of what a trade makes or runs. Each is enough, like an alternative of the question. */
export function kindsOf(features: string[], synonyms: string[]): string[] {
  const kinds = features.flatMap((feature) => tradeKinds(feature).kinds);
  return synonyms.filter((synonym) => kinds.includes(synonym));
}

/** Leaves out kinds that have the same words as an earlier offer. */
export function withoutRepeats(offers: PlanOffer[]): PlanOffer[] {
  const wordsOf = ({ words }: PlanOffer) => words.map(({ stem }) => stem).join(" ");
  const words = offers.map(wordsOf);
  return offers.filter((offer, i) => offer.isKind !== true || words.indexOf(wordsOf(offer)) === i);
}

/** Returns the kinds that the directory has, as alternatives. */
export function offersOfKinds(features: string[], synonyms: string[], lexicon: DirectoryLexicon): PlanOffer[] {
  return kindsOf(features, synonyms)
    .flatMap((kind) => planOffer(kind, lexicon) ?? [])
    .filter(({ words }) => words.every(({ companies }) => companies !== 0))
    .map((offer) => ({ ...offer, isKind: true }));
}

/** Whether a word names companies in general and nothing else: "timber houses" are no companies. */
const isPlainCompany = (word: string): boolean => isGenericCompany(word) && !isAmbiguousCompany(word);

/** Drops a last word that only says that they are companies: "pharmaceutical companies". */
export function withoutCompanyWord(phrase: string): string {
  const words = phrase.split(" ");
  return words.length > 1 && isPlainCompany(words.at(-1) ?? "") ? words.slice(0, -1).join(" ") : phrase;
}

/** Leaves out words for companies in general, unless there are no others. */
export function withoutCompanies(words: TopicWord[]): TopicWord[] {
  const telling = words.filter(({ text }) => !isPlainCompany(text));
  return telling.length > 0 ? telling : words;
}
