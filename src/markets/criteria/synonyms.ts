import { firstSenseSynonyms, lexicalClasses, synsetsOf } from "#foundation/language/wordnet";
import { singular } from "./company-words.ts";
import { offerOf } from "./offer.ts";
import { tradeKinds } from "./trade-kinds.ts";

/** British and American spellings of words that name products. */
const SPELLINGS: [british: string, american: string][] = [
  ["aluminium", "aluminum"],
  ["aeroplane", "airplane"],
  ["analyser", "analyzer"],
  ["centre", "center"],
  ["colour", "color"],
  ["fertiliser", "fertilizer"],
  ["fibre", "fiber"],
  ["grey", "gray"],
  ["jewellery", "jewelry"],
  ["mould", "mold"],
  ["paediatric", "pediatric"],
  ["plough", "plow"],
  ["sulphur", "sulfur"],
  ["tyre", "tire"],
  ["whisky", "whiskey"],
  ["yoghurt", "yogurt"],
];

const MAX_SYNONYMS = 10;
const MAX_KINDS = 16;

/** Whether a word is an abbreviation in capitals ("EV", "APIs"). WordNet has another sense of most of them. */
export const isAbbreviation = (word: string): boolean => /^\p{Lu}{2,5}s?$/u.test(word);

/**
 * Returns unambiguous synonyms of the offer. WordNet's first sense of a whole feature counts if it is a product or a
 * service and, for a single word, the only sense. The other spelling counts too, and what the companies of a trade write
 * instead of its name. Empty when in doubt.
 */
export function synonymsOf(features: string[]): string[] {
  const known = new Set(features.map((feature) => feature.toLowerCase()));
  const found: string[] = [];
  const kinds: string[] = [];
  // Among other things ("cash against jewellery or gold"), the name of a trade stands for the thing alone.
  const trades = features.filter((feature) => tradeKinds(feature).kinds.length > 0);
  const kindsIn = (feature: string) => (2 * trades.length > features.length ? tradeKinds(feature).kinds : []);
  for (const feature of features.slice(0, 3)) {
    const add = (list: string[], candidates: readonly string[]) => {
      for (const candidate of candidates) {
        const key = candidate.toLowerCase();
        if (known.has(key)) continue;
        known.add(key);
        list.push(candidate);
      }
    };
    add(found, [...spellingVariants(feature), ...certainSynonyms(feature)]);
    add(kinds, kindsIn(feature));
  }
  return [...found.slice(0, MAX_SYNONYMS), ...kinds.slice(0, MAX_KINDS)];
}

function certainSynonyms(feature: string): string[] {
  // Bees are the genus Apis, and APIs are none.
  if (isAbbreviation(feature)) return [];
  const phrase = feature.toLowerCase();
  const senses = synsetsOf(phrase, "noun");
  const isCompound = phrase.includes(" ") || phrase.includes("-");
  const [kind = ""] = lexicalClasses(phrase, 1);
  // "Undertakers" as a whole offer are a trade, whose other names are synonyms.
  const isTrade = !isCompound && kind === "noun.person";
  if (senses.length === 0 || (!isCompound && senses.length > 1) || (offerOf(phrase) === "" && !isTrade)) return [];
  // "Chips" has one sense, food, but several as the plural of "chip".
  const base = singular(phrase);
  if (!isCompound && [base, phrase.replace(/s$/, "")].some((one) => synsetsOf(one, "noun").length > 1)) return [];
  // The name of a person, a place or a part of the body is not a synonym of a product: bread is baked as "buns".
  if (!isTrade && /noun\.(?:person|location|time|body)/.test(kind)) return [];
  return firstSenseSynonyms(phrase, "noun").filter(
    (word) => word !== base && singular(word) !== base && isUnambiguous(word),
  );
}

/** "package" means many things besides software. No company writes "atomic number 13". */
function isUnambiguous(word: string): boolean {
  return !/\d/.test(word) && (word.includes(" ") || synsetsOf(word, "noun").length === 1);
}

function spellingVariants(feature: string): string[] {
  const variants: string[] = [];
  for (const [british, american] of SPELLINGS) {
    const toAmerican = feature.replace(new RegExp(`\\b${british}(?=s?\\b)`, "i"), american);
    const toBritish = feature.replace(new RegExp(`\\b${american}(?=s?\\b)`, "i"), british);
    if (toAmerican !== feature) variants.push(toAmerican);
    else if (toBritish !== feature) variants.push(toBritish);
  }
  return variants;
}
