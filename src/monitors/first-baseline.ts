import { isDeepStrictEqual } from "node:util";
import type { IndexedCompany } from "#companies/directory-company";
import { newestRecords } from "#companies/records/read-records";
import type { Queries } from "#foundation/db/database";
import type { LastJudgements } from "#markets/discovery/last-judgements";
import type { FoundInMemory } from "#markets/preview/search-in-memory";
import { compareCompanies, factsOf } from "./compare-companies.ts";
import type { Subject } from "./monitor.ts";

/**
 * Returns what a monitor's first run is compared with: the market as its discoveries left it, so that the run tells
 * what has changed since. A company whose record changed since then has its earlier outcome. One that was recorded since
 * then is unknown. Of the others, an outcome by a language model is replaced by that of the rules, which judge from now on.
 * @param records the records of all companies judged by the discoveries, as far as the directory has them, and of those
 *   found now
 */
export async function firstBaseline(
  db: Queries,
  { judged, since }: LastJudgements,
  found: Pick<FoundInMemory, "judged" | "duplicates">,
  records: ReadonlyMap<number, IndexedCompany>,
): Promise<Map<number, Subject>> {
  const now = new Map(
    compareCompanies(new Map(), found, records, true).changed.map((subject) => [subject.subjectId, subject]),
  );
  const unjudged = [...now.values()].filter(({ subjectId }) => !judged.has(subjectId));
  const matching = unjudged.flatMap(({ subjectId, isIn }) => (isIn ? [subjectId] : []));
  const isNew = new Set(
    (await newestRecords(db, matching)).flatMap(({ companyId, recordedAt }) =>
      companyId !== null && since !== null && recordedAt > since ? [companyId] : [],
    ),
  );
  const baseline = new Map<number, Subject>();
  for (const subject of unjudged) if (!isNew.has(subject.subjectId)) baseline.set(subject.subjectId, subject);
  for (const [subjectId, { satisfies, criteria, isByModel, record }] of judged) {
    const current = records.get(subjectId);
    const facts = record === null ? null : factsOf(record);
    const isChanged = current === undefined || (facts !== null && !isDeepStrictEqual(facts, factsOf(current)));
    const byRules = isChanged ? undefined : now.get(subjectId);
    if (isByModel && byRules !== undefined) baseline.set(subjectId, byRules);
    else
      baseline.set(subjectId, {
        subjectId,
        isIn: satisfies,
        digest: isChanged ? "" : (current.recordDigest ?? ""),
        facts: facts ?? (current === undefined ? {} : factsOf(current)),
        criteria,
      });
  }
  return baseline;
}
