import { LRUCache } from "lru-cache";
import { type TaggedWord, tagWords } from "#foundation/language/wink";
import { baseForm } from "#foundation/language/wordnet";
import { isCompanyKind, isGenericCompany } from "../criteria/company-words.ts";
import { type Relation, relationOfNoun, relationOfVerb } from "../plan/relations.ts";

/** How a sentence refers to a thing. */
export interface Governing {
  /** What the company does with the thing; empty where the sentence does not say. */
  relations: Relation[];
  /**
   * Whether the thing is only the purpose, material or customer of another thing: "machines for plastics", "leases
   * aircraft to airlines".
   */
  isOthers: boolean;
  /** Whether the thing is a place, means or partner: "carries freight by lorry". */
  isAside: boolean;
}

const UNKNOWN: Governing = { relations: [], isOthers: false, isAside: false };
const OTHERS: Governing = { relations: [], isOthers: true, isAside: false };
const ASIDE: Governing = { relations: [], isOthers: false, isAside: true };
/** Returns what a company does with a thing of its own. */
const own = (relations: Relation[]): Governing => ({ relations, isOthers: false, isAside: false });

/** Prepositions of a purpose, a customer or a material, unless the noun follows in a later item of a list. */
const PURPOSE = /^(?:for|from|to)$/;
/** Prepositions of a place, a means or a partner. They say nothing about the thing. */
const AROUND = /^(?:with|by|via|using|through|under|at|on|against|near|within|than|without|as|into|between|like)$/;
const RELATIVE = /^(?:that|which|who)$/;
/** "Used in cars", "serves airlines", "caters for hotels". */
const SERVING =
  /^(?:serves?|serving|served|used|targets?|targeting|supports?|supporting|helps?|helping|enables?|enabling|allows?|allowing|caters?|catering)$/;
const LINK = /^(?:and|or|&|as|well)$/;
/**
 * Nouns before "for" that do not make another thing of the purpose: "a platform for used cars". Those of the second
 * list do so only for services: "solutions for logistics".
 */
const WHOLES = /^(?:platforms?|marketplaces?|stores?|shops?|brands?|markets?|ranges?|destinations?|names?)$/;
const WHOLES_OF_SERVICES = /^(?:solutions?|products?|goods|companies|company|business(?:es)?|networks?|options?)$/;
/** General nouns that can follow any thing: "steel products", "train services". */
const GENERAL = /^(?:products?|services?|uses?|offers?|supply|supplies|markets?|finance)$/;
/** Prepositions and nouns for the places where merchants sell. */
const IN = /^(?:in|through|via|at|on|from)$/;
const PREMISES = /^(?:shops?|stores?|outlets?|supermarkets?|showrooms?)$/;
const SHOPS = new RegExp(`${PREMISES.source}|^(?:online|web|e-commerce)$`);

/** The sentences of a few records. Callers ask for several words of a sentence, and for the same record with each offer. */
const sentences = new LRUCache<string, TaggedWord[]>({ max: 100 });

function tagged(text: string): TaggedWord[] {
  let words = sentences.get(text);
  if (words === undefined) {
    words = tagWords(text);
    sentences.set(text, words);
  }
  return words;
}

/** Whether a word of a sentence is tagged as a verb. @param at its offset in the sentence, in UTF-16 units */
export const isTaggedVerb = (sentence: string, at: number): boolean =>
  isVerb(tagged(sentence).find(({ start, end }) => start <= at && at < end));

/**
 * Finds the words that govern a noun, by reading backwards from it: verbs, nouns for the activities of companies, and
 * prepositions.
 * @param sentence a sentence or label
 * @param at the offset of the noun in it, in UTF-16 units
 * @param isGood whether the noun is a manufactured thing
 */
export function governingOf(sentence: string, at: number, isGood: boolean): Governing {
  const words = tagged(sentence);
  const noun = words.findIndex(({ start, end }) => start <= at && at < end);
  if (noun < 0) return UNKNOWN;
  // "A hospital with 485 beds", "a fleet of 23 ships": who counts things runs them.
  if (/^\d[\d,.]*$/.test(words[noun - 1]?.text ?? "")) return own(["operates"]);
  // "Runs bicycle shops"
  if (PREMISES.test(words[noun + 1]?.lower ?? "")) return own(["operates", "trades"]);
  const behind = relationsBehind(words, noun);
  // "Chemicals for chip makers": who does it with the thing is a customer.
  if (behind.length > 0) return isForOthers(words, noun) ? OTHERS : own(behind);
  let hasComma = false;
  // "For the two, three and four wheeler industries": a comma alone begins no other thing.
  let hasItem = false;
  for (let i = noun - 1; i >= 0; i--) {
    const word = words[i];
    if (word === undefined) continue;
    const { lower, pos, text } = word;
    const next = words[i + 1];
    if (/^[;:.()–—]$/.test(text)) return UNKNOWN;
    if (text === ",") hasComma = true;
    else if (hasComma && isNoun(word)) hasItem = true;
    // "Sells used cars": an adjective.
    else if (lower === "used" && isNoun(next)) continue;
    else if (isDescribing(words, i)) continue;
    else if (pos === "VERB" || SERVING.test(lower)) return ofVerb(words, i, hasItem);
    else if (PURPOSE.test(lower) && next?.pos !== "VERB") {
      // "Explores for uranium"
      if (isVerb(words[i - 1]) && !SERVING.test(words[i - 1]?.lower ?? "")) continue;
      // After a comma, the noun may belong to the list of the things themselves: "engines for ships, pumps and valves".
      const whole = words[i - 1]?.lower ?? "";
      if (hasItem || WHOLES.test(whole) || (!isGood && WHOLES_OF_SERVICES.test(whole))) return UNKNOWN;
      return OTHERS;
    } else if (AROUND.test(lower) || RELATIVE.test(lower)) return ASIDE;
    else if (lower === "of") {
      const relation = relationOfNoun(words[i - 1]?.lower ?? "");
      // "Materials for the production of boards"
      if (relation !== null && isForOthers(words, i - 1)) return OTHERS;
      if (relation !== null) return own(linked(words, i - 1, relation));
    }
  }
  return UNKNOWN;
}

/** Whether a verb form describes the noun after it, and another verb governs both: "makes charging stations". */
function isDescribing(words: TaggedWord[], at: number): boolean {
  const { lower = "" } = words[at] ?? {};
  const before = words[at - 1];
  const isGoverned = isVerb(before) || /^(?:ADJ|ADV|DET)$/.test(before?.pos ?? "");
  return /ing$/.test(lower) && isGoverned && isNoun(words[at + 1]) && relationOfVerb(lower) === null;
}

/**
 * Returns the activities that nouns after the thing express, if only nouns are between them: "train operator", "cinema
 * investment and management".
 */
function relationsBehind(words: TaggedWord[], noun: number): Relation[] {
  const found = new Set<Relation>();
  for (let i = noun + 1; i < words.length; i++) {
    const { lower = "" } = words[i] ?? {};
    if (found.size > 0 && (LINK.test(lower) || lower === ",")) continue;
    if (!isNoun(words[i])) break;
    const relation = GENERAL.test(lower) ? null : relationOfNoun(lower);
    if (relation !== null) found.add(relation);
    else if (found.size > 0) break;
  }
  return [...found];
}

/** Whether a noun phrase follows a preposition of purpose that says what something else is for: "for chip", "used for". */
function isForOthers(words: TaggedWord[], noun: number): boolean {
  let i = noun - 1;
  while (isNoun(words[i]) || /^(?:ADJ|DET)$/.test(words[i]?.pos ?? "")) i--;
  const whole = words[i - 1]?.lower ?? "";
  return words[i]?.lower === "for" && !WHOLES.test(whole) && !WHOLES_OF_SERVICES.test(whole);
}

function ofVerb(words: TaggedWord[], at: number, hasItem: boolean): Governing {
  const { lower = "" } = words[at] ?? {};
  const before = words[at - 1]?.lower ?? "";
  if (SERVING.test(lower)) return hasItem ? UNKNOWN : OTHERS;
  // The verb says what the machines do: "machines for making bricks", "systems to treat water".
  if (before === "for" || (before === "to" && !isVerb(words[at - 2]))) return OTHERS;
  // "Machines that make bricks"
  if (RELATIVE.test(before)) {
    const antecedent = words[at - 2]?.lower ?? "";
    // "Runs shops that sell glasses"
    if (PREMISES.test(antecedent) && relationOfVerb(lower) === "sells") return own(["trades"]);
    if (!isCompanyKind(antecedent) && !isGenericCompany(antecedent)) return OTHERS;
  }
  const relations = linked(words, at, verbAt(words, at));
  // "Sells … in shops", "sells and fits … in shops"
  const isMerchant = relations.includes("sells") && isInShops(words, at);
  return own(isMerchant ? relations.map((one) => (one === "sells" ? "trades" : one)) : relations);
}

/** Returns the relation that the verb expresses. */
function verbAt(words: TaggedWord[], at: number): Relation | null {
  const relation = relationOfVerb(words[at]?.lower ?? "");
  // "Operates as a maker of" and "trades under" state the company's name or kind, not what it does with a thing.
  return /^(?:as|in|under|on)$/.test(words[at + 1]?.lower ?? "") && relation !== "funds" ? null : relation;
}

/** Whether the clause after a verb says that it is done in shops or online. */
function isInShops(words: TaggedWord[], at: number): boolean {
  const end = words.findIndex(({ pos, text }, i) => i > at && (pos === "VERB" || text === ";"));
  const clause = words.slice(at + 1, end < 0 ? words.length : end);
  return clause.some(({ lower }, i) => {
    if (!SHOPS.test(lower)) return false;
    const before = clause.slice(0, i).findLast(({ pos }) => pos === "ADP")?.lower;
    return lower === "online" || (before !== undefined && IN.test(before));
  });
}

/** Returns all relations that a sentence states of its subject, except those of verbs that express a purpose. */
export function relationsIn(sentence: string): Relation[] {
  const words = tagged(sentence);
  const found = words.flatMap(({ pos }, i) => (pos === "VERB" ? ofVerb(words, i, false).relations : []));
  return [...new Set(found)];
}

/** Verbs for services as well as for goods. */
const PROVIDING = /^(?:provid|offer|suppl)/;

/** Whether every verb of a sentence says that goods are made or sold. Without verbs, nothing is said. */
export function saysGoodsAlone(sentence: string): boolean {
  const verbs = tagged(sentence).filter(({ pos }) => pos === "VERB");
  return (
    verbs.length > 0 &&
    verbs.every(({ lower }) => !PROVIDING.test(lower) && /^(?:makes|sells|trades)$/.test(relationOfVerb(lower) ?? ""))
  );
}

const isNoun = (word: TaggedWord | undefined): boolean => word?.pos === "NOUN" || word?.pos === "PROPN";
const isVerb = (word: TaggedWord | undefined): boolean => word?.pos === "VERB" || word?.pos === "AUX";

/**
 * Returns the relation with those linked to it: "generates, distributes and sells", "the design, manufacture and sale
 * of". A linked word may be a noun or a verb ("processes"), and often this is unclear. An extra relation can only let a
 * company in.
 */
function linked(words: TaggedWord[], at: number, relation: Relation | null): Relation[] {
  const found = new Set<Relation>(relation === null ? [] : [relation]);
  let isLinked = false;
  for (let i = at - 1; i >= 0; i--) {
    const { lower = "", text = "", pos = "" } = words[i] ?? {};
    if (text === "," || LINK.test(lower)) isLinked = true;
    // "Manufactures, packages, and distributes": any verb may stand in the list.
    else if (pos !== "ADV") {
      // "Brand-owner"
      const last = lower.split("-").at(-1) ?? lower;
      const other = isLinked ? (relationOfVerb(last) ?? relationOfNoun(last)) : null;
      if (other === null && !(isLinked && baseForm(lower, "verb") !== null)) break;
      if (other !== null) found.add(other);
      isLinked = false;
    }
  }
  return [...found];
}
