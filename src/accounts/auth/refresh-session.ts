import { randomUUID } from "node:crypto";
import type { Database } from "#foundation/db/database";
import { UserNotAuthenticatedError } from "#foundation/errors/index";
import type { Caller } from "./caller.ts";
import { issueTokens, type SessionTokens } from "./session-tokens.ts";
import { revokeSession } from "./sessions.ts";
import { TOKENS, type Tokens } from "./tokens.ts";

/**
 * Spends the token and makes the next one in one statement: of two simultaneous uses, one finds it spent. A key of a
 * team that the user does not belong to ($2) spends nothing.
 */
const ROTATE = `
  WITH spent AS (
    UPDATE refresh_tokens r SET spent_at = now()
    FROM sessions s
    WHERE r.id = $1 AND r.spent_at IS NULL AND r.expires_at > now()
      AND s.id = r.session_id AND s.revoked_at IS NULL
      AND ($2::int IS NULL OR EXISTS (
        SELECT FROM memberships m WHERE m.user_id = s.user_id AND m.team_id = $2::int))
    RETURNING r.session_id, s.user_id
  ), kept AS (
    UPDATE sessions SET expires_at = now() + make_interval(secs => ${TOKENS.refresh.lifetimeSeconds})
    WHERE id = (SELECT session_id FROM spent)
  ), next AS (
    INSERT INTO refresh_tokens (id, session_id, expires_at)
    SELECT $3::uuid, session_id, now() + make_interval(secs => ${TOKENS.refresh.lifetimeSeconds}) FROM spent
  )
  SELECT session_id, user_id FROM spent`;

/**
 * Exchanges a refresh token, which is then spent, for new tokens. A token used twice has been stolen, by the first or
 * the second user, so its session ends with all its tokens.
 * @throws UserNotAuthenticatedError when the token is invalid, expired, spent or revoked, or its user is not of the
 * key's team
 */
export async function refreshSession(
  { db, tokens }: { db: Database; tokens: Tokens },
  caller: Caller,
  refreshToken: string,
): Promise<SessionTokens> {
  const claims = await tokens.verify("refresh", refreshToken);
  if (claims === null) throw new UserNotAuthenticatedError();
  const nextId = randomUUID();
  const [row] = await db.query<{ session_id: string; user_id: string }>(ROTATE, [claims.jti, caller.teamId, nextId]);
  if (row !== undefined) return issueTokens(tokens, { userId: row.user_id, sessionId: row.session_id }, nextId);
  const token = await db.prisma.refreshToken.findUnique({ where: { id: claims.jti } });
  if (token !== null && token.spentAt !== null)
    await revokeSession(db.prisma, token.sessionId, "a spent refresh token was used");
  throw new UserNotAuthenticatedError();
}
