import { stem } from "#foundation/language/stem";
import { tokens } from "#foundation/language/tokenize";
import { baseForm, wordFamily } from "#foundation/language/wordnet";
import { hasAncestor, isCompanyKind, singular } from "../criteria/company-words.ts";
import { offerOf } from "../criteria/offer.ts";
import { tradeKinds } from "../criteria/trade-kinds.ts";
import { isMachines, PREMISES_OF_SALE, toldBy } from "../plan/offer-key.ts";
import type { DiscoveryPlan, PlanOffer } from "../plan/plan.ts";
import { DONE, type Relation, relationOfNoun, relationOfVerb, verbsOf } from "../plan/relations.ts";
import { otherNamesOf } from "./plain-questions.ts";
import { oncePerPlan } from "./question-weights.ts";
import { type KindPattern, kindPattern } from "./said-kinds.ts";

/** A thing beside the key word, with its noun in the singular. */
export interface Thing {
  stem: string;
  noun: string;
}

export interface Key {
  /** The offer's words. They lack the head noun if it only names a kind of company. */
  words: PlanOffer["words"];
  head: string;
  stem: string;
  /** The key word as the question writes it, in the singular. */
  noun: string;
  family: Set<string>;
  others: PlanOffer["words"];
  /** Stems of other names for what is asked for. */
  otherNames: string[];
  /** Whether the question asks for machines, and the key word names their purpose. */
  isMachines: boolean;
  isGoods: boolean;
  /** Whether the key word means the thing itself: "blades", and the "books" of book shops. */
  isThing: boolean;
  /**
   * What the companies should do with the thing. Null where the question does not say, or where companies do not make
   * or sell such a thing.
   */
  asked: Relation | null;
  /** Stems of the service that is asked for by its verb: those of "insurance". Null for all other offers. */
  service: Set<string> | null;
  /** What is to be let: "truck" of "truck leasing". Null for all other offers. */
  let: Thing | null;
  /** Whether the question has the key word in the plural: "sails". Its singular then describes another noun. */
  isCounted: boolean;
  /**
   * Stems of the name of what is run, where the dictionary has it, its last word apart: "funeral" and "home". The last word
   * alone is another business. Null for all other offers: of goods it may be the whole, as gear motors are electric motors.
   */
  compound: { head: string; others: string[] } | null;
  /** Whether the offer begins with the verb of the companies: "recycles metal" for scrap dealers. */
  saysWhatIsDone: boolean;
  /** How texts write a kind that was added to the name of a trade; null for what the question itself names. */
  kind: KindPattern | null;
}

export const keysOf = oncePerPlan((plan: DiscoveryPlan): Key[] => {
  const keys = plan.offers.map((offer) => keyOfOffer(offer, plan));
  const own = keys.find(({ kind }) => kind === null);
  // "Pharma" is a business. Its kinds, medicines and drugs, are goods that merchants trade.
  const isBusiness = own?.asked === null && plan.relation === "trades" && !isOfSale(own);
  // "Skin care" of cosmetics retailers is no service that one could do without selling anything.
  const asking = isBusiness ? keys.find(({ kind, asked }) => kind !== null && asked !== null) : own;
  return keys.map((key) =>
    key.kind === null && !isBusiness ? key : { ...key, asked: key.saysWhatIsDone ? null : (asking?.asked ?? null) },
  );
});

/** Whether the offer names the premises where merchants sell: those of "coffee shop chains" run shops. */
const isOfSale = ({ head, stem: key }: Key): boolean => PREMISES_OF_SALE.has(head) || PREMISES_OF_SALE.has(key);

function keyOfOffer(offer: PlanOffer, plan: DiscoveryPlan): Key {
  const { relation = null } = plan;
  const { stem: key, noun, words } = toldBy(offer);
  const service = serviceOf(offer, relation ?? (plan.role === "serviceProvider" ? relationNamed(offer) : null));
  const written = tokens(offer.phrase).map(({ word }) => word.toLowerCase());
  const others = words.filter((word) => word.stem !== key);
  const thing = service !== null && relation === "lets" ? others.at(-1)?.stem : undefined;
  return {
    words,
    head: offer.head,
    stem: key,
    noun,
    family: new Set([...wordFamily(noun), ...ofPremises(noun), ...tradeKinds(offer.phrase).verbs].map(stem)),
    others,
    otherNames: otherNamesOf(plan),
    isMachines: key !== offer.head && isMachines(offer.head),
    isGoods: offerOf(offer.phrase) !== "service",
    isThing: key === offer.head || PREMISES_OF_SALE.has(offer.head),
    asked: relation !== null && service === null && canBeAsked(relation, offer, noun) ? relation : null,
    service,
    let:
      thing === undefined
        ? null
        : { stem: thing, noun: singular(written.find((word) => stem(word) === thing) ?? thing) },
    isCounted: written.some((word) => isPlural(word) && singular(word) === noun),
    compound: plan.role === "serviceProvider" ? compoundOf(written) : null,
    saysWhatIsDone: /s$/.test(written[0] ?? "") && written.length > 1 && relationOfVerb(written[0] ?? "") !== null,
    kind: offer.isKind === true ? kindPattern(offer.phrase) : null,
  };
}

function compoundOf(written: string[]): Key["compound"] {
  const [head = "", ...others] = written.map(stem).reverse();
  return others.length > 0 && baseForm(written.join(" "), "noun") !== null ? { head, others } : null;
}

/**
 * Returns the act that the offer itself names: "pet insurance" is that of those who insure. Those who advise write of no
 * consulting, and banks of no finance, so activities in "-ing" and money name none; nor do "services".
 */
function relationNamed({ phrase }: PlanOffer): Relation | null {
  const noun = phrase.toLowerCase().split(" ").at(-1) ?? "";
  const relation = /ing$|^services?$/.test(noun) ? null : relationOfNoun(noun);
  return relation === "serves" || relation === "lets" ? relation : null;
}

/** "Who insures crops": a company that never speaks of insurance does not insure them. */
function serviceOf({ phrase }: PlanOffer, relation: Relation | null): Set<string> | null {
  const noun = phrase.toLowerCase().split(" ").at(-1) ?? "";
  if (!DONE.has(relation) || relationOfNoun(noun) !== relation) return null;
  // Who rents cars leases them too.
  const verbs = relation === "lets" ? verbsOf(relation) : [];
  return new Set([noun, ...wordFamily(noun), ...verbs.flatMap((verb) => [verb, ...wordFamily(verb)])].map(stem));
}

export const OF_GOODS = new Set<Relation>(["makes", "sells", "trades"]);

const WORKS = ["mine", "quarry", "farm", "factory", "industrial plant", "plantation"];

/**
 * Whether the relation can apply literally to the offer. "Makers of airports" and "companies that sell banking" mean
 * companies that run airports and sell banking services. An owner of mines makes what the mines produce.
 */
function canBeAsked(relation: Relation, { phrase, head }: PlanOffer, noun: string): boolean {
  const written = tokens(phrase).find(({ word }) => stem(word) === head)?.word ?? head;
  if (hasAncestor(singular(written), WORKS, 1)) return false;
  if (OF_GOODS.has(relation)) return offerOf(phrase) !== "service" && !isCompanyKind(noun);
  // "Lend out engineers" means staffing.
  return !(relation === "lets" && hasAncestor(noun, ["person"], 1));
}

export const isPlural = (noun: string): boolean => /s$/.test(noun) && singular(noun) !== noun;

/** Returns verbs for the activity on premises such as a "bakery" ("bake"), which WordNet does not link to them. */
const ofPremises = (noun: string): string[] => (/ery$/.test(noun) ? [noun.slice(0, -2), noun.slice(0, -3)] : []);
