import { directoryVersion, indexedCompanies } from "#companies/directory";
import { PACKAGE_VERSION } from "#foundation/config/package-version";
import type { Database } from "#foundation/db/database";
import { counted } from "#foundation/language/counted";
import type { SearchCriteria } from "#markets/criteria/search-criteria";
import type { DirectoryIndexes } from "#markets/discovery/directory-indexes";
import { lastJudgements } from "#markets/discovery/last-judgements";
import { latestCriteria } from "#markets/discovery/latest-criteria";
import { offerJudge } from "#markets/judging/index";
import { searchInMemory } from "#markets/preview/search-in-memory";
import { INDEX_VERSION } from "#markets/retrieval/index";
import { companyNotices } from "./company-notices.ts";
import { compareCompanies } from "./compare-companies.ts";
import { firstBaseline } from "./first-baseline.ts";
import type { Basis, Comparison, Monitor, Subject } from "./monitor.ts";

export interface LookDeps {
  db: Database;
  indexes: DirectoryIndexes;
}

/** Maximum number of attempts: the directory may change while it is searched. */
const MOST_TRIES = 3;

/** Returns the criteria of judgement, without the name and the wanted number. */
function judgedFields({
  userPrompt,
  marketType,
  marketRole,
  keywords,
  seedDomains,
  assertions,
  constraints,
  locations,
}: SearchCriteria) {
  return { userPrompt, marketType, marketRole, ...keywords, seedDomains, assertions, constraints, locations };
}

const rulesVersion = (embeddings: string): string =>
  `${PACKAGE_VERSION}, index ${INDEX_VERSION}, judge ${offerJudge()}, ${embeddings}`;

const isSameBasis = (one: Basis | null, other: Basis): boolean =>
  one !== null && one.criteria?.digest === other.criteria?.digest && one.rules === other.rules;

/** Returns all that a first run has seen: its baseline with what differs from it. */
const merged = (baseline: ReadonlyMap<number, Subject>, changed: readonly Subject[], gone: readonly number[]) => {
  const all = new Map([...baseline, ...changed.map((subject) => [subject.subjectId, subject] as const)]);
  for (const id of gone) all.delete(id);
  return [...all.values()];
};

/** Why a run compares nothing. */
export interface Idle {
  idle: string;
}

/**
 * Searches the market's companies in memory and compares them with those of the last run; in the first run, with what
 * the market's discoveries decided. Pays for nothing. Searches nothing where directory, criteria and rules are
 * unchanged.
 */
export async function lookAtMarket(
  { db, indexes }: LookDeps,
  monitor: Monitor & { marketId: number },
  known: ReadonlyMap<number, Subject>,
): Promise<Comparison | Idle> {
  const criteria = await latestCriteria(db, monitor.marketId);
  if (criteria === null) return { idle: "No discovery of the market has completed yet." };
  const before = monitor.basis;
  const decided = before === null ? await lastJudgements(db, monitor.marketId) : null;
  const seen = decided === null ? known : decided.judged;
  for (let attempt = 1; ; attempt++) {
    const version = await directoryVersion(db);
    const index = await indexes.current();
    const basis: Basis = {
      criteria: { digest: criteria.digest, searchCriteria: judgedFields(criteria.searchCriteria) as never },
      rules: rulesVersion(index.embeddings),
      directory: version,
    };
    if (before?.directory === version && isSameBasis(before, basis)) return { idle: "Nothing has changed." };
    const found = await searchInMemory({ db, indexes }, criteria.searchCriteria);
    const others = [...seen.keys()].filter((id) => !found.records.has(id));
    const records = new Map([
      ...found.records,
      ...(await indexedCompanies(db, others)).map((record) => [record.id, record] as const),
    ]);
    if ((await directoryVersion(db)) !== version || found.index.version !== version) {
      if (attempt === MOST_TRIES) throw new Error("the directory changes faster than it can be searched");
      continue;
    }
    const baseline = decided === null ? known : await firstBaseline(db, decided, found, records);
    const isJudgedAnew = before !== null && !isSameBasis(before, basis);
    const { crossings, changed, gone, matching } = compareCompanies(baseline, found, records, isJudgedAnew);
    const notices = await companyNotices(db, monitor, crossings, { before: before ?? basis, after: basis });
    const entered = notices.filter(({ kind }) => kind === "company.entered").length;
    const moved = `${entered} entered, ${notices.length - entered} left`;
    return {
      changed: before === null ? merged(baseline, changed, gone) : changed,
      gone,
      matching,
      basis,
      notices,
      result:
        before === null
          ? `${counted(matching, "company matches", "companies match")}${notices.length === 0 ? "" : `; since the discovery, ${moved}`}. Changes are reported from now on.`
          : `${moved}; ${matching} match.`,
    };
  }
}
