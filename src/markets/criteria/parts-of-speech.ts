import type { TaggedWord } from "#foundation/language/wink";
import { baseForm, synsetsOf } from "#foundation/language/wordnet";
import { hasAncestor, isCompanyKind, isGenericCompany, isGenericRole, singular } from "./company-words.ts";
import { MODIFIERS } from "./modifiers.ts";

/**
 * The opening of a question. After "who" comes the verb. After "which" and "what" come a noun and then the verb. ""
 * means another opening.
 */
export type Opening = "who" | "which" | "";

/** Words that begin a relative clause. */
export const RELATIVES = new Set("that which who whose".split(" "));
const ADVERBS = new Set(
  "independently also mainly only directly fully mostly primarily exclusively currently still both either actively professionally".split(
    " ",
  ),
);
/** Words that wink tags as nouns and adjectives, but that begin a verb phrase in a question about companies. */
export const NEVER_NOUNS = new Set(
  "based located headquartered active involved engaged specialised specialized specialising specializing focused focusing operating using aimed intended made including".split(
    " ",
  ),
);

/** Corrects parts of speech where the question's form decides: the word after "companies that" and "who" is a verb. */
export function withVerbs(tagged: TaggedWord[], opening: Opening): TaggedWord[] {
  // A correction counts for the words after it: "breed and process salmon".
  const words = withPlainObjects(tagged);
  words.forEach((word, i) => {
    words[i] = corrected(words, word, i, opening);
  });
  return words;
}

function corrected(words: TaggedWord[], word: TaggedWord, i: number, opening: Opening): TaggedWord {
  if (ADVERBS.has(word.lower) || word.pos === "PUNCT") return word;
  // "Aluminium can makers": a verb does not occur between two nouns like this.
  if (word.lower === "can" && isNounStart(words[i + 1]) && isNounLike(words[i - 1] ?? word))
    return { ...word, pos: "NOUN" };
  if (i === 0 && opening !== "who" && isNounInFront(word, words[1])) return { ...word, pos: "NOUN" };
  // "Fast fashion chains", but "mostly exporters"
  if (i === 0 && opening === "" && word.pos === "ADV" && baseForm(word.lower, "adj") === word.lower)
    return isNounStart(words[1]) || words[1]?.pos === "VERB" ? { ...word, pos: "ADJ" } : word;
  if (baseForm(word.lower, "verb") === null) return word;
  // "Piling and foundation contractors", "bottle and preform makers"
  if (isActivityInList(words, i, opening) || isThingOfMakers(words, i, opening)) return { ...word, pos: "NOUN" };
  // "but smaller, making switchgear", "companies offering translations"
  if (isGerundOfTrade(words, i) && opensClause(words[i - 1]) && isNounStart(words[i + 1]))
    return isCompanyKind(words[i + 1]?.lower ?? "") ? word : { ...word, pos: "VERB" };
  // "own towers and lease them"
  if (/^(?:and|or|,)$/.test(words[i - 1]?.lower ?? "") && /^(?:them|it)$/.test(words[i + 1]?.lower ?? ""))
    return { ...word, pos: "VERB" };
  // "galvanising of steel parts"
  if (/ing$/.test(word.lower) && words[i + 1]?.lower === "of") return { ...word, pos: "NOUN" };
  const before = indexBefore(words, i, opening);
  const isVerb =
    isGerundOfCompanies(word, words[before], words[i + 1]) ||
    isSecondVerb(words, i, before) ||
    followsSubject(words, i, before, opening) ||
    followsOtherSubject(words, i);
  return isVerb ? { ...word, pos: "VERB" } : word;
}

/** Whether a verb form is part of a list of things that companies are named by, in a question without a verb. */
function isActivityInList(words: TaggedWord[], at: number, opening: Opening): boolean {
  const word = words[at];
  if (word?.pos !== "VERB" || opening !== "" || words.some(({ pos }, i) => pos === "VERB" && i !== at)) return false;
  const last = words.findIndex(({ pos }, i) => i > at && !/^(?:NOUN|PROPN|ADJ|CCONJ)$/.test(pos));
  const companies = words[(last < 0 ? words.length : last) - 1];
  if (companies === undefined || !isPlural(companies.lower) || !isGenericRole(companies.lower)) return false;
  const isFirst = at === 0 && /ing$/.test(word.lower) && words[1]?.pos === "CCONJ";
  return isFirst || (words[at - 1]?.pos === "CCONJ" && words[at + 1] === companies);
}

/**
 * Whether a word that may be a verb is one of the things in a list that ends with their makers or dealers: "lift and
 * escalator makers", "drill and saw makers". Nobody stands before it who could do it.
 */
function isThingOfMakers(words: TaggedWord[], at: number, opening: Opening): boolean {
  const word = words[at];
  if (word?.pos !== "VERB" || opening === "who" || /(?:ed|ing)$/.test(word.lower)) return false;
  if (synsetsOf(word.lower, "noun", 1).length === 0) return false;
  const isOfList = ({ pos, text, lower }: TaggedWord) =>
    /^(?:NOUN|PROPN|ADJ|VERB|CCONJ)$/.test(pos) ? !NEVER_NOUNS.has(lower) : text === ",";
  let first = at;
  while (first > 0 && at - first < LONGEST_LIST && isOfList(words[first - 1] ?? word)) first--;
  let last = at;
  while (last - at < LONGEST_LIST && isOfList(words[last + 1] ?? { ...word, pos: "PUNCT", text: "." })) {
    last++;
    if (isMakers(words[last])) break;
  }
  const before = words[first - 1];
  const isFree = before === undefined || before.pos === "ADP" || before.pos === "DET" || before.pos === "PUNCT";
  const list = words.slice(first, last);
  return (
    isFree &&
    isMakers(words[last]) &&
    !list.some(isMakers) &&
    list.some(({ pos }) => pos === "CCONJ") &&
    !list.some(({ lower }) => isCompanyKind(lower) && isPlural(lower))
  );
}

/** Words of the longest lists of things that people write before their makers. */
const LONGEST_LIST = 15;

/** Words for companies that follow the things that they make or sell. */
function isMakers(word: TaggedWord | undefined): boolean {
  return word !== undefined && isPlural(word.lower) && (isGenericRole(word.lower) || isGenericCompany(word.lower));
}

const VERBS_OF_TRADE = /^(?:make|produce|sell|offer|provide|supply|manufacture|distribute|import|export|own)$/;

/** Verbs of trade that take any activity as their object: "companies that sell recycling". */
const SELLING = /^(?:sell|offer|provid|supply)(?:e|s|es|ing)?$/;

/**
 * Corrects words that wink tags as verbs or adverbs. A single word after "of" or such a verb is a thing: "makers of
 * locks", "companies that make locks", "companies that sell recycling and cleaning". An adverb after a preposition is
 * an adjective if it can be one: "of inland water transport". So is one that makes a compound with the next noun: "fast food".
 */
function withPlainObjects(words: TaggedWord[]): TaggedWord[] {
  return words.map((word, i) => {
    const opensPhrase = words[i - 1]?.pos === "ADP" && !ADVERBS.has(word.lower);
    const compound = `${word.lower} ${singular(words[i + 1]?.lower ?? "")}`;
    const describes = opensPhrase || synsetsOf(compound, "noun", 1).length > 0;
    if (word.pos === "ADV" && describes && baseForm(word.lower, "adj") === word.lower) return { ...word, pos: "ADJ" };
    if (isPurpose(words, i)) return { ...word, pos: "NOUN" };
    if (word.pos !== "VERB" || isNounStart(words[i + 1]) || synsetsOf(word.lower, "noun", 1).length === 0) return word;
    const isActivity = /ing$/.test(word.lower);
    if (!isActivity && !/s$/.test(word.lower)) return word;
    const governor = words[words[i - 1]?.pos === "CCONJ" ? i - 3 : i - 1];
    const isObject = governor?.lower === "of" || (!isActivity && governor?.pos === "VERB");
    const isThing = isObject || (isActivity && SELLING.test(governor?.lower ?? ""));
    return isThing ? { ...word, pos: "NOUN" } : word;
  });
}

/** Whether an -ing form without an object names a purpose: "machines for weaving, knitting or spinning". */
function isPurpose(words: TaggedWord[], at: number): boolean {
  const isActivity = ({ lower }: TaggedWord) => /ing$/.test(lower) && baseForm(lower, "verb") !== null;
  const word = words[at];
  const next = words[at + 1];
  if (word === undefined || !isActivity(word)) return false;
  if (next !== undefined && next.pos !== "PUNCT" && next.pos !== "CCONJ") return false;
  let first = at;
  while (first > 0) {
    const before = words[first - 1];
    if (before === undefined || !(before.pos === "CCONJ" || before.text === "," || isActivity(before))) break;
    first--;
  }
  return words[first - 1]?.lower === "for";
}

/** Verbs of trade whose -ing form at the beginning of a clause states the companies' activity. */
const GERUNDS_OF_TRADE = /^(?:mak|produc|sell|offer|provid|supply|manufactur|distribut|import|export|own)ing$/;
/** The -ing forms that also name things ("running shoes", "operating tables"). They are verbs before premises. */
const GERUNDS_OF_RUNNING = /^(?:runn|operat|manag)ing$/;

/** Whether an -ing form states what companies do: "making switchgear", "operating hotels". */
export function isGerundOfTrade(words: TaggedWord[], at: number): boolean {
  const word = words[at]?.lower ?? "";
  // "Manufacturing execution systems" are no systems that somebody manufactures.
  if (word === "manufacturing" && words[at + 1]?.lower === "execution") return false;
  if (!GERUNDS_OF_RUNNING.test(word)) return GERUNDS_OF_TRADE.test(word);
  let last = at;
  while (isNounStart(words[last + 1])) last++;
  const head = words[last]?.lower ?? "";
  return last > at && isPlural(head) && hasAncestor(singular(head), RUN, 1);
}

const RUN = ["establishment", "building", "facility", "structure", "installation", "way", "tract"];

/** Whether a clause can begin after a word. */
export function opensClause(before: TaggedWord | undefined): boolean {
  return before === undefined || before.pos === "PUNCT" || isGenericCompany(before.lower) || ADVERBS.has(before.lower);
}

/**
 * Whether the first word is a noun: "paint makers". After the removal of the request's opening, no imperative remains.
 */
function isNounInFront(word: TaggedWord, next: TaggedWord | undefined): boolean {
  if (word.pos !== "VERB" || /ing$/.test(word.lower) || next === undefined || !isNoun(next)) return false;
  // "Grow lights", "swim goggles"
  return synsetsOf(word.lower, "noun", 1).length > 0 || /^(?:grow|swim|weigh)$/.test(word.lower);
}

/**
 * Returns the index of the previous word. It skips adverbs, and the comma that a removed place leaves between subject
 * and verb.
 */
function indexBefore(words: TaggedWord[], at: number, opening: Opening): number {
  let before = at - 1;
  while (before >= 0) {
    const isGap = opening !== "" && words[before]?.text === "," && isGenericCompany(words[before - 1]?.lower ?? "");
    if (!isGap && !ADVERBS.has(words[before]?.lower ?? "")) break;
    before--;
  }
  return before;
}

/** "companies repairing turbines", "firms lending to farmers". */
function isGerundOfCompanies(
  word: TaggedWord,
  previous: TaggedWord | undefined,
  next: TaggedWord | undefined,
): boolean {
  if (!/ing$/.test(word.lower) || previous === undefined || next === undefined) return false;
  if (!isNoun(previous) || !actsAsCompanies(previous.lower)) return false;
  return isNounStart(next) || (isGenericCompany(previous.lower) && next.pos !== "PUNCT");
}

/**
 * Whether a noun can be the acting subject: a plural ("hotels booking …") can. In "hotel booking engines", the singular
 * only specifies the engines.
 */
export function actsAsCompanies(noun: string): boolean {
  return isGenericCompany(noun) || (isPlural(noun) && isCompanyKind(noun));
}

const PARTICLES = /^(?:out|off|up)$/;

/** "buy debts and chase the repayments", "who spins and dyes yarn". */
function isSecondVerb(words: TaggedWord[], at: number, before: number): boolean {
  // "own and rent out student housing"
  const next = words[PARTICLES.test(words[at + 1]?.lower ?? "") ? at + 2 : at + 1];
  if (words[before]?.pos !== "CCONJ") return false;
  // "making and selling hearing protection"
  if (words[before - 1]?.pos === "VERB")
    return (
      isNounStart(next) || (/ing$/.test(words[at]?.lower ?? "") && next?.pos === "VERB" && /ing$/.test(next.lower))
    );
  // "explore for or mine uranium"
  if (words[before - 1]?.pos === "ADP" && words[before - 2]?.pos === "VERB") return isNounStart(next);
  const word = words[at]?.lower ?? "";
  if (/s$/.test(word) || !words.slice(0, at).some((other) => other.pos === "VERB")) return false;
  return next?.pos === "DET" || isSecondPredicate(words, at, before);
}

/**
 * Whether a verb and its object follow a complete list of things: "guard buildings or move cash", but not "brakes and
 * clutch discs".
 */
function isSecondPredicate(words: TaggedWord[], at: number, before: number): boolean {
  const [word, last, next] = [words[at]?.lower ?? "", words[before - 1], words[at + 1]];
  if (last === undefined || next === undefined || !isNoun(next) || !isNoun(last) || !isPlural(last.lower)) return false;
  // "Run lotteries or supply ticket printing": "supply" also stands before nouns, but here it is what they do.
  const isCompound =
    (MODIFIERS.has(word) && !VERBS_OF_TRADE.test(word)) ||
    synsetsOf(`${word} ${singular(next.lower)}`, "noun", 1).length > 0;
  // "Passports and secure cards": an adjective describes the next thing.
  const isAdjective = baseForm(word, "adj") === word;
  return baseForm(word, "verb") === word && !isAdjective && !isCompound;
}

/** "companies that tan leather", "who tans leather", "which firms tan leather". */
function followsSubject(words: TaggedWord[], at: number, before: number, opening: Opening): boolean {
  const word = words[at];
  const previous = words[before];
  // "that supply printed pens"
  if (word && previous && RELATIVES.has(previous.lower) && VERBS_OF_TRADE.test(word.lower)) return true;
  // "tyre makers sell": the noun before a verb is the subject.
  if (!word || (word.pos === "NOUN" && words[at + 1]?.pos === "VERB")) return false;
  if (previous !== undefined && RELATIVES.has(previous.lower) && previous.lower !== "whose") return true;
  if (opening === "") return false;
  if (previous === undefined) return opening === "who" && !isGenericCompany(word.lower);
  if (/ing$/.test(word.lower)) return false;
  return (
    isGenericCompany(previous.lower) ||
    (opening === "which" && /s$/.test(previous.lower) && isCompanyKind(previous.lower))
  );
}

/**
 * Whether a verb follows the subject of a clause about the product, as in "devices with which diabetics measure their
 * blood sugar". The subject is a plural, and the verb is in its base form.
 */
function followsOtherSubject(words: TaggedWord[], at: number): boolean {
  const [word, subject, next] = [words[at], words[at - 1], words[at + 1]];
  if (!word || !subject || !next || !isNoun(subject) || !isPlural(subject.lower)) return false;
  if (baseForm(word.lower, "verb") !== word.lower) return false;
  const opensClause = /^(?:which|where|whom|whose)$/.test(words[at - 2]?.lower ?? "");
  const opensObject = next.pos === "DET" || /^(?:their|its|our|your|his|her)$/.test(next.lower);
  // "masts that mobile operators rent space on"
  const isTheirs = isCompanyKind(subject.lower) && relativeBefore(words, at - 1)?.lower === "that";
  return opensObject || ((opensClause || isTheirs) && isNounStart(next));
}

/** Returns the word before the noun phrase that ends here. */
function relativeBefore(words: TaggedWord[], end: number): TaggedWord | undefined {
  return words.findLast((word, i) => i < end && !/^(?:NOUN|PROPN|ADJ)$/.test(word.pos));
}

/** Whether a noun is a plural. */
export function isPlural(noun: string): boolean {
  return /^(?:people|men|women|children)$/.test(noun) || (singular(noun) !== noun && /s$/.test(noun));
}

/** Whether a word is a common or a proper noun. */
export function isNoun(word: TaggedWord): boolean {
  return word.pos === "NOUN" || word.pos === "PROPN";
}

/** Whether a noun phrase can begin with a word. */
export function isNounStart(word: TaggedWord | undefined): boolean {
  return word !== undefined && /^(?:NOUN|PROPN|ADJ|DET|NUM)$/.test(word.pos);
}

/** Whether a word can be a noun, whatever its tag. */
export function isNounLike(word: TaggedWord): boolean {
  return (
    isNoun(word) ||
    (/ing$/.test(word.lower) && (/-/.test(word.lower) || synsetsOf(word.lower, "noun", 1).length > 0)) ||
    word.pos === "X" ||
    (word.pos === "ADJ" && synsetsOf(word.lower, "noun", 1).length > 0)
  );
}
