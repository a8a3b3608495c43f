import type { Queries } from "#foundation/db/database";
import type { Caller } from "../auth/caller.ts";

/** What is about to be done, and by whom. */
export interface Deed {
  /** The mutation's name. */
  operation: string;
  caller: Caller;
  /** The client's. */
  address: string;
  requestId: string;
  /** Ids of what it is done to. */
  subject: Subject;
}

/** Ids by name, such as `marketId`: nothing else of a request is kept. */
export type Subject = Readonly<Record<string, string | number>>;

/** The team in whose trail a deed stands: the key's own, or the one that a key of the platform names. */
const teamOf = ({ caller, subject }: Deed): number | null => {
  if (caller.teamId !== null) return caller.teamId;
  return typeof subject.teamId === "number" ? subject.teamId : null;
};

/**
 * Writes an entry before the deed: what cannot be noted is not done.
 * @returns its id
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

/** Gives an entry its outcome, once: `done` or an error's code; and what it has made. */
export async function noteOutcome(db: Queries, id: string, outcome: string, made: Subject): Promise<void> {
  await db.query("UPDATE audit_entries SET outcome = $2, subject = subject || $3::jsonb WHERE id = $1::bigint", [
    id,
    outcome,
    JSON.stringify(made),
  ]);
}

/** SQL: the entry is in the team's trail. */
export const joinsTeamAuditEntry = (team: string, entry: string): string => `${entry}.team_id = ${team}.id`;
