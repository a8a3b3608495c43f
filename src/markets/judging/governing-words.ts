import { type TaggedWord, tagWords } from "#foundation/language/wink";
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
}

const UNKNOWN: Governing = { relations: [], isOthers: false };
const OTHERS: Governing = { relations: [], isOthers: true };

/** Prepositions of a purpose, a customer or a material, unless the noun follows in a later item of a list. */
const PURPOSE = /^(?:for|from|to)$/;
/** Prepositions of a place, a means or a partner. They say nothing about the thing. */
const ASIDE = /^(?:with|by|via|using|through|under|at|on|against|near|within|than|without|as|into|between|like)$/;
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

let last: { text: string; words: TaggedWord[] } | undefined;

/**
 * Tags the words of a sentence. It keeps the last sentence, because callers ask for several words of a sentence in a
 * row.
 */
function tagged(text: string): TaggedWord[] {
  if (last?.text !== text) last = { text, words: tagWords(text) };
  return last.words;
}

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
  if (/^\d[\d,.]*$/.test(words[noun - 1]?.text ?? "")) return { relations: ["operates"], isOthers: false };
  // "Runs bicycle shops"
  if (PREMISES.test(words[noun + 1]?.lower ?? "")) return { relations: ["operates", "trades"], isOthers: false };
  const behind = relationBehind(words, noun);
  if (behind !== null) return { relations: [behind], isOthers: false };
  let hasComma = false;
  for (let i = noun - 1; i >= 0; i--) {
    const word = words[i];
    if (word === undefined) continue;
    const { lower, pos, text } = word;
    const next = words[i + 1];
    if (/^[;:.()–—]$/.test(text)) return UNKNOWN;
    if (text === ",") hasComma = true;
    // "Sells used cars": an adjective.
    else if (lower === "used" && isNoun(next)) continue;
    else if (pos === "VERB" || SERVING.test(lower)) return ofVerb(words, i, hasComma);
    else if (PURPOSE.test(lower) && next?.pos !== "VERB") {
      // "Explores for uranium"
      if (isVerb(words[i - 1]) && !SERVING.test(words[i - 1]?.lower ?? "")) continue;
      // After a comma, the noun may belong to the list of the things themselves: "engines for ships, pumps and valves".
      const whole = words[i - 1]?.lower ?? "";
      if (hasComma || WHOLES.test(whole) || (!isGood && WHOLES_OF_SERVICES.test(whole))) return UNKNOWN;
      return OTHERS;
    } else if (ASIDE.test(lower) || RELATIVE.test(lower)) return UNKNOWN;
    else if (lower === "of") {
      const relation = relationOfNoun(words[i - 1]?.lower ?? "");
      if (relation !== null) return { relations: linked(words, i - 1, relation), isOthers: false };
    }
  }
  return UNKNOWN;
}

/**
 * Returns the activity that a noun after the thing expresses, if only nouns are between them: "train operator",
 * "natural gas distribution".
 */
function relationBehind(words: TaggedWord[], noun: number): Relation | null {
  for (let i = noun + 1; i < words.length && isNoun(words[i]); i++) {
    const { lower = "" } = words[i] ?? {};
    const relation = GENERAL.test(lower) ? null : relationOfNoun(lower);
    if (relation !== null) return relation;
  }
  return null;
}

function ofVerb(words: TaggedWord[], at: number, hasComma: boolean): Governing {
  const { lower = "" } = words[at] ?? {};
  const before = words[at - 1]?.lower ?? "";
  if (SERVING.test(lower)) return hasComma ? UNKNOWN : OTHERS;
  // The verb says what the machines do: "machines for making bricks", "systems to treat water".
  if (before === "for" || (before === "to" && !isVerb(words[at - 2]))) return OTHERS;
  // "Machines that make bricks"
  if (RELATIVE.test(before)) {
    const antecedent = words[at - 2]?.lower ?? "";
    // "Runs shops that sell glasses"
    if (PREMISES.test(antecedent) && relationOfVerb(lower) === "sells")
      return { relations: ["trades"], isOthers: false };
    if (!isCompanyKind(antecedent) && !isGenericCompany(antecedent)) return OTHERS;
  }
  const relations = linked(words, at, verbAt(words, at));
  // "Sells … in shops", "sells and fits … in shops"
  const isMerchant = relations.includes("sells") && isInShops(words, at);
  return {
    relations: isMerchant ? relations.map((one) => (one === "sells" ? "trades" : one)) : relations,
    isOthers: false,
  };
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
    else if (pos !== "ADV") {
      // "Brand-owner"
      const last = lower.split("-").at(-1) ?? lower;
      const other = isLinked ? (relationOfVerb(last) ?? relationOfNoun(last)) : null;
      if (other === null) break;
      found.add(other);
      isLinked = false;
    }
  }
  return [...found];
}
