import { ROLE_PATTERNS } from "#companies/analysis/roles";
import type { DirectoryCompany } from "#companies/directory-company";
import { contentStems, stem } from "#foundation/language/stem";
import { isStopWord } from "#foundation/language/stop-words";
import { tokens } from "#foundation/language/tokenize";
import { baseForm, wordFamily } from "#foundation/language/wordnet";
import { hasAncestor, isCompanyKind, singular } from "../criteria/company-words.ts";
import type { DiscoveryPlan, PlanOffer } from "../plan/plan.ts";
import { fieldText, type TextUnit, type UnitWord } from "./company-units.ts";
import { isAkin, isMachines, keyOf, OPEN } from "./offer-key.ts";
import { oncePerPlan, shareOf } from "./question-weights.ts";

/**
 * How a record speaks of the word that makes the offer. "named": it has the word, a synonym or a kind of the thing, and
 * enough of the words beside it. "other": the word is all that is asked for, and only says what another thing is for.
 * "unnamed": all else.
 */
export type HeadEvidence = "named" | "unnamed" | "other";

/** Nouns behind the word that make no other thing of it: "the cement business" is about cement. */
const NEUTRAL = new Set(
  contentStems(
    "business businesses company firm group industry sector market trade brand range production manufacturing product goods solution system technology cell pack unit operation activity mining deposits projects stores shops",
  ),
);
/** Words for machines of any kind: where "packaging machines" are asked for, packaging alone is none. */
const ANY_MACHINES = new Set(
  contentStems("machine machinery equipment device apparatus system line plant tool component part module accessory"),
);
/** Share of an offer, by how telling its words are, below which its key word alone may be another trade's. */
const MIN_SHARE = 0.6;
/** Where only a kind of the thing is named, this share of the offer's other words must be there. */
const MIN_SHARE_OF_KIND = 0.5;
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
}

const keysOf = oncePerPlan(({ offers }: DiscoveryPlan): Key[] =>
  offers.map((offer) => {
    const written = tokens(offer.phrase).map(({ word }) => word.toLowerCase());
    const head = written.find((word) => stem(word) === offer.head) ?? offer.head;
    // "Parcel carriers" are told by parcels: companies seldom say what kind of company they are.
    const isKindOfCompany = isPlural(head) && isCompanyKind(head);
    const modifiers = isKindOfCompany ? offer.words.filter((word) => word.stem !== offer.head) : [];
    const told = modifiers.findLast((word) => !written.some((one) => stem(one) === word.stem && isAdjective(one)));
    const words = told === undefined ? offer.words : modifiers;
    const key = told ?? keyOf(offer);
    const noun = singular(written.find((word) => stem(word) === key.stem) ?? key.stem);
    return {
      words,
      head: offer.head,
      stem: key.stem,
      noun,
      family: new Set([...wordFamily(noun), ...ofPremises(noun)].map(stem)),
      others: words.filter((word) => word.stem !== key.stem),
      isMachines: key.stem !== offer.head && isMachines(offer.head),
    };
  }),
);

const isAdjective = (word: string): boolean => baseForm(word, "adj") === word;
const isPlural = (noun: string): boolean => /s$/.test(noun) && singular(noun) !== noun;

/** What is done on premises that are named by it and that WordNet does not link: "bake" of "bakery". */
const ofPremises = (noun: string): string[] => (/ery$/.test(noun) ? [noun.slice(0, -2), noun.slice(0, -3)] : []);

/** Whether the question says nothing but what its offers say: who describes a thing in many words has named none. */
const isPlain = oncePerPlan(({ offers, terms, qualifiers }: DiscoveryPlan): boolean => {
  const named = new Set(offers.flatMap(({ words }) => words.map((word) => word.stem)));
  const said = terms.filter(({ source }) => source === "question" || source === "feature");
  return qualifiers.length === 0 && said.every(({ stem: one }) => named.has(one));
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
  let isOwn = false;
  let isModifier = false;
  let isKind = false;
  for (const unit of units) {
    const text = fieldText(company, unit.field);
    for (const word of unit.words) {
      shown.add(word.stem);
      if (isOwn) continue;
      if (word.stem === key.stem || isAkin(word.stem, key.stem)) {
        if (isAbout(key, plan, unit, word, text)) isOwn = true;
        else isModifier = true;
      } else if (key.family.has(word.stem) || otherNames.some((one) => isAkin(word.stem, one))) isOwn = true;
      else if (!isKind) isKind = isKindOf(text.slice(word.start, word.end), key.noun);
    }
  }
  if (isOwn && isShown(key, shown)) return "named";
  if (isKind && (key.others.length === 0 || shareOf(key.others, shown) >= MIN_SHARE_OF_KIND)) return "named";
  return isModifier && !isOwn && key.others.length === 0 ? "other" : "unnamed";
}

/** Whether enough of the offer beside its key word is there. Other names of the whole need nothing beside them. */
function isShown({ words, head, stem: key, isMachines: areMachines }: Key, shown: Set<string>): boolean {
  if (areMachines && ![...ANY_MACHINES, head].some((one) => shown.has(one))) return false;
  // Who makes a blade need not say that it is a component.
  const telling = words.filter((word) => !OPEN.has(word.stem));
  return !shown.has(key) || shareOf(telling.length === 0 ? words : telling, shown) >= MIN_SHARE;
}

/** Whether the word stands for the thing itself: "coffee", and not "coffee" in "coffee machines". */
function isAbout({ words }: Key, { role }: DiscoveryPlan, unit: TextUnit, word: UnitWord, text: string): boolean {
  const surface = text.slice(word.start, word.end).toLowerCase();
  // "Dental materials" are dental products: only a noun makes another thing of the next one.
  if (isPlural(surface) || baseForm(surface, "noun") === null) return true;
  const next = NEXT_WORD.exec(text.slice(word.end, Math.min(unit.end, word.end + NEXT_REACH)))?.[1];
  if (next === undefined || isStopWord(next.toLowerCase()) || /ly$/.test(next)) return true;
  const [one = ""] = contentStems(next);
  return (
    NEUTRAL.has(one) ||
    words.some((own) => own.stem === one) ||
    ROLE_PATTERNS.manufacturer.test(next) ||
    (role !== null && ROLE_PATTERNS[role].test(next))
  );
}

const isKindOf = (word: string, noun: string): boolean =>
  word.length >= SHORTEST_KIND && hasAncestor(singular(word.toLowerCase()), [noun]);
