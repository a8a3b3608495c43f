import type { TaggedWord } from "#foundation/language/wink";
import { baseForm, lexicalClasses, synsetsOf } from "#foundation/language/wordnet";
import { hasAncestor, isCompanyKind, isGenericCompany, isGenericRole, singular } from "./company-words.ts";
import { MODIFIERS } from "./modifiers.ts";
import { isPlural } from "./parts-of-speech.ts";
import type { Phrase } from "./phrases.ts";

/** Premises that lists name by their kinds. */
const PREMISES = [
  "establishment",
  "building",
  "mine",
  "quarry",
  "farm",
  "factory",
  "industrial plant",
  "medical institution",
];

const MATERIALS = ["noun.substance", "noun.food"];

/**
 * Gives the last noun of a list to its other parts: "mobile or cable networks", "hip and knee implants", "glass or
 * plastic bottles". Parts that are things by themselves do not get it ("milk and fruit juices", "furniture and home
 * textiles").
 */
export function withSharedHeads(phrases: Phrase[]): Phrase[] {
  return phrases.map((phrase, i) => {
    let last = i + 1;
    // "Scaffolding, lifts or building machines": a plural is complete, and ends the parts that wait for the noun.
    while (isConjunct(phrases[last], phrase) && isBareSingular(phrases[last])) last++;
    const shared = phrases[last];
    if (!shared || shared.words.length < 2 || !isConjunct(shared, phrase) || !sharesHead(phrase, shared)) return phrase;
    return { ...phrase, words: [...phrase.words, ...headOf(shared)] };
  });
}

const isBareSingular = (phrase: Phrase | undefined): boolean =>
  phrase?.words.length === 1 && !isPlural(phrase.words[0]?.lower ?? "");

/** Returns the last noun, or the last two if WordNet has them as one word: "power plants". */
function headOf({ words }: Phrase): TaggedWord[] {
  const pair = words
    .slice(-2)
    .map(({ lower }) => lower)
    .join(" ");
  return words.slice(words.length > 2 && synsetsOf(pair, "noun", 1).length > 0 ? -2 : -1);
}

function sharesHead(phrase: Phrase, shared: Phrase): boolean {
  const own = phrase.words.at(-1);
  const head = shared.words.at(-1)?.lower ?? "";
  const beside = shared.words.at(-2)?.lower ?? "";
  if (own === undefined || phrase.words.length > 2 || isGenericCompany(head) || isGenericRole(head)) return false;
  const isAdjective = (word: TaggedWord) => word.pos === "ADJ" || baseForm(word.lower, "adj") === word.lower;
  // "White and coloured pigments": a "white" can also be a person.
  if (isPlural(head) && !isPlural(own.lower) && phrase.words.every(isAdjective)) return true;
  if (isPlural(own.lower) || isCompanyKind(own.lower)) return false;
  if (isCompoundAlone(own.lower, `${beside} ${head}`)) return false;
  if (isPlural(head) && hasAncestor(singular(head), PREMISES, 1)) return true;
  if (phrase.words.every(({ pos }) => pos === "ADJ")) return true;
  // "Laser cutting, welding and marking machines".
  if (/ing$/.test(own.lower)) return /ing$/.test(beside) && isPlural(head);
  if (!MODIFIERS.has(own.lower)) return false;
  const [kind = ""] = lexicalClasses(own.lower, 1);
  const [kindBeside = ""] = lexicalClasses(beside, 1);
  // Two materials describe a product. In "milk and fruit juices", milk is a product itself.
  if (MATERIALS.includes(kind))
    return MATERIALS.includes(kindBeside) && lexicalClasses(singular(head), 1)[0] === "noun.artifact";
  // "Household and business rubbish": a word that is not a material belongs to the material after it.
  if (lexicalClasses(singular(head), 1)[0] === "noun.substance") return true;
  return isPlural(head) || (kind === kindBeside && kind !== "");
}

/**
 * Whether WordNet has an entry for the last two words, but none for the first word with the head. "Chocolate or pet
 * food" does not mean "chocolate food".
 */
export function isCompoundAlone(own: string, pair: string): boolean {
  const [modifier = "", head = "", ...others] = pair.toLowerCase().split(" ");
  if (others.length > 0 || isPlural(head)) return false;
  const isKnown = (first: string) =>
    [`${first} ${head}`, `${first}${head}`].some((one) => synsetsOf(one, "noun", 1).length > 0);
  return isKnown(modifier) && !isKnown(own.toLowerCase());
}

function isConjunct(phrase: Phrase | undefined, first: Phrase): boolean {
  return phrase?.preposition === first.preposition && phrase.verbs === first.verbs && !phrase.isSubject;
}
