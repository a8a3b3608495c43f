import type { Database } from "../db/database.ts";

/** One attempt to call a paid provider, in micro-dollars. */
export interface LedgerRow {
  id: string;
  teamId: number;
  jobId: number | null;
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
  teamId?: number | null;
  jobId?: number | null;
  /** `YYYY-MM`, UTC. */
  month?: string | null;
}

const WHERE = `($1::int IS NULL OR l.team_id = $1) AND ($2::int IS NULL OR l.job_id = $2) AND ($3::text IS NULL OR l.month = $3)`;
const valuesOf = ({ teamId, jobId, month }: LedgerFilter) => [teamId ?? null, jobId ?? null, month ?? null];

/** The newest entries that pass the filter. */
export async function readLedger(
  db: Pick<Database, "query">,
  filter: LedgerFilter,
  limit: number,
): Promise<LedgerRow[]> {
  return db.query<LedgerRow>(
    `SELECT l.id, l.team_id AS "teamId", l.job_id AS "jobId", l.provider, l.operation, l.model, l.state::text AS state,
       l.cap::float8 AS cap, l.amount::float8 AS amount, l.usage, l.created_at AS "createdAt"
     FROM ledger_entries l WHERE ${WHERE} ORDER BY l.created_at DESC, l.id LIMIT $4`,
    [...valuesOf(filter), limit],
  );
}

/** What the entries add up to, by provider, operation and model. */
export interface LedgerSum {
  provider: string;
  operation: string;
  model: string;
  calls: number;
  /** Cut off, or under way: counted at their cap. */
  uncertain: number;
  amount: number;
}

export async function sumLedger(db: Pick<Database, "query">, filter: LedgerFilter): Promise<LedgerSum[]> {
  return db.query<LedgerSum>(
    `SELECT l.provider, l.operation, l.model, count(*)::int AS calls, sum(l.amount)::float8 AS amount,
       (count(*) FILTER (WHERE l.state IN ('intent', 'unknown')))::int AS uncertain
     FROM ledger_entries l WHERE ${WHERE} GROUP BY l.provider, l.operation, l.model ORDER BY amount DESC, l.provider, l.operation, l.model`,
    valuesOf(filter),
  );
}

/** The same for each of these jobs, in one statement; jobs that paid for nothing are left out. */
export async function sumJobs(
  db: Pick<Database, "query">,
  jobIds: readonly number[],
): Promise<(LedgerSum & { jobId: number })[]> {
  return db.query<LedgerSum & { jobId: number }>(
    `SELECT l.job_id AS "jobId", l.provider, l.operation, l.model, count(*)::int AS calls, sum(l.amount)::float8 AS amount,
       (count(*) FILTER (WHERE l.state IN ('intent', 'unknown')))::int AS uncertain
     FROM ledger_entries l WHERE l.job_id = ANY($1) GROUP BY l.job_id, l.provider, l.operation, l.model
     ORDER BY amount DESC, l.provider, l.operation, l.model`,
    [jobIds],
  );
}

/** What a team was charged in a month; its ledger of that month adds up to the same. */
export async function teamSpend(db: Pick<Database, "query">, teamId: number, month: string): Promise<number> {
  const [row] = await db.query<{ amount: number }>(
    `SELECT amount::float8 AS amount FROM team_spend WHERE team_id = $1 AND month = $2`,
    [teamId, month],
  );
  return row?.amount ?? 0;
}
