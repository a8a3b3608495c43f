import type { Database, Queries, Transaction } from "#foundation/db/database";

/** A job's phases, in the order of a discovery. */
export const PHASES = [
  "queued",
  "planning",
  "searching",
  "resolving",
  "judging",
  "ranking",
  "storing",
  "enriching",
  "publishing",
  "completed",
  "failed",
  "cancelled",
] as const;
export type Phase = (typeof PHASES)[number];

/** One entry of a market's progress log. `sequence` counts from 1 within the market, `progress` is 0–1. */
export interface ProgressEntry {
  marketId: number;
  sequence: number;
  jobId: number;
  phase: Phase;
  message: string;
  progress: number;
  at: Date;
}

export interface NewProgress {
  marketId: number;
  jobId: number;
  phase: Phase;
  message: string;
  progress: number;
  /** Idempotency key, unique within the job: activities run at least once, and the entry is written once. */
  key: string;
}

const ENDS: ReadonlySet<Phase> = new Set<Phase>(["completed", "failed", "cancelled"]);
const isEnd = (phase: Phase): boolean => ENDS.has(phase);

/** The channel that wakes readers of the log; its payload is the market's id. */
export const PROGRESS_CHANNEL = "market_progress";

/**
 * Appends to the market's log, updates the job's stage and progress, and wakes the readers when the transaction
 * commits. Locks the market's row until then, so that every reader sees the sequence in order and without gaps. After a
 * job has ended, accepts only the entry about its end; a step that was still under way writes nothing.
 */
export async function appendProgress(tx: Transaction, entry: NewProgress): Promise<void> {
  const { marketId, jobId, phase, message, progress, key } = entry;
  // A separate statement, because the next one must see what was committed while this one waited for the lock.
  await tx.$executeRaw`SELECT 1 FROM markets WHERE id = ${marketId} FOR UPDATE`;
  const written = await tx.$executeRaw`
    WITH fresh AS (
      UPDATE markets SET log_sequence = log_sequence + 1
      WHERE id = ${marketId} AND NOT EXISTS (SELECT 1 FROM progress_log WHERE job_id = ${jobId} AND key = ${key})
        AND EXISTS (SELECT 1 FROM jobs WHERE id = ${jobId} AND (ended_at IS NULL OR ${isEnd(phase)}))
      RETURNING log_sequence
    )
    INSERT INTO progress_log (market_id, sequence, job_id, phase, message, progress, key)
    SELECT ${marketId}, log_sequence, ${jobId}, ${phase}, ${message}, ${progress}, ${key} FROM fresh`;
  if (written === 0) return;
  await tx.$executeRaw`
    UPDATE jobs SET stage = ${phase}, progress = greatest(progress, ${progress}) WHERE id = ${jobId}`;
  await tx.$executeRaw`SELECT pg_notify(${PROGRESS_CHANNEL}, ${String(marketId)})`;
}

/**
 * Parts of a statement that queues jobs. `market` (id, log_sequence) takes the next sequence for the market of the JSON
 * in the first parameter. `logged` logs the first of `job`, with the JSON's message.
 */
export const NEXT_SEQUENCE_PART = `
  market AS (
    UPDATE markets SET log_sequence = log_sequence + least(1, jsonb_array_length($1::jsonb->'run'->'jobs'))
    WHERE id = ($1::jsonb->>'marketId')::int RETURNING id, log_sequence, NULL::text AS charged_month)`;

export const FIRST_ENTRY_PART = `
  logged AS (
    INSERT INTO progress_log (market_id, sequence, job_id, phase, message, progress, key)
    SELECT m.id, m.log_sequence, first.id, 'queued', $1::jsonb->'run'->>'message', 0, 'queued'
    FROM market m, (SELECT min(id) AS id FROM job) first WHERE first.id IS NOT NULL
    RETURNING pg_notify('${PROGRESS_CHANNEL}', market_id::text)::text AS told)`;

/** Returns a market's entries after a sequence, oldest first, at most `limit`. One statement. */
export async function readProgress(
  db: Database,
  marketId: number,
  after: number,
  limit = 500,
): Promise<ProgressEntry[]> {
  return db.query<ProgressEntry>(
    `SELECT market_id AS "marketId", sequence, job_id AS "jobId", phase, message, progress, at
     FROM progress_log WHERE market_id = $1 AND sequence > $2 ORDER BY sequence LIMIT $3`,
    [marketId, after, limit],
  );
}

/** Logs an event that concerns all open runs in each of their markets, once for each key. */
export async function tellOpenRuns(inside: Queries, message: string, key: string): Promise<void> {
  await inside.query(
    `WITH open AS (
       SELECT market_id, min(id) AS job_id FROM jobs WHERE status IN ('queued', 'running')
         AND NOT EXISTS (SELECT FROM progress_log told WHERE told.job_id = jobs.id AND told.key = $2)
       GROUP BY market_id),
     market AS (
       UPDATE markets m SET log_sequence = m.log_sequence + 1 FROM open WHERE m.id = open.market_id
       RETURNING m.id, m.log_sequence, open.job_id)
     INSERT INTO progress_log (market_id, sequence, job_id, phase, message, progress, key)
     SELECT m.id, m.log_sequence, m.job_id, 'queued', $1, j.progress, $2 FROM market m JOIN jobs j ON j.id = m.job_id`,
    [message, key],
  );
}
