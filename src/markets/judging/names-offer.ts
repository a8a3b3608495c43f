import { ROLE_PATTERNS } from "#companies/analysis/roles";
import type { DirectoryCompany } from "#companies/directory-company";
import { openCompound } from "#foundation/language/combining-forms";
import { contentStems, stem } from "#foundation/language/stem";
import { tokens } from "#foundation/language/tokenize";
import { CHANGING, isAkin, keyOf, OPEN, RELATIONAL, tellingWords } from "../plan/offer-key.ts";
import type { DiscoveryPlan, PlanOffer, TermSource } from "../plan/plan.ts";
import { fieldText, type TextUnit } from "./company-units.ts";
import { shareOf, stemsOf } from "./question-weights.ts";

/**
 * Minimum number of companies that use the key word. A rarer word is not the directory's usual word for the offer, and
 * other companies may use a different one.
 */
const MIN_COMPANIES = 3;
/** Sources of terms that stand for a word of the question. */
const DICTIONARY = new Set<TermSource>(["synonym", "wordnet", "relative"]);
/** Minimum share of the offer's other words in a record, weighted by idf. */
const MIN_SHARE = 0.5;

/**
 * "said": a label has all words of the offer; "named": the record has its key word and half of the others; "missing":
 * neither.
 */
export type OfferNaming = "said" | "named" | "missing";

/** One of the things that a label lists. */
interface Thing {
  words: string[];
  /** Stems of the whole label. */
  label: Set<string>;
}

/** Separators between the things that a label lists. */
const COORDINATION = /\s(?:and|or)\s|[,;/&+]/i;

/**
 * Whether a record of labels names one of the offers: its key word and half of the others. The key word is "blades" of
 * "wind turbine rotor blades", "cybersecurity" of "cybersecurity software". It must be the subject of its label:
 * "contract research" does not name "contract manufacturing".
 * @returns null where few companies of the directory use the key word, so that its absence proves nothing
 */
export function namesOffer(
  { offers, terms, role }: DiscoveryPlan,
  company: DirectoryCompany,
  units: TextUnit[],
): OfferNaming | null {
  const shown = stemsOf(units);
  const things = units.flatMap((unit): Thing[] => {
    const label = new Set(unit.words.map((word) => word.stem));
    const text = fieldText(company, unit.field).slice(unit.start, unit.end);
    return text.split(COORDINATION).map((part) => ({ words: tokens(part).map(({ word }) => word), label }));
  });
  const keys = offers.map((offer) => ({ offer, key: keyOf(offer) }));
  // For an offer of several words, the source word of a synonym is unknown. Any synonym can stand for the key word.
  const fromDictionary = terms.filter(({ source }) => DICTIONARY.has(source)).map(({ stem: one }) => one);
  const isSaid = ({ offer, key }: (typeof keys)[number]): boolean =>
    things.some(({ words }) => {
      const stems = new Set(words.map(stem));
      return stem(words.at(-1) ?? "") === key.stem && offer.words.every((word) => stems.has(word.stem));
    });
  const names = ({ offer, key }: (typeof keys)[number]): boolean => {
    const keyStems = [key.stem, ...fromDictionary];
    const isKey = (word: string) => keyStems.some((one) => isAkin(stem(word), one));
    const isShown = things.some(
      (thing) => isAbout(thing, isKey, offer, key.stem, role) || isOpened(thing.words, offer, key),
    );
    const others = tellingWords(offer).filter((word) => word.stem !== key.stem);
    return isShown && (others.length === 0 || shareOf(others, shown) >= MIN_SHARE);
  };
  if (keys.some(isSaid)) return "said";
  if (keys.some(names)) return "named";
  const isKnown = keys.length > 0 && keys.every(({ key }) => (key.companies ?? 0) >= MIN_COMPANIES);
  return isKnown ? "missing" : null;
}

/** Whether words name the key, and the words after it do not change its meaning. */
function isAbout(
  { words, label }: Thing,
  isKey: (word: string) => boolean,
  { head, words: own }: PlanOffer,
  key: string,
  role: DiscoveryPlan["role"],
): boolean {
  const at = words.findLastIndex(isKey);
  if (at < 0) return false;
  const stems = words.map(stem);
  if (key !== head && (label.has(head) || OPEN.has(head))) return true;
  const isSame = (word: string, i: number) =>
    own.some((one) => one.stem === stems[i]) || (role !== null && ROLE_PATTERNS[role].test(word));
  return words.every((word, i) => {
    if (i <= at || isSame(word, i)) return true;
    // A key that modifies a general head ("cybersecurity software") must not modify a more specific one.
    const one = stems[i] ?? "";
    return key === head ? !CHANGING.has(one) : RELATIONAL.has(one) || contentStems(word).length === 0;
  });
}

/** Whether words write a compound separately: "computer security" for "cybersecurity". */
function isOpened(words: string[], { phrase }: PlanOffer, key: { stem: string }): boolean {
  const written = tokens(phrase).find(({ word }) => stem(word) === key.stem)?.word;
  const compound = written === undefined ? null : openCompound(written);
  if (compound === null) return false;
  const stems = new Set(words.map(stem));
  return stems.has(stem(compound.noun)) && compound.modifiers.some((one) => stems.has(stem(one)));
}
