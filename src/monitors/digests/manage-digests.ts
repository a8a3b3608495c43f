import { randomBytes } from "node:crypto";
import type { Caller } from "#accounts/auth/caller";
import { memberByEmail } from "#accounts/teams/find-team";
import type { Database } from "#foundation/db/database";
import { InvalidInputError, NotFoundError } from "#foundation/errors/index";
import { assertMayRead, changeableMonitor } from "../manage-monitors.ts";
import { type DigestPeriod, removeDigest, storeDigest } from "./stored-digests.ts";

const TOKEN_BYTES = 32;

/** Identifies a digest. */
export interface DigestOf {
  monitorId: number;
  /** E-mail of a user in the monitor's team; the signed-in user's by default. */
  email?: string | null | undefined;
}

type Deps = Pick<Database, "prisma" | "query">;

/** @throws InvalidInputError where no user is named, NotFoundError for a user outside the team */
async function userOf(db: Deps, caller: Caller, teamId: number, email: string | null): Promise<string> {
  if (email === null) {
    if (caller.userId === null) throw new InvalidInputError("email is missing: no user is signed in");
    return caller.userId;
  }
  const userId = await memberByEmail(db, teamId, email);
  if (userId === null) throw new NotFoundError("user of the team with this e-mail address");
  return userId;
}

/**
 * Subscribes a user of the team to a daily or weekly e-mail with what the monitor tells from now on.
 * @throws NotFoundError, ForbiddenError, InvalidInputError
 */
export async function subscribeToDigest(
  db: Deps,
  caller: Caller,
  { monitorId, email, period }: DigestOf & { period: DigestPeriod },
): Promise<number> {
  const { id, kind, teamId } = await changeableMonitor(db, caller, monitorId);
  assertMayRead(caller, kind);
  const userId = await userOf(db, caller, teamId, email ?? null);
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  await storeDigest(db, { monitorId: id, userId, period, token });
  return id;
}

/** Ends a user's digest. @throws NotFoundError, ForbiddenError, InvalidInputError */
export async function unsubscribeFromDigest(db: Deps, caller: Caller, { monitorId, email }: DigestOf): Promise<number> {
  const { id, teamId } = await changeableMonitor(db, caller, monitorId);
  const userId = await userOf(db, caller, teamId, email ?? null);
  if (!(await removeDigest(db, id, userId))) throw new NotFoundError("digest of this user");
  return id;
}
