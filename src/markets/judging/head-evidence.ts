import { ROLE_PATTERNS } from "#companies/analysis/roles";
import type { DirectoryCompany } from "#companies/directory-company";
import { contentStems, stem } from "#foundation/language/stem";
import { isStopWord } from "#foundation/language/stop-words";
import { tokens } from "#foundation/language/tokenize";
import { baseForm, wordFamily } from "#foundation/language/wordnet";
import { hasAncestor, isCompanyKind, singular } from "../criteria/company-words.ts";
import { offerOf } from "../criteria/offer.ts";
import { isAkin, isMachines, OPEN, toldBy } from "../plan/offer-key.ts";
import type { DiscoveryPlan, PlanOffer } from "../plan/plan.ts";
import { CONTRARY, type Relation, relationOfNoun } from "../plan/relations.ts";
import { fieldText, type TextUnit, type UnitWord } from "./company-units.ts";
import { type Governing, governingOf, relationsIn } from "./governing-words.ts";
import { oncePerPlan, shareOf } from "./question-weights.ts";

/**
 * How a record speaks of the word that makes the offer. "named": it has the word, a synonym or a kind of the thing, and
 * enough of the words beside it. "other": it has the word, but only for what another thing is for, made of or sold to, or
 * the company does something else with the thing than is asked for. "unnamed": all else.
 */
export type HeadEvidence = "named" | "unnamed" | "other";

/** Nouns behind the word that make no other thing of it: "the cement business" is about cement. */
const NEUTRAL = new Set(
  contentStems(
    "business businesses company firm group industry sector market trade brand range production manufacturing product goods solution system technology cell pack unit operation activity mining deposits projects stores shops",
  ),
);
/** Whether a word behind a noun makes no other thing of it: "software solutions" are software, "car seats" are no cars. */
export const leavesThing = (word: string): boolean => contentStems(word).every((one) => NEUTRAL.has(one));
/** Words for machines of any kind: where "packaging machines" are asked for, packaging alone is none. */
const ANY_MACHINES = new Set(
  contentStems("machine machinery equipment device apparatus system line plant tool component part module accessory"),
);
/** Share of an offer, by how telling its words are, below which its key word alone may be another trade's. */
const MIN_SHARE = 0.6;
/** Where only a kind of the thing is named, this share of the offer's other words must be there. */
const MIN_SHARE_OF_KIND = 0.5;
const UNKNOWN: Governing = { relations: [], isOthers: false };
/** Content words within which a word for machines belongs to the word that says what for. */
const NEAR = 3;
const FOR = /\b(?:for|to|that|which|used)\b/i;
/** Shorter words are seldom the thing that WordNet means. */
const SHORTEST_KIND = 4;
const NEXT_WORD = /^[ -](\p{L}{2,})/u;
/** Characters after a hit in which the next word begins and ends. */
const NEXT_REACH = 32;

interface Key {
  /** The offer's words, and its head noun; without the head where that only says what companies they are. */
  words: PlanOffer["words"];
  head: string;
  stem: string;
  /** As the question writes it, in the singular. */
  noun: string;
  family: Set<string>;
  others: PlanOffer["words"];
  /** Whether machines are asked for, and the key word says what for. */
  isMachines: boolean;
  isGoods: boolean;
  /** What the companies are to do with it; null where the question leaves it open, or nobody makes or sells such a thing. */
  asked: Relation | null;
}

const keysOf = oncePerPlan(({ offers, relation = null }: DiscoveryPlan): Key[] =>
  offers.map((offer) => {
    const { stem: key, noun, words } = toldBy(offer);
    return {
      words,
      head: offer.head,
      stem: key,
      noun,
      family: new Set([...wordFamily(noun), ...ofPremises(noun)].map(stem)),
      others: words.filter((word) => word.stem !== key),
      isMachines: key !== offer.head && isMachines(offer.head),
      isGoods: offerOf(offer.phrase) !== "service",
      asked: relation !== null && canBeAsked(relation, offer, noun) ? relation : null,
    };
  }),
);

const OF_GOODS = new Set<Relation>(["makes", "sells", "trades"]);

const WORKS = ["mine", "quarry", "farm", "factory", "industrial plant", "plantation"];

/** Who runs airports and sells banking is meant by "makers of airports" and "companies that sell banking". Who owns mines makes what is in them. */
function canBeAsked(relation: Relation, { phrase, head }: PlanOffer, noun: string): boolean {
  if (OF_GOODS.has(relation)) return offerOf(phrase) !== "service" && !isCompanyKind(noun);
  const written = tokens(phrase).find(({ word }) => stem(word) === head)?.word ?? head;
  return !hasAncestor(singular(written), WORKS, 1);
}

const isPlural = (noun: string): boolean => /s$/.test(noun) && singular(noun) !== noun;

/** What is done on premises that are named by it and that WordNet does not link: "bake" of "bakery". */
const ofPremises = (noun: string): string[] => (/ery$/.test(noun) ? [noun.slice(0, -2), noun.slice(0, -3)] : []);

const DONE = new Set<Relation | null>(["lets", "serves", "funds", "uses"]);

/** Whether the question says nothing but what its offers say: who describes a thing in many words has named none. */
const isPlain = oncePerPlan(({ offers, terms, qualifiers }: DiscoveryPlan): boolean => {
  const named = new Set(offers.flatMap(({ words }) => words.map((word) => word.stem)));
  const said = terms.filter(({ source }) => source === "question" || source === "feature");
  // Who leases or installs a thing is described by no further word: "aircraft lessors".
  const describes = ({ stem: one, text }: (typeof said)[number]) => !named.has(one) && !DONE.has(relationOfNoun(text));
  return qualifiers.length === 0 && !said.some(describes);
});

/** Other names of what is asked for. Of several words one cannot tell whose name a term is: it stands for the whole. */
const otherNamesOf = oncePerPlan(({ terms }: DiscoveryPlan) =>
  terms.filter(({ source }) => source === "synonym" || source === "wordnet").map(({ stem: one }) => one),
);

/** The best evidence of any offer; "named" where the plan has no offer. A name counts only where it is all that is known. */
export function headEvidence(plan: DiscoveryPlan, company: DirectoryCompany, units: TextUnit[]): HeadEvidence {
  const keys = keysOf(plan);
  if (keys.length === 0 || !isPlain(plan)) return "named";
  const spoken = spokenUnits(company, units);
  const found = keys.map((key) => evidenceOf(key, plan, company, spoken));
  return found.find((one) => one === "named") ?? found.find((one) => one === "unnamed") ?? "other";
}

/** The units that say what a company does: its name only where neither prose nor labels of its own do. */
export function spokenUnits({ description, keywords }: DirectoryCompany, units: TextUnit[]): TextUnit[] {
  return description === "" && keywords.length === 0 ? units : units.filter(({ kind }) => kind !== "name");
}

function evidenceOf(key: Key, plan: DiscoveryPlan, company: DirectoryCompany, units: TextUnit[]): HeadEvidence {
  const otherNames = otherNamesOf(plan);
  const shown = new Set<string>();
  const mentions: Mention[] = [];
  for (const unit of units) {
    const text = fieldText(company, unit.field);
    for (const word of unit.words) {
      shown.add(word.stem);
      const isKey =
        (word.stem === key.stem || isAkin(word.stem, key.stem)) && !isAnother(text.slice(word.start, word.end), key);
      const isOtherName = !isKey && otherNames.some((one) => isAkin(word.stem, one));
      const isKind = !isKey && !isOtherName && isKindOf(text.slice(word.start, word.end), key.noun);
      const isModifier = isKey && !isAbout(key, plan, unit, word, text);
      // "Packaging" of "packaging machines" may modify another noun and still be of the thing, and so may "advertising".
      const makesOther =
        key.others.length === 0 ||
        (key.stem === key.head && key.isGoods) ||
        (!key.isMachines && isOfMachines(text, word));
      if (isModifier && makesOther) mentions.push({ ...UNKNOWN, isOthers: true, isKind, isLabel: false, isMain: true });
      if (isModifier) continue;
      if (isKey || isOtherName || isKind) mentions.push({ ...governedIn(key, unit, word, text), isKind });
      // "Brews" of "breweries" governs itself.
      else if (key.family.has(word.stem)) mentions.push({ ...UNKNOWN, isKind, ...placeOf(unit) });
    }
  }
  // "Knitted fabrics" where knitting machines are asked for.
  if (
    key.isMachines &&
    shown.has(key.stem) &&
    !units.some((unit) => namesMachines(key, unit, fieldText(company, unit.field)))
  )
    return "other";
  const own = mentions.filter(({ isOthers }) => !isOthers);
  // A later sentence that names it as a purpose says nothing of the main business.
  if (own.length === 0 && mentions.some(({ isMain }) => isMain)) return "other";
  const { asked } = key;
  if (asked !== null && isContrary(own, asked)) return "other";
  if (asked !== null && mentions.length === 0 && doesOtherwise(company, units, asked)) return "other";
  if (own.some(({ isKind }) => !isKind) && isShown(key, shown)) return "named";
  const isKindNamed = key.others.length === 0 || shareOf(key.others, shown) >= MIN_SHARE_OF_KIND;
  return own.some(({ isKind }) => isKind) && isKindNamed ? "named" : "unnamed";
}

const placeOf = ({ kind }: TextUnit) => ({ isLabel: kind === "label", isMain: kind === "main" || kind === "label" });

/** A word for the thing in a record. */
interface Mention extends Governing {
  /** Whether it is a kind of the thing rather than the thing by one of its names. */
  isKind: boolean;
  isLabel: boolean;
  /** Whether it stands in the main business or in a label. */
  isMain: boolean;
}

function governedIn(key: Key, unit: TextUnit, word: UnitWord, text: string): Omit<Mention, "isKind"> {
  const found = governingOf(text.slice(unit.start, unit.end), word.start - unit.start, key.isGoods);
  // What a thing is for tells the kind of it: "machines for packaging" are packaging machines.
  return { ...found, isOthers: found.isOthers && key.stem === key.head, ...placeOf(unit) };
}

/** Whether the main business of a record that has no word for the thing is nothing of what is asked for. */
function doesOtherwise(company: DirectoryCompany, units: TextUnit[], asked: Relation): boolean {
  const main = units.find(({ kind }) => kind === "main");
  if (main === undefined) return false;
  const relations = relationsIn(fieldText(company, main.field).slice(main.start, main.end));
  return relations.length > 0 && relations.every((relation) => CONTRARY[asked].has(relation));
}

/** Whether the record says what is done with the thing, and nothing of it is what is asked for. A label that names it leaves that open. */
function isContrary(own: Mention[], asked: Relation): boolean {
  if (own.some(({ isLabel, relations }) => isLabel && relations.length === 0)) return false;
  const inMain = own.filter(({ isMain }) => isMain);
  const relations = (inMain.length > 0 ? inMain : own).flatMap((one) => one.relations);
  return relations.length > 0 && relations.every((relation) => CONTRARY[asked].has(relation));
}

/** "Packaging and filling lines", "machines for packaging": a word for machines behind the key word, or before it as what they are for. */
function namesMachines({ stem: key, head }: Key, unit: TextUnit, text: string): boolean {
  const isMachine = (one: UnitWord | undefined) =>
    one !== undefined && (one.stem === head || ANY_MACHINES.has(one.stem));
  return unit.words.some(
    (word, i) =>
      (word.stem === key || isAkin(word.stem, key)) &&
      (unit.words.slice(i + 1, i + 1 + NEAR).some(isMachine) ||
        unit.words
          .slice(Math.max(0, i - NEAR), i)
          .some((one) => isMachine(one) && FOR.test(text.slice(one.end, word.start)))),
  );
}

/** Whether enough of the offer beside its key word is there. Other names of the whole need nothing beside them. */
function isShown({ words, head, stem: key, isMachines: areMachines }: Key, shown: Set<string>): boolean {
  if (areMachines && ![...ANY_MACHINES, head].some((one) => shown.has(one))) return false;
  // Who makes a blade need not say that it is a component.
  const telling = words.filter((word) => !OPEN.has(word.stem));
  return !shown.has(key) || shareOf(telling.length === 0 ? words : telling, shown) >= MIN_SHARE;
}

const nextWord = (text: string, end: number, last: number): string | undefined =>
  NEXT_WORD.exec(text.slice(end, Math.min(last, end + NEXT_REACH)))?.[1];

/** "Knitting machines" are nothing that is knitted. */
const isOfMachines = (text: string, { end }: UnitWord): boolean =>
  contentStems(nextWord(text, end, text.length) ?? "").some(isMachines);

/** Whether the word stands for the thing itself: "coffee", and not "coffee" in "coffee machines". */
function isAbout({ words }: Key, { role }: DiscoveryPlan, unit: TextUnit, word: UnitWord, text: string): boolean {
  const surface = text.slice(word.start, word.end).toLowerCase();
  // "Dental materials" are dental products: only a noun makes another thing of the next one.
  if (isPlural(surface) || baseForm(surface, "noun") === null) return true;
  const next = nextWord(text, word.end, unit.end);
  if (next === undefined || isStopWord(next.toLowerCase()) || /ly$/.test(next)) return true;
  const [one = ""] = contentStems(next);
  return (
    NEUTRAL.has(one) ||
    words.some((own) => own.stem === one) ||
    ROLE_PATTERNS.manufacturer.test(next) ||
    (role !== null && ROLE_PATTERNS[role].test(next))
  );
}

/** "Airliners" are not what "airlines" are, though both have one stem. */
function isAnother(written: string, { noun, family }: Key): boolean {
  const one = baseForm(written, "noun");
  return one !== null && one !== noun && /er$/.test(one) && !/er$/.test(noun) && !family.has(stem(one));
}

const isKindOf = (word: string, noun: string): boolean =>
  word.length >= SHORTEST_KIND && hasAncestor(singular(word.toLowerCase()), [noun]);
