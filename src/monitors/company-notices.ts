import { companiesByIds } from "#companies/directory";
import { survivorsOf } from "#companies/identity/identified-company";
import { newestRecords, type SourceRecordRow } from "#companies/records/read-records";
import type { Queries } from "#foundation/db/database";
import type { FieldChange, NoticeCause } from "#notices/notice";
import type { NewNotice } from "#notices/notice-log";
import { causeOf, changesBetween, changesInWords, outcomeChanges } from "./causes.ts";
import { type Crossing, FACTS } from "./compare-companies.ts";
import type { Basis, Monitor } from "./monitor.ts";

/** Returns what has changed for all companies together. */
function sharedCauses(before: Basis, after: Basis): NoticeCause[] {
  const causes: NoticeCause[] = [];
  if (before.criteria?.digest !== after.criteria?.digest) {
    const changes = changesBetween(before.criteria?.searchCriteria ?? null, after.criteria?.searchCriteria ?? null);
    causes.push(causeOf("criteria", `The market's criteria are others: ${changesInWords(changes)}.`, changes));
  }
  if (before.rules !== after.rules) {
    const changes = [{ field: "rules", before: before.rules, after: after.rules }];
    causes.push(causeOf("rules", "Another version of the rules judges.", changes));
  }
  return causes;
}

const sourceOf = ({ id, source, kind, line, recordedAt }: SourceRecordRow): NoticeCause["sources"][number] => ({
  id,
  source,
  kind,
  line: line === 0 ? null : line,
  url: null,
  at: recordedAt.toISOString(),
});

/** Returns what has changed in the company's own record; null where nothing has. */
function recordCause(
  { before, after }: Crossing,
  [newest, previous]: SourceRecordRow[],
  since: Date | null,
  mergedInto: string | undefined,
): NoticeCause | null {
  if (before !== null && after !== null && before.digest === after.digest) return null;
  const sources = newest === undefined ? [] : [sourceOf(newest)];
  if (after === null) {
    const changes = changesBetween(before?.facts ?? null, null, FACTS);
    const summary =
      mergedInto === undefined
        ? "The directory no longer has it."
        : `It was merged into ${mergedInto}, whose records it now has.`;
    return { ...causeOf("record", summary, changes), sources };
  }
  if (before !== null) {
    const changes = changesBetween(before.facts, after.facts, FACTS);
    return {
      ...causeOf("record", `Its record changed: ${changesInWords(changes) || "other fields"}.`, changes),
      sources,
    };
  }
  if (newest !== undefined && since !== null && newest.recordedAt <= since) return null;
  if (previous === undefined)
    return { ...causeOf("record", "It is new in the directory.", changesBetween(null, after.facts, FACTS)), sources };
  // It was not examined before, so its earlier record shows what it was.
  const changes = changesBetween(previous.facts, newest?.facts ?? null, FACTS);
  return {
    ...causeOf("record", `Its record changed: ${changesInWords(changes) || "other fields"}.`, changes),
    sources,
  };
}

/** Cause for a company that is found now although nothing about it has changed. */
const BY_OTHERS = causeOf(
  "directory",
  "Its record is the same. Other records have changed, and the search now finds it.",
);

/** Returns the notices of a run on a market, each with its causes. */
export async function companyNotices(
  db: Queries,
  monitor: Monitor & { marketId: number },
  crossings: readonly Crossing[],
  { before, after }: { before: Basis; after: Basis },
): Promise<NewNotice[]> {
  if (crossings.length === 0) return [];
  const ids = crossings.map(({ companyId }) => companyId);
  const shared = sharedCauses(before, after);
  const records = Map.groupBy(await newestRecords(db, ids), ({ companyId }) => companyId);
  const survivors = await survivorsOf(db, ids);
  const intoDomain = new Map(
    (await companiesByIds(db, [...new Set(survivors.values())])).map(({ id, domain }) => [id, domain]),
  );
  return crossings.map((crossing): NewNotice => {
    const { companyId, hasEntered } = crossing;
    const facts = (crossing.after ?? crossing.before)?.facts ?? {};
    const company = { id: companyId, domain: String(facts.domain), name: String(facts.name) };
    const own = recordCause(
      crossing,
      records.get(companyId) ?? [],
      monitor.lastRunAt,
      intoDomain.get(survivors.get(companyId) ?? 0),
    );
    const named = [...(own === null ? [] : [own]), ...shared];
    const criteria: FieldChange[] = outcomeChanges(crossing.before?.criteria ?? [], crossing.after?.criteria ?? []);
    return {
      key: `monitor/${monitor.id}/${monitor.runs + 1}/${companyId}`,
      kind: hasEntered ? "company.entered" : "company.left",
      title: `${company.name} (${company.domain}) ${hasEntered ? "entered" : "left"}`,
      monitorId: monitor.id,
      marketId: monitor.marketId,
      companyId,
      eventId: null,
      data: { company, causes: named.length === 0 ? [BY_OTHERS] : named, criteria },
    };
  });
}
