import { ROLE_PATTERNS, type Role } from "#companies/analysis/roles";
import type { DirectoryCompany } from "#companies/directory-company";
import { foldCase, tokens } from "#foundation/language/tokenize";
import type { DiscoveryPlan, PlanExclusion } from "../plan/plan.ts";
import { clauseAround, fieldText, type TextUnit, type UnitWord } from "./company-units.ts";
import type { Evidence } from "./judgement.ts";

/** An unwanted kind's words must stand this close together, in content words. */
const WINDOW = 6;
/** A label of more content words than this beyond the unwanted kind's is about something else. */
const MAX_LABEL_REST = 2;
/** Words after which something is a customer's, a partner's or a purpose, not what the company itself does. */
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
 * Finds the first unwanted kind that a company is of. It must be the company's business and not a passing mention. The
 * kind's words stand together in the main business sentence or a class label. They do not follow "for", "to",
 * "with" …, and no wanted word precedes them. Null when the company is of none.
 */
export function findExclusion(
  plan: DiscoveryPlan,
  company: DirectoryCompany,
  units: TextUnit[],
): { exclusion: PlanExclusion; evidence: Evidence } | null {
  const wanted = new Set(plan.terms.filter((term) => term.source !== "user").map((term) => term.stem));
  for (const exclusion of plan.exclusions) {
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
          : isNamed(unit, exclusion, wanted) && (unit.kind === "label" || isNameOf(exclusion, company.name));
      if (decided) return { exclusion, evidence: clauseAround(company, unit, found, 100) };
    }
  }
  return null;
}

/**
 * Whether a sentence says in the unwanted role what the main business leaves open: "generates wind power … The company operates wind farms"
 * is no maker. Only the sentence behind the main business does, and only where that shows the wanted role nowhere.
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
 * Whether a main business that speaks of the kind is of it. A kind that is named by a role needs the role. Where all
 * its words are wanted ones ("steel producers, not steel traders"), the role must come first. Without a role its own
 * noun must stand there ("insurers" among insurance brokers).
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

/** The first place where all stems stand within the window. */
function together(words: UnitWord[], stems: string[]): UnitWord[] | null {
  for (let from = 0; from < words.length; from++) {
    const window = words.slice(from, from + Math.max(WINDOW, stems.length));
    const found = stems.map((stem) => window.find((word) => isForm(word.stem, stem)));
    if (found.every((word) => word !== undefined)) return found;
  }
  return null;
}

/** Letters that forms of one word have in common, and by how many they may differ: "contract" and "contractor". */
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
  const at = Math.min(...found.filter((word) => telling.has(word.stem)).map((word) => word.start));
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
 * Whether a name ends in the kind itself ("Kangning Hospital"). A word elsewhere in it says little: Battery Mineral Resources makes no
 * batteries. A kind that is named by its role does not stand in names.
 */
function isNameOf({ role, head, stems }: PlanExclusion, name: string): boolean {
  if (role || stems.length > 1 || head === undefined) return false;
  let bare = name;
  for (let shorter = bare.replace(LEGAL_FORM, ""); shorter !== bare; shorter = bare.replace(LEGAL_FORM, ""))
    bare = shorter;
  const last = foldCase(tokens(bare).at(-1)?.word ?? "");
  return last === head || last === `${head}s`;
}

/** A name or label is of the kind when little else stands in it and nothing of what is wanted. */
function isNamed(unit: TextUnit, exclusion: PlanExclusion, wanted: Set<string>): boolean {
  const rest = unit.words.filter((word) => !exclusion.stems.some((stem) => isForm(word.stem, stem)));
  if (rest.some((word) => wanted.has(word.stem))) return false;
  return rest.length <= MAX_LABEL_REST;
}
