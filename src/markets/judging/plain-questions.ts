import { synsetsOf } from "#foundation/language/wordnet";
import { DIRECTLY_OF_COMPANIES, OF_COMPANIES } from "../criteria/company-words.ts";
import { PREMISES_OF_SALE } from "../plan/offer-key.ts";
import type { DiscoveryPlan } from "../plan/plan.ts";
import { DONE, relationOfNoun, relationOfVerb } from "../plan/relations.ts";
import { oncePerPlan } from "./question-weights.ts";

/** Whether a word is a verb for what companies do: "deliver", "rent". A word that is also a thing may describe one. */
const isVerbOfTrade = (word: string): boolean =>
  relationOfVerb(word) !== null && (synsetsOf(word, "noun", 1).length === 0 || DONE.has(relationOfVerb(word)));

const isJoined = (word: string, phrase: string): boolean =>
  phrase
    .toLowerCase()
    .split(" ")
    .some((one) => one.includes("-") && one.replaceAll("-", "") === word);

/**
 * Whether the question says no more than its offers. A question that describes a thing in many words does not name it.
 */
export const isPlain = oncePerPlan(({ offers, terms, qualifiers, users, relation = null }: DiscoveryPlan): boolean => {
  // Customers and the companies' verbs do not describe the thing: "wholesalers that deliver medicines to pharmacies".
  const named = new Set([
    ...offers.flatMap(({ words }) => words.map((word) => word.stem)),
    ...users.flatMap(({ stems }) => stems),
  ]);
  const said = terms.filter(({ source }) => source === "question" || source === "feature");
  // "Who builds ferries": the verb has become the relation.
  const saysRelation = (text: string) => {
    const said = relationOfVerb(text);
    // Who runs book shops sells books.
    return relation !== null && (said === relation || (relation === "trades" && said === "operates"));
  };
  // "Private prisons": the owner is a condition. "Secondhand" is another spelling of the offer's "second-hand".
  const isAside = (text: string) =>
    OF_COMPANIES.has(text) || DIRECTLY_OF_COMPANIES.has(text) || offers.some(({ phrase }) => isJoined(text, phrase));
  // An agent noun such as "lessors" or "installers" is not a further description: "aircraft lessors".
  const describes = ({ stem: one, text }: (typeof said)[number]) =>
    !named.has(one) &&
    !DONE.has(relationOfNoun(text)) &&
    !isVerbOfTrade(text) &&
    !saysRelation(text) &&
    !isAside(text) &&
    !PREMISES_OF_SALE.has(one);
  return qualifiers.every(({ stem: one }) => PREMISES_OF_SALE.has(one)) && !said.some(describes);
});

/**
 * Other names of what is asked for. For an offer of several words, the source word of a term is unknown. The term then
 * stands for the whole offer.
 */
export const otherNamesOf = oncePerPlan(({ terms }: DiscoveryPlan) =>
  terms.filter(({ source }) => source === "synonym" || source === "wordnet").map(({ stem: one }) => one),
);

/**
 * Whether no record has any word of the offers, and no dictionary has another word for them. What the sentence model then
 * finds alike is of any trade: it took "Löschanlagen" for medicines.
 */
export const isUnheardOf = oncePerPlan(
  ({ offers, terms }: DiscoveryPlan): boolean =>
    offers.length > 0 &&
    offers.every(({ words }) => words.every(({ companies }) => companies === 0)) &&
    terms.every(({ source }) => source === "question" || source === "feature" || source === "user"),
);
