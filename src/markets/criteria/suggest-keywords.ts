import { isRole, ROLE_PATTERNS } from "#companies/analysis/roles";
import type { AskedRole } from "#companies/related-phrases";
import { synsetsOf } from "#foundation/language/wordnet";
import { readSynset, type Synset } from "#foundation/language/wordnet-files";
import { singular } from "./company-words.ts";
import { readQuestion } from "./question-reading.ts";
import type { GeneratedCriteria } from "./search-criteria.ts";
import { synonymsOf } from "./synonyms.ts";

/**
 * Returns terms related to the given ones, best first: neighbours in word vectors, or frequent terms of the matching
 * companies.
 */
export type RelatedTerms = (terms: string[], role: AskedRole) => string[] | Promise<string[]>;

const MAX_SUGGESTIONS = 20;
/** Maximum number of hyponyms from WordNet ("boat" has 26), so that other sources have room. */
const MAX_KINDS = 8;
/** Maximum number of terms from one source. */
const MAX_RELATED = 14;
/** Maximum number of senses considered. Rarer senses are seldom meant. */
const MAX_SENSES = 4;
const PRODUCTS = [
  "noun.artifact",
  "noun.food",
  "noun.substance",
  "noun.plant",
  "noun.animal",
  "noun.body",
  "noun.communication",
];
const SERVICES = ["noun.act", "noun.group", "noun.cognition", "noun.artifact", "noun.location"];

/**
 * Suggests words for features or synonyms: other words for the features and their heads, related terms, kinds of the
 * head noun. Best first, at most 20. Words of the criteria are left out, in singular and plural, and so are words with
 * an excluded head.
 */
export async function suggestKeywords(criteria: GeneratedCriteria, sources: RelatedTerms[] = []): Promise<string[]> {
  const { features, synonyms, user, irrelevant } = criteria.keywords;
  const terms = features.length > 0 ? features : featuresOfPrompt(criteria.userPrompt);
  const suggestions: string[] = [];
  const taken = new Set([...features, ...synonyms, ...user, ...irrelevant, ...terms].map(key));
  const unwanted = new Set(irrelevant.flatMap((phrase) => phrase.toLowerCase().split(/\s+/).map(singular)));
  const add = (candidates: string[]): void => {
    for (const candidate of candidates) {
      const text = candidate.trim();
      if (text === "" || taken.has(key(text)) || unwanted.has(singular(text.split(/\s+/).at(-1) ?? ""))) continue;
      taken.add(key(text));
      suggestions.push(text);
    }
  };
  const { marketType } = criteria;
  const role = criteria.marketRole;
  const isOfRole = (mainBusiness: string) => !isRole(role) || ROLE_PATTERNS[role].test(mainBusiness);
  const own = (
    await Promise.all(
      sources.map(async (related) =>
        (await related(terms, { isOfRole, isMaker: role === "manufacturer" })).slice(0, MAX_RELATED),
      ),
    )
  ).flat();
  // "Old boy network" for telecoms: where there is a directory, only unambiguous synonyms of the dictionary are added.
  if (sources.length > 0) {
    add(synonymsOf(terms));
    add(own);
    return suggestions.slice(0, MAX_SUGGESTIONS);
  }
  add(terms.flatMap((term) => wholeSynonyms(term, marketType)));
  add(terms.flatMap((term) => headSynonyms(term, marketType)));
  add(terms.slice(0, 2).flatMap((term) => kinds(term, marketType)));
  return suggestions.slice(0, MAX_SUGGESTIONS);
}

function featuresOfPrompt(prompt: string): string[] {
  return prompt.trim() === "" ? [] : readQuestion(prompt).features;
}

/**
 * Returns one key for singular, plural and capitals. It uses only the ending, because WordNet has "aids" as a disease.
 */
function key(term: string): string {
  return term
    .toLowerCase()
    .trim()
    .replace(/\s+/g, " ")
    .replace(/ies$/, "y")
    .replace(/(ch|sh|s|x|z)es$/, "$1")
    .replace(/([^su])s$/, "$1");
}

/** Returns other words for a term that WordNet has as a whole. */
function wholeSynonyms(term: string, marketType: string): string[] {
  const sense = senseOf(term, marketType);
  return sense ? sense.words.filter((word) => key(word) !== key(term)) : [];
}

/** Replaces the head by its synonyms and keeps the modifiers: "electric bus" → "electric coach". */
function headSynonyms(term: string, marketType: string): string[] {
  const { modifiers, head } = parts(term);
  if (modifiers.length === 0 || synsetsOf(term, "noun", 1).length > 0) return [];
  return wholeSynonyms(head, marketType).map((synonym) => `${modifiers.join(" ")} ${synonym}`);
}

/**
 * Returns kinds of the whole or of its head. Kinds whose definition has one of the modifiers come first ("electric bus"
 * → "trolleybus").
 */
function kinds(term: string, marketType: string): string[] {
  const { modifiers, head } = parts(term);
  const sense = senseOf(term, marketType) ?? senseOf(head, marketType);
  if (!sense) return [];
  const below = sense.pointers
    .filter((pointer) => pointer.symbol === "~")
    .map((pointer) => readSynset("noun", pointer.offset));
  const fits = (kind: Synset): number => modifiers.filter((word) => kind.definition.includes(word)).length;
  return below
    .sort((a, b) => fits(b) - fits(a))
    .slice(0, MAX_KINDS)
    .flatMap((kind) => kind.words.slice(0, 2));
}

function parts(term: string): { modifiers: string[]; head: string } {
  const words = term.toLowerCase().split(/\s+/);
  return { modifiers: words.slice(0, -1), head: words.at(-1) ?? "" };
}

/**
 * Returns the most frequent sense that fits the market: a thing for products, an activity or an organisation for
 * services.
 */
function senseOf(term: string, marketType: string): Synset | undefined {
  const fitting =
    marketType === "service" ? SERVICES : marketType === "product" ? PRODUCTS : [...PRODUCTS, ...SERVICES];
  return synsetsOf(term, "noun", MAX_SENSES).find((sense) => fitting.includes(sense.lexicalClass));
}
