import { teamBudget } from "#accounts/teams/find-team";
import { calendarMonth } from "#foundation/calendar-month";
import type { Database, Queries, Transaction } from "#foundation/db/database";
import { formatMicroUsd } from "#foundation/micro-usd";
import type { Json } from "#providers/provider-call";
import { CostCapReachedError } from "./cost-cap.ts";
import type { Payer } from "./payer.ts";

export interface NewEntry {
  provider: string;
  operation: string;
  model: string;
  requestHash: string;
  /** Maximum cost, in micro-dollars. */
  capMicroUsd: number;
  /** Time after which the call is over or was cut off. */
  leaseMs: number;
}

export type EntryEnd =
  | { state: "settled"; amount: number; usage: Record<string, number> }
  | { state: "failed"; amount: number }
  | { state: "unknown" };

/** Returns the budget in micro-dollars a month; null means no limit. */
async function platformBudget(tx: Transaction): Promise<number | null> {
  const [platform] = await tx.$queryRaw<
    { budget: number | null }[]
  >`SELECT monthly_budget::float8 AS budget FROM platform`;
  return platform?.budget ?? null;
}

/**
 * Adds to the payer's spending, within its budget. The row's lock decides a payer's intents one at a time. A free call
 * fits into any budget, even an exhausted one.
 */
async function addSpend(tx: Transaction, { teamId }: Payer, month: string, amount: number): Promise<void> {
  const budget = teamId === null ? await platformBudget(tx) : await teamBudget(tx, teamId);
  const added = await tx.$executeRaw`
    INSERT INTO spend (team_id, month, amount)
    SELECT ${teamId}::int, ${month}, ${amount}::bigint
    WHERE ${budget}::float8 IS NULL OR ${amount}::bigint = 0 OR ${amount}::bigint <= ${budget}::float8
    ON CONFLICT (team_id, month) DO UPDATE SET amount = spend.amount + excluded.amount
    WHERE ${budget}::float8 IS NULL OR excluded.amount = 0 OR spend.amount + excluded.amount <= ${budget}::float8`;
  if (added > 0 || budget === null) return;
  const [used] = await tx.$queryRaw<{ ended: number }[]>`
    SELECT (SELECT coalesce(sum(amount), 0) FROM spend WHERE team_id IS NOT DISTINCT FROM ${teamId}::int AND month = ${month})::float8
      - coalesce(sum(l.amount), 0)::float8 AS ended
    FROM ledger_entries l
    WHERE l.team_id IS NOT DISTINCT FROM ${teamId}::int AND l.month = ${month} AND l.state = 'intent' AND l.leased_until >= now()`;
  throw new CostCapReachedError(
    `the ${teamId === null ? "platform" : "team"}'s budget of ${formatMicroUsd(budget)} for ${month} has less left than the next call may cost, which is ${formatMicroUsd(amount)}`,
    (used?.ended ?? 0) + amount <= budget,
  );
}

/** Checks that the request's cap covers what the ledger counts for all of its jobs, plus this call. */
async function checkJobCap(tx: Transaction, jobId: number, amount: number): Promise<void> {
  const [job] = await tx.$queryRaw<{ cap: number | null; spent: number; ended: number }[]>`
    SELECT j.cost_cap::float8 AS cap, coalesce(sum(l.amount), 0)::float8 AS spent,
      (coalesce(sum(l.amount) FILTER (WHERE l.state <> 'intent' OR l.leased_until < now()), 0))::float8 AS ended
    FROM jobs j JOIN jobs o ON o.workflow_run_id = j.workflow_run_id LEFT JOIN ledger_entries l ON l.job_id = o.id
    WHERE j.id = ${jobId} GROUP BY j.cost_cap`;
  if (job === undefined || job.cap === null || amount === 0 || job.spent + amount <= job.cap) return;
  throw new CostCapReachedError(
    `${formatMicroUsd(job.spent)} of the request's cap of ${formatMicroUsd(job.cap)} is spent or reserved, and the next call may cost ${formatMicroUsd(amount)}`,
    job.ended + amount <= job.cap,
  );
}

/** A column's cap must cover what the ledger counts for it, plus this call. */
async function checkColumnCap(tx: Transaction, { columnId, columnCap }: Payer, amount: number): Promise<void> {
  if (columnId === null || columnCap === null || amount === 0) return;
  const [sums] = await tx.$queryRaw<{ spent: number; ended: number }[]>`
    SELECT coalesce(sum(l.amount), 0)::float8 AS spent,
      (coalesce(sum(l.amount) FILTER (WHERE l.state <> 'intent' OR l.leased_until < now()), 0))::float8 AS ended
    FROM ledger_entries l WHERE l.column_id = ${columnId}`;
  const { spent = 0, ended = 0 } = sums ?? {};
  if (spent + amount <= columnCap) return;
  throw new CostCapReachedError(
    `${formatMicroUsd(spent)} of the column's cap of ${formatMicroUsd(columnCap)} is spent or reserved, and the next call may cost ${formatMicroUsd(amount)}`,
    ended + amount <= columnCap,
  );
}

/** An intent that has not ended. */
export interface OpenEntry {
  id: string;
  /** Whether its time is over: it was cut off. */
  isOver: boolean;
}

/** Returns the intents of the same request under the same job, run of a dossier or purpose. */
export async function openEntries(
  db: Queries,
  { jobId, dossierTaskId, columnId, purpose }: Payer,
  requestHash: string,
): Promise<OpenEntry[]> {
  return db.query<OpenEntry>(
    `SELECT id, leased_until < now() AS "isOver" FROM ledger_entries
     WHERE request_hash = $1 AND state = 'intent' AND purpose = $2::ledger_purpose
       AND job_id IS NOT DISTINCT FROM $3::int AND dossier_task_id IS NOT DISTINCT FROM $4::uuid
       AND column_id IS NOT DISTINCT FROM $5::int`,
    [requestHash, purpose, jobId, dossierTaskId, columnId],
  );
}

/**
 * Whether the same call is under way or was answered meanwhile. Simultaneous callers are decided one after another: the
 * lock lasts until the transaction ends, so the second caller sees the first one's intent.
 */
async function isMadeBySomebodyElse(tx: Transaction, payer: Payer, requestHash: string): Promise<boolean> {
  const { jobId, dossierTaskId, columnId, purpose } = payer;
  const keeper = columnId === null ? (jobId ?? dossierTaskId ?? purpose) : `column ${columnId}`;
  const name = `paid call ${keeper} ${requestHash}`;
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`;
  const [row] = await tx.$queryRaw<{ isMade: boolean }[]>`
    SELECT EXISTS (SELECT 1 FROM ledger_entries
        WHERE request_hash = ${requestHash} AND state = 'intent' AND leased_until >= now()
          AND purpose = ${purpose}::ledger_purpose AND job_id IS NOT DISTINCT FROM ${jobId}::int
          AND dossier_task_id IS NOT DISTINCT FROM ${dossierTaskId}::uuid AND column_id IS NOT DISTINCT FROM ${columnId}::int)
      OR EXISTS (SELECT 1 FROM recorded_answers
        WHERE request_hash = ${requestHash} AND job_id IS NOT DISTINCT FROM ${jobId}::int
          AND dossier_task_id IS NOT DISTINCT FROM ${dossierTaskId}::uuid AND column_id IS NOT DISTINCT FROM ${columnId}::int) AS "isMade"`;
  return row?.isMade === true;
}

/**
 * Writes the intent of a call and counts it at its cap, in one transaction: no call is made that is not in the ledger.
 * @returns the entry's id; null where the same call is under way or its answer is recorded, and nothing was written
 * @throws CostCapReachedError when it exceeds the request's cap or the payer's monthly budget
 */
export async function openEntry(
  { prisma }: Pick<Database, "prisma">,
  payer: Payer,
  entry: NewEntry,
): Promise<string | null> {
  const month = calendarMonth();
  const { teamId, jobId, dossierTaskId, columnId, purpose } = payer;
  const { provider, operation, model, requestHash, capMicroUsd, leaseMs } = entry;
  return prisma.$transaction(async (tx) => {
    if (payer.remembers && (await isMadeBySomebodyElse(tx, payer, requestHash))) return null;
    await addSpend(tx, payer, month, capMicroUsd);
    if (jobId !== null) await checkJobCap(tx, jobId, capMicroUsd);
    await checkColumnCap(tx, payer, capMicroUsd);
    // Uses the database's clock, because all processes compare leases with it.
    const [opened] = await tx.$queryRaw<{ id: string }[]>`
      INSERT INTO ledger_entries (id, team_id, month, purpose, job_id, dossier_task_id, column_id, provider, operation, model,
        request_hash, cap, amount, leased_until)
      VALUES (gen_random_uuid(), ${teamId}::int, ${month}, ${purpose}::ledger_purpose, ${jobId}::int, ${dossierTaskId}::uuid,
        ${columnId}::int, ${provider}, ${operation}, ${model}, ${requestHash}, ${capMicroUsd}::bigint, ${capMicroUsd}::bigint,
        now() + ${leaseMs}::float8 * interval '1 millisecond')
      RETURNING id`;
    return opened?.id ?? null;
  });
}

/** Ends an entry that is under way and corrects the payer's spending; an ended one stays as it is. */
export async function closeEntry(tx: Transaction, id: string, end: EntryEnd): Promise<void> {
  const amount = end.state === "unknown" ? null : end.amount;
  const usage: Json = end.state === "settled" ? end.usage : {};
  await tx.$executeRaw`
    WITH before AS (SELECT id, team_id, month, amount FROM ledger_entries WHERE id = ${id}::uuid AND state = 'intent' FOR UPDATE),
    closed AS (
      UPDATE ledger_entries l
      SET state = ${end.state}::ledger_state, amount = coalesce(${amount}::bigint, l.amount), usage = ${JSON.stringify(usage)}::jsonb,
        settled_at = now()
      FROM before b WHERE l.id = b.id RETURNING b.team_id, b.month, l.amount - b.amount AS difference)
    UPDATE spend s SET amount = s.amount + c.difference
    FROM closed c WHERE s.team_id IS NOT DISTINCT FROM c.team_id AND s.month = c.month`;
}

/** Marks expired intents as cut off; they keep counting at their cap. Returns their number. */
export async function markCutOff(db: Queries): Promise<number> {
  const marked = await db.query(
    "UPDATE ledger_entries SET state = 'unknown', settled_at = now() WHERE state = 'intent' AND leased_until < now() RETURNING id",
  );
  return marked.length;
}
