import { randomUUID } from "node:crypto";
import { Prisma } from "#generated/prisma/client";
import type { Database, PrismaClient, Transaction } from "../db/database.ts";
import { ConflictError, InvalidInputError } from "../errors/index.ts";
import { digestOf } from "../language/canonical-json.ts";

/** How long an answer is kept for repeats, in hours. */
const KEPT_HOURS = 24;
/**
 * A request without an answer after this time is presumed dead. The lease is longer than the longest transaction
 * (Prisma ends one after 20 s) and its answer. An attempt that comes back later is fenced out.
 */
const LEASE_SECONDS = 30;
/**
 * Whether the process that works on a record has lost its connection, and with it the lock of its session (see
 * `DatabaseWatch`).
 * Either it died, or the database was away and the request was told so. Such a request may be repeated at once.
 * A process that only stalled is fenced out.
 */
const IS_INTERRUPTED = `r.session IS NOT NULL AND NOT EXISTS (
  SELECT FROM pg_locks l WHERE l.locktype = 'advisory' AND l.objsubid = 1 AND l.granted
    AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND (l.classid::bigint << 32 | l.objid::bigint) = r.session)`;
/** Expired records that each new one clears: more than are added. */
const CLEARED_EACH = 20;
const MAX_KEY = 255;

/** Identifies a request: the caller's key, the operation, its Idempotency-Key and its input. */
export interface IdempotentRequest {
  apiKeyId: string;
  operation: string;
  key: string;
  /** The whole request as JSON. */
  input: unknown;
}

/** The right to work on a request. */
export interface IdempotencyClaim extends Omit<IdempotentRequest, "input"> {
  lease: string;
  /** What an earlier attempt did before it died; null means nothing was done. */
  effect: unknown;
}

/** An answer as it was sent. */
export interface KeptAnswer {
  status: number;
  /** JSON text. */
  body: string;
  headers: Record<string, string>;
}

export type Begun = { claim: IdempotencyClaim; answer?: undefined } | { answer: KeptAnswer; claim?: undefined };

interface RecordRow {
  fingerprint: string;
  effect: unknown;
  status: number | null;
  body: string | null;
  headers: Record<string, string> | null;
}

/**
 * Takes up a request, or finds its answer.
 * One statement decides which attempt gets the lease: the first, the first after a dead or interrupted one, or any
 * after expiry.
 * @throws InvalidInputError for an invalid key, ConflictError for another request under the same key or one in flight
 */
export async function beginOnce(db: Pick<Database, "query" | "session">, request: IdempotentRequest): Promise<Begun> {
  const { apiKeyId, operation, key, input } = request;
  if (key.length < 1 || key.length > MAX_KEY)
    throw new InvalidInputError(`Idempotency-Key must have 1–${MAX_KEY} characters`);
  const fingerprint = digestOf(input);
  const lease = randomUUID();
  const named = [apiKeyId, operation, key];
  const [claimed] = await db.query<{ effect: unknown }>(
    `WITH cleared AS (
       DELETE FROM idempotency_records WHERE ctid IN (
         SELECT ctid FROM idempotency_records
         WHERE expires_at < now() AND (api_key_id, operation, key) <> ($1::uuid, $2, $3) LIMIT ${CLEARED_EACH} FOR UPDATE SKIP LOCKED))
     INSERT INTO idempotency_records AS r (api_key_id, operation, key, fingerprint, lease, leased_until, session, expires_at)
     VALUES ($1::uuid, $2, $3, $4, $5::uuid, now() + interval '${LEASE_SECONDS} seconds', $6::bigint,
       now() + interval '${KEPT_HOURS} hours')
     ON CONFLICT (api_key_id, operation, key) DO UPDATE SET
       fingerprint = excluded.fingerprint, lease = excluded.lease, leased_until = excluded.leased_until, session = excluded.session,
       effect = CASE WHEN r.expires_at < now() THEN NULL ELSE r.effect END, status = NULL, body = NULL, headers = NULL,
       created_at = CASE WHEN r.expires_at < now() THEN now() ELSE r.created_at END,
       expires_at = CASE WHEN r.expires_at < now() THEN excluded.expires_at ELSE r.expires_at END
     WHERE r.expires_at < now()
       OR (r.status IS NULL AND r.fingerprint = excluded.fingerprint AND (r.leased_until < now() OR (${IS_INTERRUPTED})))
     RETURNING effect`,
    [...named, fingerprint, lease, db.session()],
  );
  if (claimed !== undefined) return { claim: { apiKeyId, operation, key, lease, effect: claimed.effect } };
  const [known] = await db.query<RecordRow>(
    `SELECT fingerprint, effect, status, body, headers FROM idempotency_records
     WHERE api_key_id = $1::uuid AND operation = $2 AND key = $3`,
    named,
  );
  if (known !== undefined && known.fingerprint !== fingerprint)
    throw new ConflictError("this Idempotency-Key was already used with a different request");
  if (known?.status == null) throw new ConflictError("the request with this Idempotency-Key is still in flight");
  return { answer: { status: known.status, body: known.body ?? "null", headers: known.headers ?? {} } };
}

/**
 * Does the work and records its effect in one transaction, so that neither exists without the other. Returns the
 * recorded effect where an earlier attempt did the work and died before it answered.
 * @param claim null: the request carries no Idempotency-Key
 * @throws ConflictError when another attempt took over meanwhile; then nothing is written
 */
export async function doOnce<Effect extends object>(
  prisma: PrismaClient,
  claim: IdempotencyClaim | null | undefined,
  work: (tx: Transaction) => Promise<Effect>,
): Promise<Effect> {
  if (claim == null) return prisma.$transaction(work);
  // The same operation returned what was recorded.
  if (claim.effect !== null) return claim.effect as Effect;
  const { apiKeyId, operation, key, lease } = claim;
  const effect = await prisma.$transaction(async (tx) => {
    const done = await work(tx);
    const { count } = await tx.idempotencyRecord.updateMany({
      where: { apiKeyId, operation, key, lease },
      data: { effect: { ...done } },
    });
    if (count === 0) throw takenOver();
    return done;
  });
  claim.effect = effect;
  return effect;
}

/**
 * Like `doOnce`, for work that is one statement. The statement records the effect itself by the parts below, without
 * another transaction.
 * @param work gets the claim as `claimValues` says; it throws `takenOver()` where the statement found the lease lost
 */
export async function doInOneStatement<Effect extends object>(
  claim: IdempotencyClaim | null | undefined,
  work: (claim: ClaimValues | null) => Promise<Effect>,
): Promise<Effect> {
  if (claim == null) return work(null);
  if (claim.effect !== null) return claim.effect as Effect;
  const { apiKeyId, operation, key, lease } = claim;
  const effect = await work({ apiKeyId, operation, key, lease });
  claim.effect = effect;
  return effect;
}

/** The part of a claim sent with a statement, as JSON. */
export type ClaimValues = Pick<IdempotencyClaim, "apiKeyId" | "operation" | "key" | "lease">;

/** Another attempt holds the lease by now. */
export const takenOver = () =>
  new ConflictError("another attempt with this Idempotency-Key has taken over the request");

/**
 * Part of a statement: `claim` has a row where the work may be done, that is without a claim or while the lease is
 * held.
 * The row stays locked until the end. The claim is `claim` in the JSON of the first parameter.
 */
export const CLAIM_PART = `
  claimed AS (
    SELECT r.api_key_id, r.operation, r.key
    FROM jsonb_to_record(nullif($1::jsonb->'claim', 'null')) AS c("apiKeyId" uuid, operation text, key text, lease uuid)
    JOIN idempotency_records r ON r.api_key_id = c."apiKeyId" AND r.operation = c.operation AND r.key = c.key AND r.lease = c.lease
    FOR UPDATE OF r),
  claim AS (SELECT FROM claimed UNION ALL SELECT WHERE $1::jsonb->'claim' = 'null'::jsonb)`;

/** Part of a statement: records the one row of `effect`, whatever its columns, as the effect of the claim. */
export const EFFECT_PART = `
  recorded AS (
    UPDATE idempotency_records r SET effect = to_jsonb(done) FROM claimed c, effect AS done
    WHERE r.api_key_id = c.api_key_id AND r.operation = c.operation AND r.key = c.key)`;

/** Keeps the answer for repeats. An attempt that lost its lease keeps nothing. */
export async function keepAnswer(prisma: PrismaClient, claim: IdempotencyClaim, answer: KeptAnswer): Promise<void> {
  const { apiKeyId, operation, key, lease } = claim;
  await prisma.idempotencyRecord.updateMany({
    where: { apiKeyId, operation, key, lease },
    data: {
      status: answer.status,
      body: answer.body,
      headers: answer.headers,
    },
  });
}

/** Releases the lease, so that the request can be retried at once. A recorded effect stays. */
export async function giveUp(prisma: PrismaClient, claim: IdempotencyClaim): Promise<void> {
  const { apiKeyId, operation, key, lease } = claim;
  const mine = { apiKeyId, operation, key, lease };
  if (claim.effect === null)
    await prisma.idempotencyRecord.deleteMany({ where: { ...mine, effect: { equals: Prisma.DbNull } } });
  await prisma.idempotencyRecord.updateMany({ where: mine, data: { leasedUntil: new Date(0) } });
}
