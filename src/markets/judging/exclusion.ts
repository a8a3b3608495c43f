import { ROLE_PATTERNS, type Role } from "#companies/analysis/roles";
import type { DirectoryCompany } from "#companies/directory-company";
import { foldCase, tokens } from "#foundation/language/tokenize";
import { isCompanyKind, isGenericCompany } from "../criteria/company-words.ts";
import type { DiscoveryPlan, PlanExclusion } from "../plan/plan.ts";
import type { Relation } from "../plan/relations.ts";
import { clauseAround, fieldText, type TextUnit, type UnitWord } from "./company-units.ts";
import type { Evidence } from "./judgement.ts";
import { oncePerPlan } from "./question-weights.ts";
import { type KindPattern, kindPattern, saidKind } from "./said-kinds.ts";

/** Maximum distance between the words of an unwanted kind, in content words. */
const WINDOW = 6;
/**
 * Maximum number of content words in a label beside those of the unwanted kind. A longer label is about something else.
 */
const MAX_LABEL_REST = 2;
/** Words that introduce a customer, a partner or a purpose, not the company's own business. */
const PASSING = new Set([
  "for",
  "to",
  "from",
  "with",
  "by",
  "against",
  "than",
  "except",
  "excluding",
  "without",
  "serving",
  "via",
  "through",
]);

/**
 * Finds the first unwanted kind that matches the company's business. Passing mentions do not count. The words of the
 * kind must be close together in the main business sentence or a class label. They must not follow "for", "to", "with"
 * …, and no wanted word may precede them. Null when no unwanted kind matches.
 */
export function findExclusion(
  plan: DiscoveryPlan,
  company: DirectoryCompany,
  units: TextUnit[],
): { exclusion: PlanExclusion; evidence: Evidence } | null {
  const wanted = new Set(plan.terms.filter((term) => term.source !== "user").map((term) => term.stem));
  for (const exclusion of plan.exclusions) {
    if (exclusion.kind !== undefined) {
      const needed = exclusion.role === "manufacturer" ? "makes" : null;
      const evidence = kindEvidence(patternsOf(plan).get(exclusion.kind), needed, company, units);
      if (evidence !== null) return { exclusion, evidence };
      continue;
    }
    const only = exclusion.stems.filter((stem) => !wanted.has(stem));
    const telling = new Set(only.length > 0 ? only : exclusion.stems);
    const isOfWanted = only.length === 0;
    for (const unit of units) {
      if (unit.kind === "other" && !saysMore(plan, company, units, unit, exclusion)) continue;
      const found = together(unit.words, exclusion.stems);
      if (!found) continue;
      const decided =
        unit.kind === "main" || unit.kind === "other"
          ? isMainBusiness(company, unit, found, telling, wanted, exclusion) &&
            isKind(company, unit, exclusion, plan.role, isOfWanted)
          : isNamed(unit, exclusion, wanted) &&
            (unit.kind === "label" ? !isAside(exclusion, units, wanted) : isNameOf(exclusion, company.name));
      if (decided) return { exclusion, evidence: clauseAround(company, unit, found, 100) };
    }
  }
  return null;
}

const patternsOf = oncePerPlan(
  ({ exclusions }: DiscoveryPlan) =>
    new Map(exclusions.flatMap(({ kind }) => (kind === undefined ? [] : [[kind, kindPattern(kind)] as const]))),
);

/** Returns the words with which the main sentence names the kind as the company's own: who serves chip factories makes no chips. */
function kindEvidence(
  kind: KindPattern | undefined,
  needed: Relation | null,
  company: DirectoryCompany,
  units: TextUnit[],
): Evidence | null {
  const main = units.find((unit) => unit.kind === "main");
  const word = main && kind && saidKind(kind, fieldText(company, main.field), main, needed);
  return main && word ? clauseAround(company, main, [word], 100) : null;
}

/**
 * Whether a sentence states the unwanted role where the main business shows no role. For example, "generates wind power
 * … The company operates wind farms" is not a maker. Only the first sentence after the main business counts, and only
 * if the main business does not show the wanted role.
 */
function saysMore(
  plan: DiscoveryPlan,
  company: DirectoryCompany,
  units: TextUnit[],
  unit: TextUnit,
  { role }: PlanExclusion,
): boolean {
  if (!role || plan.role === null || role === plan.role) return false;
  const main = units.find(({ kind }) => kind === "main");
  if (main === undefined || units.find(({ kind }) => kind === "other") !== unit) return false;
  const textOf = ({ field, start, end }: TextUnit) => fieldText(company, field).slice(start, end);
  if (ROLE_PATTERNS[plan.role].test(textOf(main))) return false;
  const clause = textOf(unit);
  const at = (one: Role) => ROLE_PATTERNS[one].exec(clause)?.index ?? Number.POSITIVE_INFINITY;
  return at(role) < at(plan.role);
}

/**
 * Whether a main business that mentions the kind is of that kind. A kind with a role requires this role. If all its
 * words are wanted words ("steel producers, not steel traders"), the unwanted role must come first. A kind without a
 * role requires its own noun ("insurers" among insurance brokers).
 */
function isKind(
  company: DirectoryCompany,
  unit: TextUnit,
  { role, head }: PlanExclusion,
  wantedRole: Role | null,
  isOfWanted: boolean,
): boolean {
  const text = fieldText(company, unit.field).slice(unit.start, unit.end);
  const at = (one: Role) => ROLE_PATTERNS[one].exec(text)?.index ?? Number.POSITIVE_INFINITY;
  if (role && role !== wantedRole) {
    const own = at(role);
    if (!Number.isFinite(own)) return false;
    return !isOfWanted || wantedRole === null || own < at(wantedRole);
  }
  if (!isOfWanted || head === undefined) return true;
  return tokens(text).some(({ word }) => foldCase(word) === head || foldCase(word) === `${head}s`);
}

/** Returns the first words that have all stems within the window. */
function together(words: UnitWord[], stems: string[]): UnitWord[] | null {
  for (let from = 0; from < words.length; from++) {
    const window = words.slice(from, from + Math.max(WINDOW, stems.length));
    const found = stems.map((stem) => window.find((word) => isForm(word.stem, stem)));
    if (found.every((word) => word !== undefined)) return found;
  }
  return null;
}

/**
 * Minimum number of letters that forms of one word share, and maximum difference in their length: "contract" and
 * "contractor".
 */
const MIN_COMMON = 5;
const MAX_ENDING = 2;

function isForm(a: string, b: string): boolean {
  if (a === b) return true;
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return short.length >= MIN_COMMON && long.length - short.length <= MAX_ENDING && long.startsWith(short);
}

function isMainBusiness(
  company: DirectoryCompany,
  unit: TextUnit,
  found: UnitWord[],
  telling: Set<string>,
  wanted: Set<string>,
  exclusion: PlanExclusion,
): boolean {
  const isTelling = (word: UnitWord) => [...telling].some((one) => isForm(word.stem, one));
  const at = Math.min(...found.filter(isTelling).map((word) => word.start));
  const first = unit.words.find((word) => wanted.has(word.stem) && !exclusion.stems.includes(word.stem));
  if (first && first.start < at) return false;
  const before = fieldText(company, unit.field).slice(unit.start, Math.min(...found.map((word) => word.start)));
  const clause = before.slice(Math.max(before.lastIndexOf(","), before.lastIndexOf(";")) + 1);
  return !tokens(clause)
    .slice(-5)
    .some(({ word }) => PASSING.has(foldCase(word)));
}

/** Legal forms at the end of names. */
const LEGAL_FORM =
  /[\s,]+(?:co|company|ltd|limited|inc|incorporated|corp|corporation|plc|llc|ag|sa|se|nv|group|holdings?)\b[\s.,]*$/i;

/**
 * Whether a name ends in the kind itself ("Kangning Hospital"). A word elsewhere in a name says little: Battery Mineral
 * Resources does not make batteries. Names never state a kind that has a role.
 */
function isNameOf({ role, head, stems }: PlanExclusion, name: string): boolean {
  if (role || stems.length > 1 || head === undefined) return false;
  let bare = name;
  for (let shorter = bare.replace(LEGAL_FORM, ""); shorter !== bare; shorter = bare.replace(LEGAL_FORM, ""))
    bare = shorter;
  const last = foldCase(tokens(bare).at(-1)?.word ?? "");
  return last === head || last === `${head}s`;
}

/**
 * Whether a label that names a kind of company is only a side of its business, because its main business says what is
 * wanted. A bank with "Insurance" among its labels is no insurer.
 */
function isAside({ phrase, head }: PlanExclusion, units: TextUnit[], wanted: Set<string>): boolean {
  const saysWanted = units.some(({ kind, words }) => kind === "main" && words.some(({ stem }) => wanted.has(stem)));
  // "Mining companies": the label "Metals & Mining" of those who drill for them.
  const last = phrase.toLowerCase().split(/\s+/).at(-1) ?? "";
  return saysWanted && (isGenericCompany(last) || (head !== undefined && isCompanyKind(head)));
}

/** Whether a name or label is of the kind: it has few other words, and none of the wanted ones. */
function isNamed(unit: TextUnit, exclusion: PlanExclusion, wanted: Set<string>): boolean {
  const rest = unit.words.filter((word) => !exclusion.stems.some((stem) => isForm(word.stem, stem)));
  if (rest.some((word) => wanted.has(word.stem))) return false;
  return rest.length <= MAX_LABEL_REST;
}
