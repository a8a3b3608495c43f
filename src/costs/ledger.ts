import type { Database, Transaction } from "../db/database.ts";
import type { Json } from "../providers/provider-call.ts";
import { quotaMonth } from "../teams/quota.ts";
import { CostCapReachedError } from "./cost-cap.ts";
import { formatMicroUsd } from "./micro-usd.ts";

/** Whose money it is, and the job that asks; null: outside of any job. */
export interface Payer {
  teamId: number;
  jobId: number | null;
}

export interface NewEntry {
  provider: string;
  operation: string;
  model: string;
  requestHash: string;
  /** The most that it can cost, in micro-dollars. */
  capMicroUsd: number;
  /** After this time the call is over or was cut off. */
  leaseMs: number;
}

export type EntryEnd =
  | { state: "settled"; amount: number; usage: Record<string, number> }
  | { state: "failed"; amount: number }
  | { state: "unknown" };

/**
 * Adds to what the team spent, within its budget; the row's lock lets one intent of a team be decided at a time. What costs
 * nothing fits into any budget, a used-up one too.
 */
async function addSpend(tx: Transaction, teamId: number, month: string, amount: number): Promise<void> {
  const [team] = await tx.$queryRaw<{ budget: number | null }[]>`
    SELECT monthly_budget::float8 AS budget FROM teams WHERE id = ${teamId}`;
  const budget = team?.budget ?? null;
  const added = await tx.$executeRaw`
    INSERT INTO team_spend (team_id, month, amount)
    SELECT ${teamId}, ${month}, ${amount}::bigint
    WHERE ${budget}::float8 IS NULL OR ${amount}::bigint = 0 OR ${amount}::bigint <= ${budget}::float8
    ON CONFLICT (team_id, month) DO UPDATE SET amount = team_spend.amount + excluded.amount
    WHERE ${budget}::float8 IS NULL OR excluded.amount = 0 OR team_spend.amount + excluded.amount <= ${budget}::float8`;
  if (added === 0)
    throw new CostCapReachedError(
      `the team's budget of ${formatMicroUsd(budget ?? 0)} for ${month} does not hold another ${formatMicroUsd(amount)}`,
    );
}

/** The job's own cap holds what its ledger counts and this call. */
async function checkJobCap(tx: Transaction, jobId: number, amount: number): Promise<void> {
  const [job] = await tx.$queryRaw<{ cap: number | null; spent: number }[]>`
    SELECT j.cost_cap::float8 AS cap,
      (SELECT coalesce(sum(l.amount), 0)::float8 FROM ledger_entries l WHERE l.job_id = j.id) AS spent
    FROM jobs j WHERE j.id = ${jobId}`;
  if (job === undefined || job.cap === null || amount === 0 || job.spent + amount <= job.cap) return;
  throw new CostCapReachedError(
    `of the job's cap of ${formatMicroUsd(job.cap)}, ${formatMicroUsd(job.spent)} are spent or under way, and the next call may cost ${formatMicroUsd(amount)}`,
  );
}

/**
 * Whether the same call of the job is under way or was answered meanwhile. Those who ask at the same moment are decided one after
 * the other: the lock is held until the transaction ends, and with it the intent of the first is seen by the second.
 */
async function isMadeBySomebodyElse(tx: Transaction, jobId: number, requestHash: string): Promise<boolean> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`paid call ${jobId} ${requestHash}`}, 0))`;
  const [row] = await tx.$queryRaw<{ isMade: boolean }[]>`
    SELECT EXISTS (SELECT 1 FROM ledger_entries
        WHERE job_id = ${jobId} AND request_hash = ${requestHash} AND state = 'intent' AND leased_until >= now())
      OR EXISTS (SELECT 1 FROM recorded_answers WHERE job_id = ${jobId} AND request_hash = ${requestHash}) AS "isMade"`;
  return row?.isMade === true;
}

/**
 * Writes the intent of a call, and counts it at its cap, in one transaction: nothing is called that is not in the ledger.
 * @returns the entry's id; null, and nothing is written, where the job is making the same call or has its answer
 * @throws CostCapReachedError when the job's cap or the team's budget of the month does not hold it
 */
export async function openEntry(
  { prisma }: Pick<Database, "prisma">,
  payer: Payer,
  entry: NewEntry,
): Promise<string | null> {
  const month = quotaMonth();
  return prisma.$transaction(async (tx) => {
    if (payer.jobId !== null && (await isMadeBySomebodyElse(tx, payer.jobId, entry.requestHash))) return null;
    await addSpend(tx, payer.teamId, month, entry.capMicroUsd);
    if (payer.jobId !== null) await checkJobCap(tx, payer.jobId, entry.capMicroUsd);
    const { id } = await tx.ledgerEntry.create({
      data: {
        teamId: payer.teamId,
        month,
        jobId: payer.jobId,
        provider: entry.provider,
        operation: entry.operation,
        model: entry.model,
        requestHash: entry.requestHash,
        cap: BigInt(entry.capMicroUsd),
        amount: BigInt(entry.capMicroUsd),
        leasedUntil: new Date(Date.now() + entry.leaseMs),
      },
      select: { id: true },
    });
    return id;
  });
}

/** Ends an entry that is under way and corrects what the team spent; one that has ended stays as it is. */
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
    UPDATE team_spend s SET amount = s.amount + c.difference FROM closed c WHERE s.team_id = c.team_id AND s.month = c.month`;
}

/** Marks intents whose time is over as cut off; they go on counting at their cap. Returns how many. */
export async function markCutOff({ prisma }: Pick<Database, "prisma">): Promise<number> {
  return prisma.$executeRaw`
    UPDATE ledger_entries SET state = 'unknown', settled_at = now() WHERE state = 'intent' AND leased_until < now()`;
}
