import { z } from "zod";
import type { Database } from "#foundation/db/database";
import { InvalidInputError, UnauthorisedError } from "#foundation/errors/index";
import type { Caller } from "./caller.ts";
import { verifyPassword, withPasswordSlot } from "./password.ts";
import { issueTokens, type SessionTokens } from "./session-tokens.ts";
import { startSession } from "./sessions.ts";
import type { SignInThrottle } from "./sign-in-throttle.ts";
import type { Tokens } from "./tokens.ts";

export interface SignInInput {
  email: string;
  password: string;
}

const text = (most: number) =>
  z
    .string()
    .min(1, "is missing")
    .max(most, `has more than ${most} characters`)
    .regex(/^[^\0]*$/, "has a character that is none");
const signInInput = z.object({ email: text(254), password: text(1024) });

export interface SignInDependencies {
  db: Database;
  tokens: Tokens;
  throttle: SignInThrottle;
}

/**
 * Signs a user in with a key of one of their teams, or of the platform; makes a new session with a cookie and tokens.
 * An unknown e-mail, a wrong password and a user of another team get the same error after the same time. `address` is
 * the request's, for counting failures.
 * @throws InvalidInputError, RateLimitedError, UnauthorisedError
 */
export async function signIn(
  { db, tokens, throttle }: SignInDependencies,
  caller: Caller,
  input: SignInInput,
  address: string,
): Promise<SessionTokens & { cookie: string }> {
  const parsed = signInInput.safeParse(input);
  if (!parsed.success)
    throw new InvalidInputError(
      parsed.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`).join("; "),
    );
  const email = parsed.data.email.trim().toLowerCase();
  const attempt = { email, address, keyId: caller.keyId };
  // Checked inside the slot: of many simultaneous guesses, at most as many as there are slots pass before the count has
  // grown.
  const userId = await withPasswordSlot(async () => {
    await throttle.assertAllowed(attempt);
    const [user] = await db.query<{ id: string; password_hash: string; is_member: boolean }>(
      `SELECT u.id, u.password_hash, ($2::int IS NULL OR EXISTS (
         SELECT FROM memberships m WHERE m.user_id = u.id AND m.team_id = $2::int)) AS is_member
       FROM users u WHERE u.email = $1`,
      [email, caller.teamId],
    );
    const matches = await verifyPassword(user?.password_hash ?? null, parsed.data.password);
    if (user !== undefined && matches && user.is_member) {
      await throttle.succeeded(attempt);
      return user.id;
    }
    await throttle.failed(attempt);
    throw new UnauthorisedError("Invalid credentials, token or cookies");
  });
  const { sessionId, cookie, refreshTokenId } = await startSession(db.prisma, userId);
  return { ...(await issueTokens(tokens, { userId, sessionId }, refreshTokenId)), cookie };
}
