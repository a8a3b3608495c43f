import { OLD_AUDIT } from "#accounts/audit/old-entries";
import { FRUITLESS_ANSWERS, OLD_LEDGER, OLD_RECORDED_ANSWERS } from "#costs/old-records";
import type { RetentionConfig } from "#foundation/config/retention";
import type { Queries } from "#foundation/db/database";
import { noteTableSizes, OLD_SIZES, SIZES_KEPT_DAYS } from "#foundation/db/table-sizes";
import { EXPIRED_IDEMPOTENCY_RECORDS } from "#foundation/idempotency/expired-records";
import type { ExpiringRows } from "#foundation/retention/expiring-rows";
import { OLD_PROGRESS } from "#jobs/old-progress";
import { FRUITLESS_DISCOVERIES, OLD_LISTS } from "#markets/discovery/old-discoveries";
import { OLD_DELIVERIES, OLD_NOTICES } from "#notices/webhooks/old-notices";

/** Number of rows that one statement deletes: it holds locks for a few milliseconds, for which nobody waits. */
const BATCH = 1_000;

/** Rows of one kind, and their retention. */
export interface Retained {
  rows: ExpiringRows;
  /** Null means permanently. */
  days: number | null;
}

/** The result for one kind. */
export interface Cleared {
  what: string;
  table: string;
  days: number | null;
  /** Deleted rows; in a rehearsal, rows that are due. */
  rows: number;
}

/**
 * Returns all rows that may go, in the order of their deletion. Excludes what a market, its history and its evidence
 * rest on: verdicts of completed discoveries and their records, criteria, jobs, reviews, events.
 */
export function retained(config: RetentionConfig): Retained[] {
  const kept = (days: number, ...rows: ExpiringRows[]): Retained[] =>
    rows.map((one) => ({ rows: one, days: days === 0 ? null : days }));
  return [
    { rows: EXPIRED_IDEMPOTENCY_RECORDS, days: 0 },
    ...kept(config.progressLog, OLD_PROGRESS),
    ...kept(config.failedDiscoveries, ...FRUITLESS_DISCOVERIES, FRUITLESS_ANSWERS),
    ...kept(config.recordings, OLD_LISTS, OLD_RECORDED_ANSWERS),
    ...kept(config.webhookDeliveries, OLD_DELIVERIES),
    ...kept(config.notices, OLD_NOTICES),
    ...kept(config.ledger, OLD_LEDGER),
    ...kept(config.audit, OLD_AUDIT),
    { rows: OLD_SIZES, days: SIZES_KEPT_DAYS },
  ];
}

export interface RetentionOptions {
  /** Counts what is due and deletes nothing. */
  isRehearsal?: boolean;
  signal?: AbortSignal;
  /** Called after each batch, with the number of rows deleted so far. */
  onBatch?: (rows: number) => void;
}

/** Clears what is due, batch by batch; each is a separate transaction, so that an end in between loses nothing. */
export async function applyRetention(
  db: Queries,
  config: RetentionConfig,
  { isRehearsal = false, signal, onBatch }: RetentionOptions = {},
): Promise<Cleared[]> {
  const cleared: Cleared[] = [];
  let total = 0;
  for (const { rows, days } of retained(config)) {
    const { what, table } = rows;
    const one: Cleared = { what, table, days, rows: 0 };
    cleared.push(one);
    if (days === null) continue;
    if (isRehearsal) {
      one.rows = await rows.count(db, days);
      continue;
    }
    for (let gone = BATCH; gone === BATCH; ) {
      signal?.throwIfAborted();
      gone = await rows.clear(db, days, BATCH);
      one.rows += gone;
      total += gone;
      onBatch?.(total);
    }
  }
  if (!isRehearsal) await noteTableSizes(db);
  return cleared;
}
