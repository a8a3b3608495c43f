import { createHash } from "node:crypto";
import type { Listener } from "#foundation/db/listener";
import { AppError, UnauthorisedError, UserNotAuthenticatedError } from "#foundation/errors/index";
import type { Auth } from "./auth.ts";
import type { Caller } from "./caller.ts";
import type { Credentials } from "./credentials.ts";

/** The channel that reports changes of keys, teams, sessions and memberships; see the trigger `tell_access_change`. */
export const ACCESS_CHANGES_CHANNEL = "access";

/** Access is also checked at this interval, in case a notification was lost. */
const RECHECK_MS = 3_000;
/** Minimum time between two checks of an access that is about to end. */
const MIN_WAIT_MS = 50;

/** A subscriber to an access. */
export interface AccessFollower {
  /** Called while it is still valid. `caller` has what it allows now, which may be less than before. */
  holds(caller: Caller): void;
  /** Called once when it has ended, with the refusal that a request would get now; nothing follows. */
  ended(why: AppError): void;
}

/** Watches the credentials of streams, which outlive the request that opened them. */
export interface AccessWatch {
  /** Follows the access that these credentials gave to this caller, until the returned function is called. */
  follow(credentials: Credentials, caller: Caller, follower: AccessFollower): () => void;
}

/** One set of credentials with all streams that they opened: one check serves them all. */
interface Access {
  caller: Caller;
  followers: Set<AccessFollower>;
  wake(): void;
}

/** Whether a notification is about this caller; null means that some may have been missed. */
function concerns(payload: string | null, { keyId, teamId, userId }: Caller): boolean {
  return (
    payload === null || payload === "all" || [`key ${keyId}`, `team ${teamId}`, `user ${userId}`].includes(payload)
  );
}

/** Returns the refusal in an error. Any other error, such as a database that is away, does not concern the access. */
const refusalIn = (error: unknown): AppError | null =>
  error instanceof AppError && (error.code === "UNAUTHORISED" || error.code === "FORBIDDEN") ? error : null;

const hasEnded = ({ endsAt }: Caller): boolean => endsAt !== null && endsAt.getTime() <= Date.now();

/**
 * Returns the refusal for expired credentials. Requests get a few seconds of tolerance for clock differences; open
 * streams do not.
 */
const overBy = ({ via, userId }: Caller): AppError =>
  via === "frame" || userId !== null ? new UserNotAuthenticatedError() : new UnauthorisedError();

/** Returns the time until the next check of an access, in ms. */
function nextLook({ endsAt }: Caller): number {
  const untilEnd = endsAt === null ? RECHECK_MS : endsAt.getTime() - Date.now();
  return Math.min(Math.max(untilEnd, MIN_WAIT_MS), RECHECK_MS);
}

/** Checks credentials again when the database reports a change, when they expire, and every few seconds in any case. */
export function watchAccess(auth: Pick<Auth, "authenticateAgain">, listener: Listener): AccessWatch {
  const accesses = new Map<string, Access>();
  listener.subscribe((payload) => {
    for (const access of accesses.values()) if (concerns(payload, access.caller)) access.wake();
  });

  /** Returns null where it is still valid, or the check was impossible. */
  async function look(credentials: Credentials, access: Access): Promise<AppError | null> {
    try {
      access.caller = await auth.authenticateAgain(credentials);
    } catch (error) {
      return refusalIn(error);
    }
    if (hasEnded(access.caller)) return overBy(access.caller);
    for (const follower of access.followers) follower.holds(access.caller);
    return null;
  }

  async function watch(name: string, credentials: Credentials, access: Access): Promise<void> {
    let woken = false;
    let wakeUp = () => {};
    access.wake = () => {
      woken = true;
      wakeUp();
    };
    // The first check comes at once: something may have changed since the request was authenticated.
    while (access.followers.size > 0) {
      woken = false;
      const why = await look(credentials, access);
      if (why !== null) {
        accesses.delete(name);
        for (const follower of access.followers) follower.ended(why);
        return;
      }
      if (woken) continue;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, nextLook(access.caller)).unref();
        wakeUp = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    accesses.delete(name);
  }

  return {
    follow(credentials, caller, follower) {
      const name = createHash("sha256").update(JSON.stringify(credentials)).digest("base64");
      const known = accesses.get(name);
      const access = known ?? { caller, followers: new Set(), wake: () => {} };
      access.followers.add(follower);
      if (known === undefined) {
        accesses.set(name, access);
        void watch(name, credentials, access);
      }
      return () => {
        access.followers.delete(follower);
        if (access.followers.size === 0) access.wake();
      };
    },
  };
}
