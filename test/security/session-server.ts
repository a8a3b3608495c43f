import { randomUUID } from "node:crypto";
import { importJWK, type JWTPayload, SignJWT } from "jose";
import { issueKey } from "#accounts/auth/api-keys";
import { SCOPES, type Scope } from "#accounts/auth/scopes";
import { decryptJwk } from "#accounts/auth/stored-signing-keys";
import { createUser } from "#accounts/teams/create-user";
import { openKeyRing } from "#foundation/encryption/open-key-ring";
import { startSystem } from "../support/system.ts";

export const PASSWORD = "a long enough password";

export interface Answer {
  status: number;
  headers: Headers;
  // Bodies are read as a client without types would.
  // biome-ignore lint/suspicious/noExplicitAny: the shapes are what the tests are about
  body: any;
}

/** What a request shows of who asks. */
export interface Shown {
  key?: string;
  cookie?: string;
  bearer?: string;
  sessionId?: string;
  headers?: Record<string, string>;
}

export const headersOf = ({ key, cookie, bearer, sessionId, headers = {} }: Shown): Record<string, string> => ({
  ...(key === undefined ? {} : { "x-api-key": key }),
  ...(cookie === undefined ? {} : { cookie: `theme=dark; session=${cookie}` }),
  ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
  ...(sessionId === undefined ? {} : { "x-session-id": sessionId }),
  ...headers,
});

/** The value of the `session` cookie that an answer sets; undefined when it sets none. */
export function cookieOf({ headers }: Pick<Answer, "headers">): string | undefined {
  return /^session=([^;]*)/.exec(headers.getSetCookie().find((cookie) => cookie.startsWith("session=")) ?? "")?.[1];
}

let addresses = 0;
/** An address that nothing has come from yet, of those for tests of networks (RFC 2544). */
export function newAddress(): string {
  addresses++;
  return `198.18.${addresses >> 8}.${addresses & 255}`;
}

/** The product over HTTP with a team, its key and one user who can sign in. */
export async function startSessionServer(environment: Record<string, string> = {}) {
  const system = await startSystem({ environment });
  const { db } = system.database;
  const ring = await openKeyRing(system.config.encryption);
  const { teamId, key } = await system.team({ name: "Signing in" });
  const user = { email: "ada@example.com", firstName: "Ada", lastName: "Lovelace", password: PASSWORD };
  const { id: userId } = await createUser(db.prisma, { teamId, ...user });

  async function ask(method: string, path: string, shown: Shown = {}, body?: unknown): Promise<Answer> {
    const response = await fetch(system.url + path, {
      method,
      headers: { ...(body === undefined ? {} : { "content-type": "application/json" }), ...headersOf(shown) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === "" ? null : JSON.parse(text) };
  }

  /** Signs in by /v2. */
  const signIn = (credentials: object = {}, shown: Shown = { key }) =>
    ask("POST", "/v2/auth/sign-in", shown, { email: user.email, password: PASSWORD, ...credentials });

  return {
    system,
    db,
    teamId,
    key,
    userId,
    email: user.email,
    ask,
    signIn,
    /** A sign-in as the proxy in front passes it on; what the client itself wrote stands before the address. */
    signInFrom: (address: string, credentials: object, by = key) =>
      signIn(credentials, { key: by, headers: { "x-forwarded-for": `203.0.113.77, ${address}` } }),
    /** A session in use: its cookie and its tokens. */
    async session() {
      const answer = await signIn();
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
      const { accessToken, refreshToken } = answer.body as { accessToken: string; refreshToken: string };
      return { cookie: cookieOf(answer) ?? "", accessToken, refreshToken };
    },
    graph: (shown: Shown, query: string, variables?: unknown) =>
      ask("POST", "/graphql", shown, { query, variables }) as Promise<Answer>,
    async keyOf(team: number | null, scopes: readonly Scope[] = SCOPES) {
      return issueKey(db.prisma, { teamId: team, scopes, environment: "test" });
    },
    /** A user of the team, by an e-mail of their own. */
    async anotherUser(team = teamId) {
      const email = `user-${randomUUID()}@example.com`;
      const { id } = await createUser(db.prisma, { ...user, teamId: team, email });
      return { email, id };
    },
    frameToken: async (shown: Shown = { key }): Promise<string> =>
      (await ask("GET", "/v2/auth/session", shown)).body.accessToken,
    /** A token signed with the server's own newest key, saying what the test wants it to say. */
    async signed(type: string, payload: JWTPayload, header: { kid?: string } = {}): Promise<string> {
      const row = await db.prisma.signingKey.findFirstOrThrow({ orderBy: { createdAt: "desc" } });
      const now = Math.floor(Date.now() / 1000);
      return new SignJWT({ iss: "market-intelligence", iat: now, exp: now + 600, ...payload })
        .setProtectedHeader({ alg: "ES256", kid: row.kid, typ: type, ...header })
        .sign(await importJWK(await decryptJwk(ring, { kid: row.kid, private_jwk: String(row.privateJwk) }), "ES256"));
    },
    stop: () => system.stop(),
  };
}

export type SessionServer = Awaited<ReturnType<typeof startSessionServer>>;

export const NOT_AUTHENTICATED = { success: false, errorCode: "UNAUTHORISED", message: "User not authenticated" };
export const NO_KEY = { success: false, errorCode: "UNAUTHORISED", message: "API Key is missing or invalid" };
export const BAD_CREDENTIALS = {
  success: false,
  errorCode: "UNAUTHORISED",
  message: "Invalid credentials, token or cookies",
};
