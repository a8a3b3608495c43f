import type { Queries } from "#foundation/db/database";
import type { Caller } from "../auth/caller.ts";

/** What is about to be done, and by whom. */
export interface Deed {
  /** The mutation's name. */
  operation: string;
  caller: Caller;
  /** The client's address. */
  address: string;
  requestId: string;
  /** Ids of the objects that it affects. */
  subject: Subject;
}

/** Ids by name, such as `marketId`; nothing else of a request is stored. */
export type Subject = Readonly<Record<string, string | number>>;

/** Returns the team whose trail records a deed: the key's own, or the one that a platform key names. */
const teamOf = ({ caller, subject }: Deed): number | null => {
  if (caller.teamId !== null) return caller.teamId;
  return typeof subject.teamId === "number" ? subject.teamId : null;
};

/**
 * Writes an entry before the deed: a deed that cannot be recorded is not done.
 * @returns the entry's id
 */
export async function noteDeed(db: Queries, deed: Deed): Promise<string> {
  const { operation, caller, address, requestId, subject } = deed;
  const [entry] = await db.query<{ id: string }>(
    `INSERT INTO audit_entries (team_id, operation, via, key_id, key_prefix, user_id, address, request_id, subject)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING id::text AS id`,
    [
      teamOf(deed),
      operation,
      caller.via,
      caller.keyId,
      caller.keyPrefix,
      caller.userId,
      address,
      requestId,
      JSON.stringify(subject),
    ],
  );
  if (entry === undefined) throw new Error("an entry of the audit trail was not written");
  return entry.id;
}

/** Sets an entry's outcome once (`done` or an error's code), with what the deed has made. */
export async function noteOutcome(db: Queries, id: string, outcome: string, made: Subject): Promise<void> {
  await db.query("UPDATE audit_entries SET outcome = $2, subject = subject || $3::jsonb WHERE id = $1::bigint", [
    id,
    outcome,
    JSON.stringify(made),
  ]);
}

/** SQL condition that the entry belongs to the team's trail. */
export const joinsTeamAuditEntry = (team: string, entry: string): string => `${entry}.team_id = ${team}.id`;
