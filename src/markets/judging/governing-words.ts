import { type TaggedWord, tagWords } from "#foundation/language/wink";
import { isCompanyKind, isGenericCompany } from "../criteria/company-words.ts";
import { type Relation, relationOfNoun, relationOfVerb } from "../plan/relations.ts";

/** How a sentence brings a thing in. */
export interface Governing {
  /** What the company does with it; empty where the sentence does not say. */
  relations: Relation[];
  /** Whether it is only what another thing is for, made of or bought by: "machines for plastics", "leases aircraft to airlines". */
  isOthers: boolean;
}

const UNKNOWN: Governing = { relations: [], isOthers: false };
const OTHERS: Governing = { relations: [], isOthers: true };

/** What stands behind them is a purpose, a customer or a material, unless a list has come in between. */
const PURPOSE = /^(?:for|from|to)$/;
/** What stands behind them is a place, a means or a partner: it says nothing of the thing. */
const ASIDE = /^(?:with|by|via|using|through|under|at|on|against|near|within|than|without|as|into|between|like)$/;
const RELATIVE = /^(?:that|which|who)$/;
/** "Used in cars", "serves airlines", "caters for hotels". */
const SERVING =
  /^(?:serves?|serving|served|used|targets?|targeting|supports?|supporting|helps?|helping|enables?|enabling|allows?|allowing|caters?|catering)$/;
const LINK = /^(?:and|or|&|as|well)$/;
/** What is provided for a thing without being another: "a platform for used cars", and of what is no good "solutions for logistics". */
const WHOLES = /^(?:platforms?|marketplaces?|stores?|shops?|brands?|markets?|ranges?|destinations?|names?)$/;
const WHOLES_OF_SERVICES = /^(?:solutions?|products?|goods|companies|company|business(?:es)?|networks?|options?)$/;
/** "Steel products", "train services": what stands behind any thing. */
const GENERAL = /^(?:products?|services?|uses?|offers?|supply|supplies|markets?|finance)$/;
/** Where merchants sell. */
const IN = /^(?:in|through|via|at|on|from)$/;
const SHOPS = /^(?:shops?|stores?|outlets?|supermarkets?|online|web|e-commerce|showrooms?)$/;

let last: { text: string; words: TaggedWord[] } | undefined;

/** Several words of a sentence are asked for in a row. */
function tagged(text: string): TaggedWord[] {
  if (last?.text !== text) last = { text, words: tagWords(text) };
  return last.words;
}

/**
 * Reads back from a noun to what governs it: verbs, nouns for what companies do, and prepositions.
 * @param sentence a sentence or label
 * @param at where the noun begins in it, in UTF-16 units
 * @param isGood whether the noun is a thing that is made
 */
export function governingOf(sentence: string, at: number, isGood: boolean): Governing {
  const words = tagged(sentence);
  const noun = words.findIndex(({ start, end }) => start <= at && at < end);
  if (noun < 0) return UNKNOWN;
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
    else if (pos === "VERB" || SERVING.test(lower)) return ofVerb(words, i, hasComma);
    else if (PURPOSE.test(lower) && next?.pos !== "VERB") {
      // "Explores for uranium"
      if (isVerb(words[i - 1]) && !SERVING.test(words[i - 1]?.lower ?? "")) continue;
      // Behind a comma the list may be that of the things themselves: "engines for ships, pumps and valves".
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

/** "Train operator", "natural gas distribution": the noun behind says what is done, where only nouns lie in between. */
function relationBehind(words: TaggedWord[], noun: number): Relation | null {
  for (let i = noun + 1; i < words.length && (words[i]?.pos === "NOUN" || words[i]?.pos === "PROPN"); i++) {
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
  // "Machines for making bricks", "systems to treat water": what the machines do.
  if (before === "for" || (before === "to" && !isVerb(words[at - 2]))) return OTHERS;
  // "Machines that make bricks"
  if (RELATIVE.test(before)) {
    const antecedent = words[at - 2]?.lower ?? "";
    if (!isCompanyKind(antecedent) && !isGenericCompany(antecedent)) return OTHERS;
  }
  return { relations: linked(words, at, verbAt(words, at)), isOthers: false };
}

/** What the verb says; "sells … in shops" is said of merchants. */
function verbAt(words: TaggedWord[], at: number): Relation | null {
  const relation = relationOfVerb(words[at]?.lower ?? "");
  // "Operates as a maker of", "trades under": what it is called or where it does business.
  if (/^(?:as|in|under|on)$/.test(words[at + 1]?.lower ?? "") && relation !== "funds") return null;
  if (relation !== "sells") return relation;
  const end = words.findIndex(({ pos, text }, i) => i > at && (pos === "VERB" || text === ";"));
  const clause = words.slice(at + 1, end < 0 ? words.length : end);
  const isInShops = clause.some(({ lower }, i) => {
    if (!SHOPS.test(lower)) return false;
    const before = clause.slice(0, i).findLast(({ pos }) => pos === "ADP")?.lower;
    return lower === "online" || (before !== undefined && IN.test(before));
  });
  return isInShops ? "trades" : relation;
}

/** All that a sentence says of its subject by verbs that govern no purpose. */
export function relationsIn(sentence: string): Relation[] {
  const words = tagged(sentence);
  const found = words.flatMap(({ pos }, i) => (pos === "VERB" ? ofVerb(words, i, false).relations : []));
  return [...new Set(found)];
}

const isVerb = (word: TaggedWord | undefined): boolean => word?.pos === "VERB" || word?.pos === "AUX";

/**
 * The relation with those that are linked to it: "generates, distributes and sells", "the design, manufacture and sale of". Whether a
 * linked word is a noun or a verb is often unclear ("processes"), and one relation more only lets a company in.
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
