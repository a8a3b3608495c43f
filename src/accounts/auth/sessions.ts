import { createHash, randomBytes } from "node:crypto";
import type { Database, PrismaClient, Transaction } from "#foundation/db/database";
import { NotFoundError } from "#foundation/errors/index";
import type { KnownAccess } from "./known-access.ts";
import { COOKIE_IDLE_SECONDS, COOKIE_MAX_SECONDS } from "./session-cookie.ts";
import { TOKENS } from "./tokens.ts";

/** Resolution of `cookie_used_at`: at most one update a minute, so that reads do not become writes. */
const USED_RESOLUTION_SECONDS = 60;
/** Days for which ended sessions are kept, for an operator who asks what happened. */
const KEPT_DAYS = 30;

const hashOf = (cookie: string) => createHash("sha256").update(cookie).digest();

/** The user of a valid session. */
export interface Identity {
  userId: string;
  sessionId: string;
}

/** The user of a session, found by a request's credentials. */
export interface ShownIdentity extends Identity {
  /** When those credentials expire; null means never. */
  endsAt: Date | null;
}

/**
 * Starts a session with a new identifier and its first refresh token. Deletes sessions that ended long ago. `cookie` is
 * 256 random bits in base64url, of which only the SHA-256 is stored.
 */
export async function startSession(
  prisma: PrismaClient,
  userId: string,
): Promise<{ sessionId: string; cookie: string; refreshTokenId: string }> {
  const cookie = randomBytes(32).toString("base64url");
  const now = Date.now();
  const after = (seconds: number) => new Date(now + seconds * 1000);
  await prisma.session.deleteMany({ where: { expiresAt: { lt: after(-KEPT_DAYS * 24 * 3600) } } });
  const { id, refreshTokens } = await prisma.session.create({
    data: {
      userId,
      cookieHash: hashOf(cookie),
      cookieExpiresAt: after(COOKIE_MAX_SECONDS),
      expiresAt: after(TOKENS.refresh.lifetimeSeconds),
      refreshTokens: { create: { expiresAt: after(TOKENS.refresh.lifetimeSeconds) } },
    },
    select: { id: true, refreshTokens: { select: { id: true } } },
  });
  return { sessionId: id, cookie, refreshTokenId: refreshTokens[0]?.id ?? "" };
}

/** Condition that the user is a member of the key's team; platform keys ($2 null) fit any user. */
const MEMBER = `($2::int IS NULL OR EXISTS (
  SELECT FROM memberships m WHERE m.user_id = s.user_id AND m.team_id = $2::int))`;

interface SessionRow {
  id: string;
  user_id: string;
  ends_at: Date | null;
  stale: boolean;
}

/** A session as looked up. */
interface FoundSession {
  identity: ShownIdentity;
  /** Whether its use has to update `cookie_used_at`. */
  isStale: boolean;
}

const foundIn = (row: SessionRow | undefined): FoundSession | null =>
  row === undefined
    ? null
    : { identity: { userId: row.user_id, sessionId: row.id, endsAt: row.ends_at }, isStale: row.stale };

async function readByCookie(db: Database, hash: Buffer, teamId: number | null): Promise<FoundSession | null> {
  const [row] = await db.query<SessionRow>(
    `SELECT s.id, s.user_id,
       least(s.cookie_expires_at, s.cookie_used_at + make_interval(secs => ${COOKIE_IDLE_SECONDS})) AS ends_at,
       s.cookie_used_at < now() - make_interval(secs => ${USED_RESOLUTION_SECONDS}) AS stale
     FROM sessions s
     WHERE s.cookie_hash = $1 AND s.revoked_at IS NULL AND s.cookie_expires_at > now()
       AND s.cookie_used_at > now() - make_interval(secs => ${COOKIE_IDLE_SECONDS}) AND ${MEMBER}`,
    [hash, teamId],
  );
  return foundIn(row);
}

async function readById(db: Database, sessionId: string, teamId: number | null): Promise<FoundSession | null> {
  const [row] = await db.query<SessionRow>(
    `SELECT s.id, s.user_id, NULL::timestamptz AS ends_at, false AS stale
     FROM sessions s WHERE s.id = $1 AND s.revoked_at IS NULL AND ${MEMBER}`,
    [sessionId, teamId],
  );
  return foundIn(row);
}

/**
 * Returns the user of a session's cookie, from memory where it is `known`; records its use unless `isUse` is false.
 * Null when the session is unknown, revoked, idle for too long, too old, or of a user outside the team. `teamId` null
 * means the platform.
 */
export async function identityOfCookie(
  db: Database,
  { cookie, teamId, isUse }: { cookie: string; teamId: number | null; isUse: boolean },
  known: KnownAccess,
): Promise<ShownIdentity | null> {
  const hash = hashOf(cookie);
  const found = await known.find(`cookie ${hash.toString("base64")} ${teamId}`, () => readByCookie(db, hash, teamId));
  if (found === null) return null;
  const { identity } = found;
  if (identity.endsAt !== null && identity.endsAt.getTime() <= Date.now()) return null;
  if (isUse && found.isStale) {
    // Set before the statement, so that simultaneous requests make only one.
    found.isStale = false;
    await db.query("UPDATE sessions SET cookie_used_at = now() WHERE id = $1", [identity.sessionId]);
  }
  return identity;
}

/**
 * Returns the user of a token's session, from memory where it is `known`; null when it is revoked, or of a user outside
 * the team.
 */
export async function identityOfSession(
  db: Database,
  { sessionId, teamId }: { sessionId: string; teamId: number | null },
  known: KnownAccess,
): Promise<ShownIdentity | null> {
  const found = await known.find(`session ${sessionId} ${teamId}`, () => readById(db, sessionId, teamId));
  return found?.identity ?? null;
}

/**
 * Ends a session at once: its cookie, its access tokens and its refresh tokens. Returns false when it had already
 * ended.
 */
export async function revokeSession(prisma: Transaction, sessionId: string, because: string): Promise<boolean> {
  const { count } = await prisma.session.updateMany({
    where: { id: sessionId, revokedAt: null },
    data: { revokedAt: new Date(), revokedBecause: because },
  });
  return count > 0;
}

/** Ends all sessions of a user. Returns how many there were. */
export async function revokeSessionsOf(prisma: Transaction, userId: string, because: string): Promise<number> {
  const { count } = await prisma.session.updateMany({
    where: { userId, revokedAt: null },
    data: { revokedAt: new Date(), revokedBecause: because },
  });
  return count;
}

/** A session as the operator sees it. */
export interface ListedSession {
  id: string;
  userId: string;
  email: string;
  createdAt: Date;
  lastUsedAt: Date;
  expiresAt: Date;
  revokedAt: Date | null;
  revokedBecause: string | null;
}

/** Returns the sessions of a user or of a team's users, newest first; `all` includes ended ones. */
export async function listSessions(
  prisma: PrismaClient,
  { userId, teamId, all = false }: { userId?: string; teamId?: number; all?: boolean },
): Promise<ListedSession[]> {
  const sessions = await prisma.session.findMany({
    where: {
      ...(userId === undefined ? {} : { userId }),
      ...(teamId === undefined ? {} : { user: { memberships: { some: { teamId } } } }),
      ...(all ? {} : { revokedAt: null, expiresAt: { gt: new Date() } }),
    },
    include: { user: { select: { email: true } } },
    orderBy: { createdAt: "desc" },
  });
  return sessions.map(({ id, userId: user, user: { email }, cookieUsedAt, ...rest }) => ({
    id,
    userId: user,
    email,
    createdAt: rest.createdAt,
    lastUsedAt: cookieUsedAt,
    expiresAt: rest.expiresAt,
    revokedAt: rest.revokedAt,
    revokedBecause: rest.revokedBecause,
  }));
}

/** Ends one session for the operator. @throws NotFoundError for an unknown id */
export async function revokeListedSession(prisma: PrismaClient, id: string): Promise<{ id: string }> {
  if ((await prisma.session.findUnique({ where: { id } })) === null) throw new NotFoundError(`session ${id}`);
  await revokeSession(prisma, id, "revoked by an operator");
  return { id };
}
