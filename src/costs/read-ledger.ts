import type { Queries } from "#foundation/db/database";
import type { Purpose } from "./payer.ts";

/** One attempt to call a paid provider, in micro-dollars. */
export interface LedgerRow {
  id: string;
  /** Null for the platform. */
  teamId: number | null;
  purpose: Purpose;
  jobId: number | null;
  dossierTaskId: string | null;
  provider: string;
  operation: string;
  model: string;
  state: "intent" | "settled" | "failed" | "unknown";
  cap: number;
  amount: number;
  usage: Record<string, number>;
  createdAt: Date;
}

export interface LedgerFilter {
  /** `platform`: entries that no team pays for. */
  payer?: number | "platform" | null;
  jobId?: number | null;
  /** A run of a dossier. */
  dossierTaskId?: string | null;
  /** `YYYY-MM`, UTC. */
  month?: string | null;
}

const WHERE = `($1::int IS NULL OR l.team_id = $1) AND ($4::bool IS NOT TRUE OR l.team_id IS NULL)
  AND ($2::int IS NULL OR l.job_id = $2) AND ($5::uuid IS NULL OR l.dossier_task_id = $5)
  AND ($3::text IS NULL OR l.month = $3)`;
const valuesOf = ({ payer, jobId, dossierTaskId, month }: LedgerFilter) => [
  payer === "platform" ? null : (payer ?? null),
  jobId ?? null,
  month ?? null,
  payer === "platform",
  dossierTaskId ?? null,
];

/** Returns the newest entries that pass the filter. */
export async function readLedger(db: Queries, filter: LedgerFilter, limit: number): Promise<LedgerRow[]> {
  return db.query<LedgerRow>(
    `SELECT l.id, l.team_id AS "teamId", l.purpose::text AS purpose, l.job_id AS "jobId",
       l.dossier_task_id AS "dossierTaskId", l.provider, l.operation, l.model, l.state::text AS state,
       l.cap::float8 AS cap, l.amount::float8 AS amount, l.usage, l.created_at AS "createdAt"
     FROM ledger_entries l WHERE ${WHERE} ORDER BY l.created_at DESC, l.id LIMIT $6`,
    [...valuesOf(filter), limit],
  );
}

/** Sums of the entries, by purpose, provider, operation and model. */
export interface LedgerSum {
  purpose: Purpose;
  provider: string;
  operation: string;
  model: string;
  calls: number;
  /** Calls that were cut off or are under way: counted at their cap. */
  uncertain: number;
  amount: number;
}

export async function sumLedger(db: Queries, filter: LedgerFilter): Promise<LedgerSum[]> {
  return db.query<LedgerSum>(
    `SELECT l.purpose::text AS purpose, l.provider, l.operation, l.model, count(*)::int AS calls, sum(l.amount)::float8 AS amount,
       (count(*) FILTER (WHERE l.state IN ('intent', 'unknown')))::int AS uncertain
     FROM ledger_entries l WHERE ${WHERE} GROUP BY l.purpose, l.provider, l.operation, l.model
     ORDER BY amount DESC, l.purpose, l.provider, l.operation, l.model`,
    valuesOf(filter),
  );
}

/** Returns the sums of each of these jobs, in one statement; leaves out jobs that paid for nothing. */
export async function sumJobs(db: Queries, jobIds: readonly number[]): Promise<(LedgerSum & { jobId: number })[]> {
  return db.query<LedgerSum & { jobId: number }>(
    `SELECT l.job_id AS "jobId", l.purpose::text AS purpose, l.provider, l.operation, l.model, count(*)::int AS calls, sum(l.amount)::float8 AS amount,
       (count(*) FILTER (WHERE l.state IN ('intent', 'unknown')))::int AS uncertain
     FROM ledger_entries l WHERE l.job_id = ANY($1) GROUP BY l.job_id, l.purpose, l.provider, l.operation, l.model
     ORDER BY amount DESC, l.provider, l.operation, l.model`,
    [jobIds],
  );
}

/** Returns the sums of each of these runs of dossiers. */
export async function sumDossierTasks(
  db: Queries,
  taskIds: readonly string[],
): Promise<(LedgerSum & { taskId: string })[]> {
  return db.query<LedgerSum & { taskId: string }>(
    `SELECT l.dossier_task_id AS "taskId", l.purpose::text AS purpose, l.provider, l.operation, l.model, count(*)::int AS calls, sum(l.amount)::float8 AS amount,
       (count(*) FILTER (WHERE l.state IN ('intent', 'unknown')))::int AS uncertain
     FROM ledger_entries l WHERE l.dossier_task_id = ANY($1::uuid[]) GROUP BY l.dossier_task_id, l.purpose, l.provider, l.operation, l.model
     ORDER BY amount DESC, l.provider, l.operation, l.model`,
    [taskIds],
  );
}

/** Returns what the answers of these columns cost so far, in micro-dollars. Columns without paid calls are left out. */
export async function spentOnColumns(db: Queries, columnIds: readonly number[]): Promise<Map<number, number>> {
  const rows = await db.query<{ columnId: number | null; amount: number }>(
    `SELECT l.column_id AS "columnId", sum(l.amount)::float8 AS amount
     FROM ledger_entries l WHERE l.column_id = ANY($1::int[]) GROUP BY l.column_id`,
    [columnIds],
  );
  return new Map(rows.flatMap(({ columnId, amount }) => (columnId === null ? [] : [[columnId, amount]])));
}

/** Returns what a team, or the platform (null), was charged in a month; equals the sum of that month's ledger. */
export async function spendOf(db: Queries, teamId: number | null, month: string): Promise<number> {
  const [row] = await db.query<{ amount: number }>(
    `SELECT amount::float8 AS amount FROM spend WHERE team_id IS NOT DISTINCT FROM $1::int AND month = $2`,
    [teamId, month],
  );
  return row?.amount ?? 0;
}
