import { ForbiddenError, NotFoundError } from "#foundation/errors/index";
import type { Scope, Subscription } from "./scopes.ts";

/** The caller, as established by the API key or by a frame token made with it. */
export interface Caller {
  /** A frame token may do less than its key: nothing with sessions or teams. */
  via: "key" | "frame";
  keyId: string;
  keyPrefix: string;
  /** Null for a platform key, which sees every team. */
  teamId: number | null;
  /** When the team's access ends; null means never. */
  accessExpiresAt: Date | null;
  scopes: ReadonlySet<Scope>;
  subscriptions: ReadonlySet<Subscription>;
  /** Networks from which the key may be used, in CIDR notation; none means any. */
  networks: readonly string[];
  /** The user who is signed in, by a cookie or a token; null where the key acts for itself. */
  userId: string | null;
  /** The user's session. */
  sessionId: string | null;
  /** When the credentials expire: a token, a cookie, a key with an end, the team's access. Null means never. */
  endsAt: Date | null;
  /** Whether an invalid session or token was sent and the operation runs without one. */
  identityRefused: boolean;
}

/** Returns the first of these moments; null means never. */
export function earliest(...moments: (Date | null)[]): Date | null {
  const known = moments.filter((moment) => moment !== null).map((moment) => moment.getTime());
  return known.length === 0 ? null : new Date(Math.min(...known));
}

/** Whether the team's access has ended. An expired team may do nothing. */
export function isExpired(caller: Caller, now = new Date()): boolean {
  return caller.accessExpiresAt !== null && caller.accessExpiresAt <= now;
}

/** Returns the condition that keeps a query within the caller's tenancy; empty for the platform. */
export function tenancy(caller: Caller): { teamId?: number } {
  return caller.teamId === null ? {} : { teamId: caller.teamId };
}

/** Whether the caller may see objects of this team. */
export function sees(caller: Caller, teamId: number): boolean {
  return caller.teamId === null || caller.teamId === teamId;
}

/** Returns the object, if it exists and belongs to the caller; otherwise throws NOT_FOUND, the same for both cases. */
export function owned<T extends { teamId: number }>(caller: Caller, found: T | null, what: string): T {
  if (found === null || !sees(caller, found.teamId)) throw new NotFoundError(what);
  return found;
}

/**
 * Returns the team that a write acts for: the key's own, or the one that a platform key names; null when it names none.
 * @throws ForbiddenError when a team's key names another team
 */
export function actingTeam(caller: Caller, named: number | null | undefined): number | null {
  if (caller.teamId === null) return named ?? null;
  if (named !== null && named !== undefined && named !== caller.teamId)
    throw new ForbiddenError("teamId is not the team of the key");
  return caller.teamId;
}

/** Returns the author of a record: the signed-in user, otherwise the key. A UUID. */
export const authorOf = ({ userId, keyId }: Caller): string => userId ?? keyId;
