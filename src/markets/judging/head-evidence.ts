import type { DirectoryCompany } from "#companies/directory-company";
import { contentStems } from "#foundation/language/stem";
import { isGenericRole } from "../criteria/company-words.ts";
import { isAkin, isMachines, OPEN } from "../plan/offer-key.ts";
import type { DiscoveryPlan } from "../plan/plan.ts";
import { CONTRARY, type Relation } from "../plan/relations.ts";
import { fieldText, type TextUnit, type UnitWord } from "./company-units.ts";
import { type Governing, governingOf } from "./governing-words.ts";
import { dealsInGoods, doesOtherwise, isShop, tradesToo } from "./main-business.ts";
import { type Key, keysOf, OF_GOODS, type Thing } from "./offer-things.ts";
import { isPlain, isUnheardOf } from "./plain-questions.ts";
import { oncePerPlan, shareOf, stemsOf } from "./question-weights.ts";
import {
  followsNoun,
  isAbout,
  isOfMachines,
  isPrefix,
  isVerbAlone,
  names,
  referenceTo,
  referenceToKind,
} from "./thing-words.ts";

/**
 * How a record refers to the key word of the offer. "stated": its main business says that the company does with the
 * thing what the question asks. "named": the record has the word, a synonym or a kind of the thing, and enough of the
 * words beside it. "other": the thing is only the purpose, material or customer of another thing, or the company does
 * something else with it. "unnamed": all other records.
 */
export type HeadEvidence = "stated" | "named" | "unnamed" | "other";

/** The evidence of an offer in a record. */
export interface RecordEvidence {
  head: HeadEvidence;
  /**
   * Where the question names a whole trade and no more: what the main sentence names as the company's own. "kind" is
   * one of the listed kinds of what the trade makes or runs. "thing" is the whole thing as the question has it. Null
   * for all other questions.
   */
  trade: "thing" | "kind" | "neither" | null;
}

/** From the best evidence to the least. */
const BEST_FIRST = ["stated", "named", "unnamed", "other"] as const;

/** Words for machines in general. A question about "packaging machines" does not ask for packaging alone. */
const ANY_MACHINES = new Set(
  contentStems("machine machinery equipment device apparatus system line plant tool component part module accessory"),
);
/** Minimum share of an offer's words, weighted by idf. Below it, the key word alone may belong to another trade. */
const MIN_SHARE = 0.6;
/** Minimum share of the offer's other words where the record names only a kind of the thing. */
const MIN_SHARE_OF_KIND = 0.5;
/** Words of which one says as much as another. */
const ON_THE_WEB = contentStems("online web internet e-commerce");
const UNKNOWN: Governing = { relations: [], isOthers: false, isAside: false };
/** Number of content words within which a word for machines belongs to the word for their purpose. */
const NEAR = 3;
const FOR = /\b(?:for|to|that|which|used)\b/i;
const UNNAMED: KeyEvidence = { head: "unnamed", isSaid: false, isMentioned: false };

/**
 * Returns the best evidence of any offer; "named" where the plan has no offer. A company's name counts only where the
 * record has nothing else.
 */
export function recordEvidence(plan: DiscoveryPlan, company: DirectoryCompany, units: TextUnit[]): RecordEvidence {
  const keys = keysOf(plan);
  const ofOther = (head: HeadEvidence): RecordEvidence => ({ head, trade: null });
  if (keys.length === 0) return ofOther("named");
  const spoken = spokenUnits(company, units);
  // "Machines that put caps on bottles": a maker of caps is not evidence for such machines.
  if (!isPlain(plan)) {
    if (keys.every(asksForMachines) && !spoken.some(hasMachines)) return ofOther("other");
    return ofOther(isUnheardOf(plan) ? "unnamed" : "named");
  }
  const text = spoken.map(({ field, start, end }) => fieldText(company, field).slice(start, end)).join("\n");
  // Most records name few kinds. What is to be let may be there by another name.
  const isAbsent = ({ kind, let: thing }: Key) => kind !== null && thing === null && !kind.anywhere.test(text);
  const evidence = keys.map((key) => ({
    isKind: key.kind !== null,
    ...(isAbsent(key) ? UNNAMED : evidenceOf(key, plan, company, spoken)),
  }));
  const best = bestOf(evidence);
  const isSilent = best === "unnamed" && !evidence.some(({ isMentioned }) => isMentioned);
  const head = isSilent && isOfOthers(plan, company, units) ? "other" : best;
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

/**
 * Whether a record that has no word for the thing is another's. The company then only makes or sells goods where a service is
 * asked for. Or the record's only words of the question are those for its customers: "runs nursing homes" for "staffing of
 * nurses".
 */
function isOfOthers(plan: DiscoveryPlan, company: DirectoryCompany, units: TextUnit[]): boolean {
  const all = stemsOf(spokenUnits(company, units));
  // "Operators" say nothing of satellites: a record that has these is not silent.
  const isHalfSaid = keysOf(plan).some(
    ({ noun, others }) => isGenericRole(noun) && others.every(({ stem }) => all.has(stem)),
  );
  if (plan.role === "serviceProvider" && !isHalfSaid && dealsInGoods(company, units)) return true;
  const ofUsers = new Set(plan.users.flatMap(({ stems }) => stems));
  const shown = [...all].filter((one) => termStems(plan).has(one));
  return shown.length > 0 && shown.every((one) => ofUsers.has(one));
}

const termStems = oncePerPlan((plan) => new Set(plan.terms.map(({ stem }) => stem)));

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
  /** Whether the record has the word at all, or another word for the thing. */
  isMentioned: boolean;
}

function evidenceOf(key: Key, plan: DiscoveryPlan, company: DirectoryCompany, units: TextUnit[]): KeyEvidence {
  const shown = new Set<string>();
  const mentions: Mention[] = [];
  const unsaid = (head: HeadEvidence): KeyEvidence => ({ head, isSaid: false, isMentioned: mentions.length > 0 });
  for (const unit of units) {
    const text = fieldText(company, unit.field);
    const referenceOf = key.kind === null ? referenceTo(key) : referenceToKind(key.kind, unit, text);
    for (const word of unit.words) {
      shown.add(word.stem);
      const reference = referenceOf(word);
      if (reference === "none" || isPrefix(text, word)) continue;
      const isKey = reference === "key";
      const isKind = reference === "kind";
      const isActivity = reference === "activity";
      const isModifier = !isActivity && !isAbout(key, plan, unit, word, text);
      // "Packaging" of "packaging machines" may modify another noun and still refer to the thing. The same holds for
      // "advertising".
      const makesOther =
        key.others.length === 0 || (key.isThing && key.isGoods) || (!key.isMachines && isOfMachines(text, word));
      if (isModifier && isKey && makesOther)
        mentions.push({ ...UNKNOWN, isOthers: true, isKind, isActivity, ...placeOf(unit) });
      if (isModifier) continue;
      // A verb of the word's family is a mention by itself.
      if (isActivity) mentions.push({ ...UNKNOWN, isKind, isActivity, ...placeOf(unit) });
      else
        mentions.push({
          ...governedIn(key, unit, word, text),
          isKind,
          isActivity: isKey && isVerbAlone(word.written),
        });
    }
  }
  if (ON_THE_WEB.some((one) => shown.has(one))) for (const one of ON_THE_WEB) shown.add(one);
  // "Knitted fabrics" where the question asks for knitting machines.
  if (
    key.isMachines &&
    shown.has(key.stem) &&
    !units.some((unit) => namesMachines(key, unit, fieldText(company, unit.field)))
  )
    return unsaid("other");
  const { service } = key;
  if (service !== null && ![...shown].some((one) => service.has(one) || key.otherNames.includes(one)))
    return unsaid("other");
  if (key.let !== null && !shows(key.let, key.otherNames, units)) return unsaid("other");
  if (isOtherCompound(key, plan, company, units, shown)) return unsaid("other");
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
  if (isEnough && states(key, own, company, units)) return { ...unsaid("stated"), isSaid };
  if (isEnough && own.some(({ isKind }) => !isKind)) return { ...unsaid("named"), isSaid };
  const isKindNamed = key.others.length === 0 || shareOf(key.others, shown) >= MIN_SHARE_OF_KIND;
  return unsaid(own.some(({ isKind }) => isKind) && isKindNamed ? "named" : "unnamed");
}

/**
 * Whether a record has the last word of a compound, and always behind another noun: "nursing homes" where the question asks for
 * funeral homes.
 */
function isOtherCompound(
  key: Key,
  plan: DiscoveryPlan,
  company: DirectoryCompany,
  units: TextUnit[],
  shown: ReadonlySet<string>,
): boolean {
  const { compound, otherNames } = key;
  if (compound === null) return false;
  // "Parlours" tell of funerals, and "homes" of nothing.
  if ([...compound.others, ...otherNames].some((one) => one !== compound.head && shown.has(one))) return false;
  const heads = units.flatMap((unit) =>
    unit.words
      .filter((word) => word.stem === compound.head && isAbout(key, plan, unit, word, fieldText(company, unit.field)))
      .map((word) => ({ unit, word })),
  );
  return heads.length > 0 && heads.every(({ unit, word }) => followsNoun(unit, word, fieldText(company, unit.field)));
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
    (word) => names(thing)(word) && governingOf(sentence, word.start - main.start, true).relations.includes("lets"),
  );
}

/** Whether a record has the word for a thing, for a kind of it, or another name of it. */
function shows(thing: Thing, otherNames: string[], units: TextUnit[]): boolean {
  const isNamed = names(thing);
  return units.some(({ words }) =>
    words.some((word) => isNamed(word) || otherNames.some((one) => isAkin(word.stem, one))),
  );
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
