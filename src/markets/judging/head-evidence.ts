import { ROLE_PATTERNS } from "#companies/analysis/roles";
import type { DirectoryCompany } from "#companies/directory-company";
import { contentStems, stem } from "#foundation/language/stem";
import { isStopWord } from "#foundation/language/stop-words";
import { tokens } from "#foundation/language/tokenize";
import { baseForm, synsetsOf, wordFamily } from "#foundation/language/wordnet";
import {
  DIRECTLY_OF_COMPANIES,
  hasAncestor,
  isCompanyKind,
  OF_COMPANIES,
  singular,
} from "../criteria/company-words.ts";
import { offerOf } from "../criteria/offer.ts";
import { tradeKinds } from "../criteria/trade-kinds.ts";
import { isAkin, isMachines, OPEN, PREMISES_OF_SALE, toldBy } from "../plan/offer-key.ts";
import type { DiscoveryPlan, PlanOffer } from "../plan/plan.ts";
import { CONTRARY, DONE, type Relation, relationOfNoun, relationOfVerb, verbsOf } from "../plan/relations.ts";
import { fieldText, type TextUnit, type UnitWord } from "./company-units.ts";
import { type Governing, governingOf, isTaggedVerb, relationsIn } from "./governing-words.ts";
import { oncePerPlan, shareOf } from "./question-weights.ts";
import { endsKind, kindPattern } from "./said-kinds.ts";

/**
 * How a record refers to the key word of the offer. "stated": its main business says that the company does with the thing
 * what the question asks. "named": the record has the word, a synonym or a kind of the thing,
 * and enough of the words beside it. "other": the thing is only the purpose, material or customer of another thing, or
 * the company does something else with it than the question asks. "unnamed": all other records.
 */
export type HeadEvidence = "stated" | "named" | "unnamed" | "other";

/** The evidence of an offer in a record. */
export interface OfferEvidence {
  head: HeadEvidence;
  /**
   * Where the question names a whole trade and no more: what the main sentence names as the company's own. "kind" is one of
   * the listed kinds of what the trade makes or runs, "thing" the whole thing as the question has it. Null for all other
   * questions.
   */
  trade: "thing" | "kind" | "neither" | null;
}

/** From the best evidence to the least. */
const BEST_FIRST = ["stated", "named", "unnamed", "other"] as const;

/** Nouns that may follow the word without changing its meaning: "the cement business" is about cement. */
const NEUTRAL = new Set(
  contentStems(
    "business businesses company firm group industry sector market trade brand range production manufacturing product goods solution system technology cell pack unit operation activity mining deposits projects properties assets claims prospects exploration reserves resources ore brine concentrate minerals staffing dispatching placement stores shops cooperative association federation",
  ),
);
/**
 * Whether a word after a noun leaves its meaning: "software solutions" are software, but "car seats" are not cars.
 */
export const leavesThing = (word: string): boolean => contentStems(word).every((one) => NEUTRAL.has(one));
/** Words for machines in general. A question about "packaging machines" does not ask for packaging alone. */
const ANY_MACHINES = new Set(
  contentStems("machine machinery equipment device apparatus system line plant tool component part module accessory"),
);
/** Minimum share of an offer's words, weighted by idf. Below it, the key word alone may belong to another trade. */
const MIN_SHARE = 0.6;
/** Minimum share of the offer's other words where the record names only a kind of the thing. */
const MIN_SHARE_OF_KIND = 0.5;
const UNKNOWN: Governing = { relations: [], isOthers: false, isAside: false };
/** Number of content words within which a word for machines belongs to the word for their purpose. */
const NEAR = 3;
const FOR = /\b(?:for|to|that|which|used)\b/i;
/** Minimum length of a word for the thing. WordNet seldom has the intended sense of shorter words. */
const SHORTEST_KIND = 4;
/** Beginnings of compounds that are nouns by themselves too. */
const PREFIX = /^(?:semi|mini|micro|multi|super)$/;
/** "Sailing and motor yachts": a word that shares the noun after the next one. */
const SHARED_NOUN = /^ (?:and|or) (\p{L}+) (\p{L}+)/u;
const NEXT_WORD = /^[ -](\p{L}{2,})/u;
/** Number of characters after a hit within which the next word begins and ends. */
const NEXT_REACH = 32;

/** A thing beside the key word, with its noun in the singular. */
interface Thing {
  stem: string;
  noun: string;
}

interface Key {
  /** The offer's words. They lack the head noun if it only names a kind of company. */
  words: PlanOffer["words"];
  head: string;
  stem: string;
  /** The key word as the question writes it, in the singular. */
  noun: string;
  family: Set<string>;
  others: PlanOffer["words"];
  /** Whether the question asks for machines, and the key word names their purpose. */
  isMachines: boolean;
  isGoods: boolean;
  /** Whether the key word means the thing itself: "blades", and the "books" of book shops. */
  isThing: boolean;
  /**
   * What the companies should do with the thing. Null where the question does not say, or where companies do not make
   * or sell such a thing.
   */
  asked: Relation | null;
  /** Stems of the service that is asked for by its verb: those of "insurance". Null for all other offers. */
  service: Set<string> | null;
  /** What is to be let: "truck" of "truck leasing". Null for all other offers. */
  let: Thing | null;
  /** Whether the question has the key word in the plural: "sails". Its singular then describes another noun. */
  isCounted: boolean;
  /** Matches text up to the end of a kind that was added to the name of a trade; null for what the question itself names. */
  kind: RegExp | null;
}

const keysOf = oncePerPlan((plan: DiscoveryPlan): Key[] => {
  const keys = plan.offers.map((offer) => keyOfOffer(offer, plan));
  // "Skin care" of cosmetics retailers is no service that one could do without selling anything.
  const asked = keys.find(({ kind }) => kind === null)?.asked ?? null;
  return keys.map((key) => (key.kind === null ? key : { ...key, asked }));
});

function keyOfOffer(offer: PlanOffer, { relation = null }: DiscoveryPlan): Key {
  const { stem: key, noun, words } = toldBy(offer);
  const service = serviceOf(offer, relation);
  const written = tokens(offer.phrase).map(({ word }) => word.toLowerCase());
  const others = words.filter((word) => word.stem !== key);
  const thing = service !== null && relation === "lets" ? others.at(-1)?.stem : undefined;
  return {
    words,
    head: offer.head,
    stem: key,
    noun,
    family: new Set([...wordFamily(noun), ...ofPremises(noun), ...tradeKinds(offer.phrase).verbs].map(stem)),
    others,
    isMachines: key !== offer.head && isMachines(offer.head),
    isGoods: offerOf(offer.phrase) !== "service",
    isThing: key === offer.head || PREMISES_OF_SALE.has(offer.head),
    asked: relation !== null && service === null && canBeAsked(relation, offer, noun) ? relation : null,
    service,
    let:
      thing === undefined
        ? null
        : { stem: thing, noun: singular(written.find((word) => stem(word) === thing) ?? thing) },
    isCounted: written.some((word) => isPlural(word) && singular(word) === noun),
    kind: offer.isKind === true ? kindPattern(offer.phrase) : null,
  };
}

/** "Who insures crops": a company that never speaks of insurance does not insure them. */
function serviceOf({ phrase }: PlanOffer, relation: Relation | null): Set<string> | null {
  const noun = phrase.toLowerCase().split(" ").at(-1) ?? "";
  if (!DONE.has(relation) || relationOfNoun(noun) !== relation) return null;
  // Who rents cars leases them too.
  const verbs = relation === "lets" ? verbsOf(relation) : [];
  return new Set([noun, ...wordFamily(noun), ...verbs.flatMap((verb) => [verb, ...wordFamily(verb)])].map(stem));
}

const OF_GOODS = new Set<Relation>(["makes", "sells", "trades"]);

const WORKS = ["mine", "quarry", "farm", "factory", "industrial plant", "plantation"];

/**
 * Whether the relation can apply literally to the offer. "Makers of airports" and "companies that sell banking" mean
 * companies that run airports and sell banking services. An owner of mines makes what the mines produce.
 */
function canBeAsked(relation: Relation, { phrase, head }: PlanOffer, noun: string): boolean {
  const written = tokens(phrase).find(({ word }) => stem(word) === head)?.word ?? head;
  if (hasAncestor(singular(written), WORKS, 1)) return false;
  if (OF_GOODS.has(relation)) return offerOf(phrase) !== "service" && !isCompanyKind(noun);
  // "Lend out engineers" means staffing.
  return !(relation === "lets" && hasAncestor(noun, ["person"], 1));
}

const isPlural = (noun: string): boolean => /s$/.test(noun) && singular(noun) !== noun;

/** Returns verbs for the activity on premises such as a "bakery" ("bake"), which WordNet does not link to them. */
const ofPremises = (noun: string): string[] => (/ery$/.test(noun) ? [noun.slice(0, -2), noun.slice(0, -3)] : []);

/** Whether a word is a verb for what companies do: "deliver", "rent". A word that is also a thing may describe one. */
const isVerbOfTrade = (word: string): boolean =>
  relationOfVerb(word) !== null && (synsetsOf(word, "noun", 1).length === 0 || DONE.has(relationOfVerb(word)));

const isJoined = (word: string, phrase: string): boolean =>
  phrase
    .toLowerCase()
    .split(" ")
    .some((one) => one.includes("-") && one.replaceAll("-", "") === word);

/**
 * Whether the question says no more than its offers. A question that describes a thing in many words does not name it.
 */
const isPlain = oncePerPlan(({ offers, terms, qualifiers, users, relation = null }: DiscoveryPlan): boolean => {
  // Customers and the companies' verbs do not describe the thing: "wholesalers that deliver medicines to pharmacies".
  const named = new Set([
    ...offers.flatMap(({ words }) => words.map((word) => word.stem)),
    ...users.flatMap(({ stems }) => stems),
  ]);
  const said = terms.filter(({ source }) => source === "question" || source === "feature");
  // "Who builds ferries": the verb has become the relation.
  const saysRelation = (text: string) => {
    const said = relationOfVerb(text);
    // Who runs book shops sells books.
    return relation !== null && (said === relation || (relation === "trades" && said === "operates"));
  };
  // "Private prisons": the owner is a condition. "Secondhand" is another spelling of the offer's "second-hand".
  const isAside = (text: string) =>
    OF_COMPANIES.has(text) || DIRECTLY_OF_COMPANIES.has(text) || offers.some(({ phrase }) => isJoined(text, phrase));
  // An agent noun such as "lessors" or "installers" is not a further description: "aircraft lessors".
  const describes = ({ stem: one, text }: (typeof said)[number]) =>
    !named.has(one) &&
    !DONE.has(relationOfNoun(text)) &&
    !isVerbOfTrade(text) &&
    !saysRelation(text) &&
    !isAside(text) &&
    !PREMISES_OF_SALE.has(one);
  return qualifiers.every(({ stem: one }) => PREMISES_OF_SALE.has(one)) && !said.some(describes);
});

/**
 * Other names of what is asked for. For an offer of several words, the source word of a term is unknown. The term then
 * stands for the whole offer.
 */
const otherNamesOf = oncePerPlan(({ terms }: DiscoveryPlan) =>
  terms.filter(({ source }) => source === "synonym" || source === "wordnet").map(({ stem: one }) => one),
);

/**
 * Whether no record has any word of the offers, and no dictionary has another word for them. What the sentence model then
 * finds alike is of any trade: it took "Löschanlagen" for medicines.
 */
export const isUnheardOf = oncePerPlan(
  ({ offers, terms }: DiscoveryPlan): boolean =>
    offers.length > 0 &&
    offers.every(({ words }) => words.every(({ companies }) => companies === 0)) &&
    terms.every(({ source }) => source === "question" || source === "feature" || source === "user"),
);

/**
 * Returns the best evidence of any offer; "named" where the plan has no offer. A company's name counts only where the
 * record has nothing else.
 */
export function offerEvidence(plan: DiscoveryPlan, company: DirectoryCompany, units: TextUnit[]): OfferEvidence {
  const keys = keysOf(plan);
  const ofOther = (head: HeadEvidence): OfferEvidence => ({ head, trade: null });
  if (keys.length === 0) return ofOther("named");
  const spoken = spokenUnits(company, units);
  // "Machines that put caps on bottles": a maker of caps is not evidence for such machines.
  if (!isPlain(plan)) {
    if (keys.every(asksForMachines) && !spoken.some(hasMachines)) return ofOther("other");
    return ofOther(isUnheardOf(plan) ? "unnamed" : "named");
  }
  const evidence = keys.map((key) => ({ isKind: key.kind !== null, ...evidenceOf(key, plan, company, spoken) }));
  const head = bestOf(evidence);
  if (!evidence.some(({ isKind }) => isKind)) return ofOther(head);
  const said = evidence.find(({ isSaid }) => isSaid);
  return { head, trade: said === undefined ? "neither" : said.isKind ? "kind" : "thing" };
}

/** Who names no milk may be a dairy company, but not who makes machines for dairies and milk, unless it says that it makes milk. */
function bestOf(evidence: (KeyEvidence & { isKind: boolean })[]): HeadEvidence {
  const found = evidence.filter(({ isKind }) => !isKind).map(({ head }) => head);
  const ofKinds = evidence.filter(({ isKind }) => isKind);
  if (ofKinds.some(({ head }) => head === "stated")) return "stated";
  const isNamed = found.includes("unnamed") && ofKinds.some(({ head }) => head === "named");
  if (isNamed || (ofKinds.some(({ isSaid }) => isSaid) && !found.includes("stated"))) return "named";
  return BEST_FIRST.find((one) => found.includes(one)) ?? "other";
}

const asksForMachines = ({ head, others }: Key): boolean => isMachines(head) && others.length === 0;

const hasMachines = ({ words }: TextUnit): boolean => words.some((word) => ANY_MACHINES.has(word.stem));

/**
 * Returns the units that say what a company does. The name is one of them only where the company has neither prose nor
 * keywords.
 */
export function spokenUnits({ description, keywords }: DirectoryCompany, units: TextUnit[]): TextUnit[] {
  return description === "" && keywords.length === 0 ? units : units.filter(({ kind }) => kind !== "name");
}

interface KeyEvidence {
  head: HeadEvidence;
  /** Whether the main sentence names the thing with all words of the offer, as the company's own. */
  isSaid: boolean;
}

function evidenceOf(key: Key, plan: DiscoveryPlan, company: DirectoryCompany, units: TextUnit[]): KeyEvidence {
  const unsaid = (head: HeadEvidence): KeyEvidence => ({ head, isSaid: false });
  const otherNames = otherNamesOf(plan);
  const shown = new Set<string>();
  const mentions: Mention[] = [];
  for (const unit of units) {
    const text = fieldText(company, unit.field);
    for (const word of unit.words) {
      shown.add(word.stem);
      if (isPrefix(text, word)) continue;
      const isKey = isKeyWord(key, unit, word, text);
      const isOther = key.kind === null && !isKey;
      const isOtherName = isOther && otherNames.some((one) => isAkin(word.stem, one));
      const isKind = isOther && !isOtherName && isKindOf(text.slice(word.start, word.end), key.noun);
      const isModifier = (isKey || isOtherName) && !isAbout(key, plan, unit, word, text);
      // "Packaging" of "packaging machines" may modify another noun and still refer to the thing. The same holds for
      // "advertising".
      const makesOther =
        key.others.length === 0 || (key.isThing && key.isGoods) || (!key.isMachines && isOfMachines(text, word));
      if (isModifier && isKey && makesOther)
        mentions.push({ ...UNKNOWN, isOthers: true, isKind, isActivity: false, ...placeOf(unit) });
      if (isModifier) continue;
      if (isKey || isOtherName || isKind)
        mentions.push({
          ...governedIn(key, unit, word, text),
          isKind,
          isActivity: isKey && isVerbAlone(text.slice(word.start, word.end)),
        });
      // A verb of the word's family is a mention by itself: "brews" for "breweries".
      else if (isOther && key.family.has(word.stem))
        mentions.push({ ...UNKNOWN, isKind, isActivity: true, ...placeOf(unit) });
    }
  }
  // "Knitted fabrics" where the question asks for knitting machines.
  if (
    key.isMachines &&
    shown.has(key.stem) &&
    !units.some((unit) => namesMachines(key, unit, fieldText(company, unit.field)))
  )
    return unsaid("other");
  const { service } = key;
  if (service !== null && ![...shown].some((one) => service.has(one) || otherNames.includes(one)))
    return unsaid("other");
  if (key.let !== null && !shows(key.let, otherNames, company, units)) return unsaid("other");
  const own = mentions.filter(({ isOthers }) => !isOthers);
  // A later sentence that names the thing as a purpose says nothing about the main business.
  if (own.length === 0 && mentions.some(({ isMain }) => isMain)) return unsaid("other");
  const { asked } = key;
  if (asked !== null && isContrary(own, asked) && !(asked === "trades" && tradesToo(company, units)))
    return unsaid("other");
  // The labels of makers and of merchants are alike: "Bicycles".
  const isSilent =
    mentions.length === 0 || (asked === "trades" && own.every(({ relations }) => relations.length === 0));
  if (asked !== null && isSilent && doesOtherwise(company, units, asked)) return unsaid("other");
  if (asked === "makes" && mentions.every(({ isLabel }) => isLabel) && isShop(company, units)) return unsaid("other");
  // What is to be let is there, if only by another name.
  const isEnough = key.let !== null || isShown(key, shown);
  const isSaid = isEnough && says(key, plan, own, units);
  if (isEnough && states(key, own, company, units)) return { head: "stated", isSaid };
  if (isEnough && own.some(({ isKind }) => !isKind)) return { head: "named", isSaid };
  const isKindNamed = key.others.length === 0 || shareOf(key.others, shown) >= MIN_SHARE_OF_KIND;
  return unsaid(own.some(({ isKind }) => isKind) && isKindNamed ? "named" : "unnamed");
}

/** Whether a word of a record is the key word of an offer, or ends a kind of its trade. */
function isKeyWord(key: Key, unit: TextUnit, word: UnitWord, text: string): boolean {
  const written = text.slice(word.start, word.end);
  if (key.kind === null) return (word.stem === key.stem || isAkin(word.stem, key.stem)) && !isAnother(written, key);
  return endsKind(key.kind, text, unit, word);
}

/** Whether the main sentence names the thing as the company's own, with all words that the offer has for it. */
function says({ words, asked, isGoods }: Key, { role }: DiscoveryPlan, own: Mention[], units: TextUnit[]): boolean {
  const main = units.find(({ kind }) => kind === "main");
  const isSaid = ({ isMain, isLabel, isKind, isAside, relations }: Mention) =>
    isMain &&
    !isLabel &&
    !isKind &&
    !isAside &&
    (asked === null || agrees(relations, asked, isGoods && role !== "distributor"));
  if (main === undefined || !own.some(isSaid)) return false;
  return shareOf(words, new Set(main.words.map((word) => word.stem))) === 1;
}

/**
 * Whether a record says that a company does with a thing what is asked. Who makes a thing sells it, unless merchants are
 * asked for.
 */
const agrees = (relations: Relation[], asked: Relation, mayMake: boolean): boolean =>
  relations.includes(asked) ||
  (asked === "sells" && relations.some((one) => one === "trades" || (mayMake && one === "makes")));

/** Whether the main business says what is asked: "Hires out cars and vans" for car rental, "Brews ales" for breweries. */
function states({ asked, let: thing }: Key, own: Mention[], company: DirectoryCompany, units: TextUnit[]): boolean {
  if (asked !== null)
    return own.some(
      ({ isLabel, isMain, isKind, relations }) => isMain && !isLabel && !isKind && relations.includes(asked),
    );
  const main = units.find(({ kind }) => kind === "main");
  if (main === undefined) return false;
  if (thing === null) return own.some(({ isActivity, isMain, isLabel }) => isActivity && isMain && !isLabel);
  const text = fieldText(company, main.field);
  const sentence = text.slice(main.start, main.end);
  return main.words.some(
    (word) =>
      names(thing, word, text) && governingOf(sentence, word.start - main.start, true).relations.includes("lets"),
  );
}

/** Whether a word is that for a thing, or for a kind of it: lorries are trucks. */
const names = (thing: Thing, word: UnitWord, text: string): boolean =>
  isAkin(word.stem, thing.stem) || isKindOf(text.slice(word.start, word.end), thing.noun);

/** Whether a record has the word for a thing, for a kind of it, or another name of it. */
function shows(thing: Thing, otherNames: string[], company: DirectoryCompany, units: TextUnit[]): boolean {
  return units.some((unit) => {
    const text = fieldText(company, unit.field);
    return unit.words.some((word) => names(thing, word, text) || otherNames.some((one) => isAkin(word.stem, one)));
  });
}

const placeOf = ({ kind }: TextUnit) => ({ isLabel: kind === "label", isMain: kind === "main" || kind === "label" });

/** A word for the thing in a record. */
interface Mention extends Governing {
  /** Whether the word names a kind of the thing, not the thing itself. */
  isKind: boolean;
  /** Whether the word says what the companies do: "brews" for "breweries", "insures" for "insurance". */
  isActivity: boolean;
  isLabel: boolean;
  /** Whether it is in the main business or in a label. */
  isMain: boolean;
}

function governedIn(key: Key, unit: TextUnit, word: UnitWord, text: string): Omit<Mention, "isKind" | "isActivity"> {
  const found = governingOf(text.slice(unit.start, unit.end), word.start - unit.start, key.isGoods);
  // The purpose of a machine defines its kind: "machines for packaging" are packaging machines.
  return { ...found, isOthers: found.isOthers && key.isThing, ...placeOf(unit) };
}

/** Returns the text of the main business; null where the record has labels alone. */
function mainText(company: DirectoryCompany, units: TextUnit[]): string | null {
  const main = units.find(({ kind }) => kind === "main");
  return main === undefined ? null : fieldText(company, main.field).slice(main.start, main.end);
}

/** Returns the relations that the main business states. */
function mainRelations(company: DirectoryCompany, units: TextUnit[]): Relation[] {
  const text = mainText(company, units);
  return text === null ? [] : relationsIn(text);
}

/**
 * Whether the main business states only activities that rule out the one asked for. Used for records that do not say
 * what the company does with the thing.
 */
function doesOtherwise(company: DirectoryCompany, units: TextUnit[], asked: Relation): boolean {
  const relations = mainRelations(company, units);
  return relations.length > 0 && relations.every((relation) => CONTRARY[asked].has(relation));
}

/** "Makes shoes and sells them in shops of its own" */
const tradesToo = (company: DirectoryCompany, units: TextUnit[]): boolean =>
  mainRelations(company, units).includes("trades");

const RETAIL = /\b(?:retail(?:ers?|ing)?|(?:department|discount|variety) stores?|supermarkets?)\b/i;
const RUNS_SHOPS = /^(?:runs?|operates?)\b[^.]*\b(?:stores?|shops?|supermarkets?|drugstores?)\b/i;

/** Whether a company is a shop, whose labels list what it sells: "Toys", "Books" and "Retail" beside one another. */
function isShop(company: DirectoryCompany, units: TextUnit[]): boolean {
  const text = mainText(company, units);
  if (text === null) return company.industries.some((label) => RETAIL.test(label));
  return RUNS_SHOPS.test(text) || (/^sells?\b/i.test(text) && company.industries.some((label) => RETAIL.test(label)));
}

/**
 * Whether everything that the record says the company does with the thing rules out what the question asks. A label
 * that names the thing leaves this open.
 */
function isContrary(own: Mention[], asked: Relation): boolean {
  const isOpen = asked !== "trades" && own.some(({ isLabel, relations }) => isLabel && relations.length === 0);
  // "Makes model railways", with the label "Model railways": what the sentence says decides for those who run railways.
  if (isOpen && !(asked === "operates" && own.some(({ isLabel }) => !isLabel))) return false;
  const inMain = own.filter(({ isMain, isLabel }) => isMain && !(isOpen && isLabel));
  const relations = (inMain.length > 0 ? inMain : own).flatMap((one) => one.relations);
  // Who makes or services a thing sells it too. "Produces and sells cranes" does not mean that it lets them.
  const decisive = OF_GOODS.has(asked) && asked !== "trades" ? relations : relations.filter((one) => one !== "sells");
  return decisive.length > 0 && decisive.every((relation) => CONTRARY[asked].has(relation));
}

/**
 * Whether a unit names machines for the key word's purpose. A word for machines follows the key word ("packaging and
 * filling lines") or precedes it ("machines for packaging").
 */
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

/**
 * Whether the record has enough of the offer's words beside the key word. Other names of the whole offer need no
 * further words.
 */
function isShown({ words, head, stem: key, isMachines: areMachines }: Key, shown: Set<string>): boolean {
  if (areMachines && ![...ANY_MACHINES, head].some((one) => shown.has(one))) return false;
  // A maker of blades need not say that a blade is a component.
  const telling = words.filter((word) => !OPEN.has(word.stem));
  return !shown.has(key) || shareOf(telling.length === 0 ? words : telling, shown) >= MIN_SHARE;
}

const nextWord = (text: string, end: number, last: number): string | undefined =>
  NEXT_WORD.exec(text.slice(end, Math.min(last, end + NEXT_REACH)))?.[1];

/** Whether the next word is a machine: "knitting machines" are not knitted. */
const isOfMachines = (text: string, { end }: UnitWord): boolean =>
  contentStems(nextWord(text, end, text.length) ?? "").some(isMachines);

const isVerbAlone = (word: string): boolean => baseForm(word, "noun") === null && baseForm(word, "verb") !== null;

/** "Semi-trailers" are no semis. */
const isPrefix = (text: string, { start, end }: UnitWord): boolean =>
  text[end] === "-" && PREFIX.test(text.slice(start, end).toLowerCase());

/** Whether the word means the thing itself: "coffee", but not "coffee" in "coffee machines". */
function isAbout(
  { words, isCounted }: Key,
  { role }: DiscoveryPlan,
  unit: TextUnit,
  word: UnitWord,
  text: string,
): boolean {
  const surface = text.slice(word.start, word.end).toLowerCase();
  const next = nextWord(text, word.end, unit.end);
  // A plural seldom describes the next noun, but "sports cars" are no sports. "Supermarkets Biedronka": a name follows.
  const hasPlural = next !== undefined && isPlural(next) && next === next.toLowerCase();
  // The tagger takes "leases" for a noun where it begins a sentence.
  const isFirst = unit.kind !== "label" && word.start === unit.start && baseForm(surface, "verb") !== null;
  const isVerb = () => isFirst || isTaggedVerb(text.slice(unit.start, unit.end), word.start - unit.start);
  if (isPlural(surface) && (!hasPlural || isVerb())) return true;
  // Only a noun changes the meaning of the next noun. An adjective does not: "dental materials" are dental products.
  if (baseForm(surface, "noun") === null) return true;
  const [, second = "", shared = ""] = isCounted ? (SHARED_NOUN.exec(text.slice(word.end, unit.end)) ?? []) : [];
  if (shared !== "" && !isPlural(second) && isPlural(shared)) return false;
  if (next === undefined || isStopWord(next.toLowerCase()) || /ly$/.test(next)) return true;
  const [one = ""] = contentStems(next);
  return (
    NEUTRAL.has(one) ||
    words.some((own) => own.stem === one) ||
    ROLE_PATTERNS.manufacturer.test(next) ||
    // "The cinema investment and management business": what is done with the thing.
    (isActivityNoun(next) && /^[^.,;]*\b(?:business(?:es)?|services?)\b/.test(text.slice(word.end, unit.end))) ||
    (role !== null && ROLE_PATTERNS[role].test(next))
  );
}

const isActivityNoun = (noun: string): boolean => relationOfNoun(noun.toLowerCase()) !== null;

/** Whether the written word is a different noun with the same stem: "airliners" are not "airlines". */
function isAnother(written: string, { noun, family }: Key): boolean {
  const one = baseForm(written, "noun");
  return one !== null && one !== noun && /er$/.test(one) && !/er$/.test(noun) && !family.has(stem(one));
}

const isKindOf = (word: string, noun: string): boolean =>
  word.length >= SHORTEST_KIND && hasAncestor(singular(word.toLowerCase()), [noun]);
