import { isDeepStrictEqual } from "node:util";
import type { DirectoryCompany, IndexedCompany } from "#companies/directory-company";
import { type CriterionOutcome, isFailure, type Judgement } from "#markets/judging/index";
import type { FoundInMemory } from "#markets/preview/search-in-memory";
import type { Subject } from "./monitor.ts";

/** A company that entered or left. */
export interface Crossing {
  companyId: number;
  before: Subject | null;
  /** Null where the directory no longer has it. */
  after: Subject | null;
  hasEntered: boolean;
}

export interface CompaniesCompared {
  changed: Subject[];
  gone: number[];
  crossings: Crossing[];
  /** Number of companies that match now. */
  matching: number;
}

/** Fields by which the offer is judged. */
const WORDS = ["name", "description", "keywords", "industries"] as const;

/** Fields of a record that are stored, and shown where they change. */
export const FACTS = [
  "domain",
  "name",
  "description",
  "keywords",
  "industries",
  "country",
  "state",
  "city",
  "employees",
  "revenueUsd",
  "certifications",
  "founded",
  "marketCapBand",
] as const satisfies readonly (keyof IndexedCompany)[];

/** Returns the fields of a record that are stored. */
export const factsOf = (record: DirectoryCompany): Record<string, unknown> =>
  Object.fromEntries(FACTS.map((field) => [field, record[field]]));

/**
 * Returns a judgement with the earlier outcome of the offer. The offer is judged by comparison with all others. Where a
 * record's words are unchanged, another outcome would be due to other records.
 */
function withKeptOffer({ verdict, rule, criteria }: Judgement, before: readonly CriterionOutcome[]) {
  const offer = before.find(({ criterion }) => criterion === "offer");
  if (offer === undefined) return { isIn: verdict === "in", criteria };
  const kept = criteria.map((one) => (one.criterion === "offer" ? offer : one));
  const isExcluded = verdict === "excluded" || rule === "seed";
  return { isIn: !isExcluded && !kept.some(isFailure), criteria: kept };
}

const isSameText = (record: IndexedCompany, { facts }: Subject): boolean =>
  WORDS.every((field) => isDeepStrictEqual(record[field], facts[field]));

/**
 * Compares what a search finds with what was seen before. By the same criteria and rules, a company is judged again
 * only where its own record has changed. Others keep their outcome, whatever the search makes of them now. The wanted
 * number has no effect.
 * @param records the records of all companies seen before, as far as the directory has them, and of those found
 * @param isJudgedAnew whether the criteria or the rules have changed
 */
export function compareCompanies(
  known: ReadonlyMap<number, Subject>,
  found: Pick<FoundInMemory, "judged" | "duplicates">,
  records: ReadonlyMap<number, IndexedCompany>,
  isJudgedAnew: boolean,
): CompaniesCompared {
  const now = new Map<number, Subject>();
  const subject = (record: IndexedCompany, isIn: boolean, criteria: CriterionOutcome[]): Subject => ({
    subjectId: record.id,
    isIn,
    digest: record.recordDigest ?? "",
    facts: factsOf(record),
    criteria,
  });
  const isAsBefore = (record: IndexedCompany) => !isJudgedAnew && known.get(record.id)?.digest === record.recordDigest;

  const byDomain = new Map([...records.values()].map((record) => [record.domain, record.id]));
  const isSeen = (id: number | undefined) => id !== undefined && known.get(id)?.isIn === true;
  for (const { companyId, judgement } of found.judged) {
    const record = records.get(companyId);
    if (record === undefined || isAsBefore(record)) continue;
    const before = known.get(companyId);
    const { isIn, criteria } =
      before !== undefined && !isJudgedAnew && isSameText(record, before)
        ? withKeptOffer(judgement, before.criteria)
        : { isIn: judgement.verdict === "in", criteria: judgement.criteria };
    // Another record of a company that matches already, which keeps its place.
    const isSecond = found.duplicates.some(
      ({ companyId: other, duplicateOf }) =>
        byDomain.get(duplicateOf) === companyId &&
        isSeen(other) &&
        !isJudgedAnew &&
        records.has(other) &&
        known.get(other)?.digest === records.get(other)?.recordDigest,
    );
    now.set(companyId, subject(record, isIn && !isSecond, criteria));
  }
  for (const { companyId } of found.duplicates) {
    const record = records.get(companyId);
    if (record !== undefined && !isAsBefore(record)) now.set(companyId, subject(record, false, []));
  }
  const gone: number[] = [];
  for (const { subjectId } of known.values()) {
    const record = records.get(subjectId);
    if (record === undefined) gone.push(subjectId);
    else if (!now.has(subjectId) && !isAsBefore(record)) now.set(subjectId, subject(record, false, []));
  }

  const crossings: Crossing[] = [];
  let matching = [...known.values()].filter(({ isIn }) => isIn).length;
  for (const [companyId, after] of now) {
    const before = known.get(companyId) ?? null;
    if ((before?.isIn ?? false) === after.isIn) continue;
    crossings.push({ companyId, before, after, hasEntered: after.isIn });
    matching += after.isIn ? 1 : -1;
  }
  for (const companyId of gone) {
    const before = known.get(companyId) ?? null;
    if (before?.isIn !== true) continue;
    crossings.push({ companyId, before, after: null, hasEntered: false });
    matching -= 1;
  }
  return { changed: [...now.values()], gone, crossings: crossings.sort((a, b) => a.companyId - b.companyId), matching };
}
