import type { Queries } from "#foundation/db/database";
import type { Caller } from "../auth/caller.ts";

/** Who does something: the caller of a mutation, or an operator at the command line. */
type Actor = Pick<Caller, "teamId" | "keyPrefix" | "userId"> & {
  via: Caller["via"] | "operator";
  keyId: string | null;
  /** Name of an operator. */
  author?: string;
};

/** Returns an operator as an actor, who acts for no team and by no key. */
export const operatorActor = (author: string): Actor => ({
  via: "operator",
  teamId: null,
  keyId: null,
  keyPrefix: "",
  userId: null,
  author,
});

/** What is about to be done, and by whom. */
export interface Deed {
  /** The name of the mutation, or of what a command does. */
  operation: string;
  caller: Actor;
  /** The client's address, or the operator's machine. */
  address: string;
  requestId: string;
  /** Ids of the objects that it affects. */
  subject: Subject;
}

/** Ids by name, such as `marketId`, where they are known; nothing else of a request is stored. */
export type Subject = Readonly<Record<string, string | number | undefined>>;

/** Returns the team whose trail records a deed: the key's own, or the one that the subject names. */
const teamOf = ({ caller, subject }: Deed): number | null => {
  if (caller.teamId !== null) return caller.teamId;
  return typeof subject.teamId === "number" ? subject.teamId : null;
};

/**
 * Writes an entry before the deed: a deed that cannot be recorded is not done.
 * @returns the entry's id
 */
async function noteDeed(db: Queries, deed: Deed): Promise<string> {
  const { operation, caller, address, requestId, subject } = deed;
  const [entry] = await db.query<{ id: string }>(
    `INSERT INTO audit_entries (team_id, operation, via, key_id, key_prefix, user_id, author, address, request_id, subject)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) RETURNING id::text AS id`,
    [
      teamOf(deed),
      operation,
      caller.via,
      caller.keyId,
      caller.keyPrefix,
      caller.userId,
      caller.author ?? "",
      address,
      requestId,
      JSON.stringify(subject),
    ],
  );
  if (entry === undefined) throw new Error("an entry of the audit trail was not written");
  return entry.id;
}

/** Sets an entry's outcome once (`done` or an error's code), with what the deed has made. */
async function noteOutcome(db: Queries, id: string, outcome: string, made: Subject): Promise<void> {
  await db.query("UPDATE audit_entries SET outcome = $2, subject = subject || $3::jsonb WHERE id = $1::bigint", [
    id,
    outcome,
    JSON.stringify(made),
  ]);
}

/** What is recorded of a deed's end. */
interface Outcomes<Result> {
  /** Returns the ids of what it has made. */
  made(result: Result): Subject;
  /** Returns the code of its error. */
  codeOf(error: unknown): string;
}

/**
 * Records what `work` does: an entry before it, and its outcome afterwards. Whether the outcome could be recorded does
 * not change whether the deed was done.
 */
export async function noted<Result>(
  db: Queries,
  deed: Deed,
  work: () => Promise<Result> | Result,
  { made, codeOf }: Outcomes<Result>,
): Promise<Result> {
  const id = await noteDeed(db, deed);
  const note = (outcome: string, subject: Subject) => noteOutcome(db, id, outcome, subject).catch(() => {});
  try {
    const result = await work();
    await note("done", made(result));
    return result;
  } catch (error) {
    await note(codeOf(error), {});
    throw error;
  }
}

/** SQL condition that the entry belongs to the team's trail. */
export const joinsTeamAuditEntry = (team: string, entry: string): string => `${entry}.team_id = ${team}.id`;
