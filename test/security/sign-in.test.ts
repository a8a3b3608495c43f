import { createHash } from "node:crypto";
import { createRemoteJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  BAD_CREDENTIALS,
  cookieOf,
  NO_KEY,
  PASSWORD,
  type SessionServer,
  startSessionServer,
} from "./session-server.ts";

let server: SessionServer;
beforeAll(async () => {
  server = await startSessionServer();
});
afterAll(() => server?.stop());

const VIEWER = "{ viewer { userId via } }";

describe("sign-in", () => {
  it("answers the contract's five fields in their order, for the signed-in user", async () => {
    const before = Date.now();
    const { status, body } = await server.signIn();
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(["message", "accessToken", "refreshToken", "expiresIn", "expiresAt"]);
    expect(body.accessToken).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
    expect(body.refreshToken).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
    expect(body.expiresIn).toBe(900);
    expect(body.expiresAt).toBe((decodeJwt(body.accessToken).exp ?? 0) * 1000);
    expect(body.expiresAt).toBeGreaterThan(before + 895_000);
    expect(decodeJwt(body.accessToken).sub).toBe(server.userId);
  });

  it("sets a cookie that scripts and other sites cannot use, and that names the user", async () => {
    const answer = await server.signIn();
    const [cookie, ...more] = answer.headers.getSetCookie();
    expect(more).toEqual([]);
    expect(cookie?.split("; ").slice(1).sort()).toEqual(["HttpOnly", "Max-Age=604800", "Path=/", "SameSite=Lax"]);
    const { body } = await server.graph({ key: server.key, cookie: cookieOf(answer) ?? "" }, VIEWER);
    expect(body.data.viewer).toEqual({ userId: server.userId, via: "key" });
  });

  it("makes a fresh session identifier each time, also for a browser that brings one, and stores none of them", async () => {
    const first = cookieOf(await server.signIn()) ?? "";
    const second = cookieOf(await server.signIn({}, { key: server.key, cookie: first })) ?? "";
    expect(second).toMatch(/^[\w-]{43}$/);
    expect(second).not.toBe(first);
    const stored = await server.db.prisma.session.findMany({ select: { cookieHash: true } });
    const hashes = stored.map(({ cookieHash }) => Buffer.from(cookieHash).toString("hex"));
    expect(hashes).toContain(createHash("sha256").update(second).digest("hex"));
    expect(hashes).not.toContain(Buffer.from(second).toString("hex"));
  });

  it("works for a browser whose old session or token is no longer valid", async () => {
    for (const old of [{ cookie: "gone" }, { bearer: "a.b.c" }])
      expect((await server.signIn({}, { key: server.key, ...old })).status).toBe(200);
  });

  it("does not look at sessionId in its query", async () => {
    const { status } = await server.ask(
      "POST",
      "/v2/auth/sign-in?sessionId=nonsense",
      { key: server.key },
      {
        email: server.email,
        password: PASSWORD,
      },
    );
    expect(status).toBe(200);
  });

  it("takes the e-mail in any case", async () => {
    expect((await server.signIn({ email: server.email.toUpperCase() })).status).toBe(200);
  });

  it("gives the same through the graph, cookie included", async () => {
    const { status, headers, body } = await server.graph(
      { key: server.key },
      "mutation ($input: SignInInput!) { signIn(input: $input) { accessToken refreshToken expiresIn expiresAt } }",
      { input: { email: server.email, password: PASSWORD } },
    );
    expect(status).toBe(200);
    expect(body.data.signIn.expiresIn).toBe(900);
    expect(cookieOf({ headers })).toMatch(/^[\w-]{43}$/);
    const asked = await server.graph({ key: server.key, bearer: body.data.signIn.accessToken }, VIEWER);
    expect(asked.body.data.viewer.userId).toBe(server.userId);
  });

  it("is one error for a wrong e-mail, a wrong password and a user of another team", async () => {
    const other = await server.system.team();
    const stranger = await server.anotherUser(other.teamId);
    for (const wrong of [{ email: "nobody@example.com" }, { password: "wrong password" }, { email: stranger.email }]) {
      const { status, body, headers } = await server.signIn(wrong);
      expect([status, body]).toEqual([401, BAD_CREDENTIALS]);
      expect(headers.getSetCookie()).toEqual([]);
    }
    expect((await server.signIn({ email: stranger.email }, { key: other.key })).status).toBe(200);
  });

  it("lets any user in with a key of the platform", async () => {
    const { key } = await server.keyOf(null, []);
    expect((await server.signIn({}, { key })).status).toBe(200);
  });

  it("takes as long for an e-mail that nobody has as for a wrong password", async () => {
    const { email } = await server.anotherUser();
    const times = { unknown: [] as number[], wrong: [] as number[] };
    for (let i = 0; i < 5; i++) {
      for (const [kind, attempt] of [
        ["unknown", { email: `nobody-${i}@example.com` }],
        ["wrong", { email, password: "wrong password" }],
      ] as const) {
        const started = performance.now();
        await server.signIn(attempt);
        times[kind].push(performance.now() - started);
      }
    }
    const median = (all: number[]) => all.sort((a, b) => a - b)[2] ?? 0;
    // An answer without the hash would come ten times sooner; the bound leaves room for a busy machine.
    expect(median(times.unknown) / median(times.wrong)).toBeGreaterThan(0.4);
    expect(median(times.unknown) / median(times.wrong)).toBeLessThan(2.5);
  });

  it.each([
    ["no password", { password: undefined }],
    ["no e-mail", { email: undefined }],
    ["an e-mail that is a number", { email: 5 }],
    ["an empty password", { password: "" }],
    ["a password that is a list", { password: ["x"] }],
    ["a password of a megabyte's kind", { password: "x".repeat(1025) }],
  ])("refuses %s as INVALID_INPUT in the contract's words", async (_case, wrong) => {
    const { status, body } = await server.signIn(wrong);
    expect(status).toBe(400);
    expect(body).toEqual({
      success: false,
      errorCode: "INVALID_INPUT",
      message: expect.stringMatching(/^Bad Request: (email|password) /),
    });
  });

  it("needs an API key, and no scope", async () => {
    expect((await server.signIn({}, {})).body).toEqual(NO_KEY);
    const { key } = await server.keyOf(server.teamId, []);
    expect((await server.signIn({}, { key })).status).toBe(200);
  });
});

describe("the published keys", () => {
  it("verify an access token for a client that has nothing else", async () => {
    const { body } = await server.signIn();
    const keys = createRemoteJWKSet(new URL(`${server.system.url}/.well-known/jwks.json`));
    const { payload } = await jwtVerify(body.accessToken, keys, { audience: "api" });
    expect(payload.sub).toBe(server.userId);
  });

  it("are public keys alone", async () => {
    const { body } = await server.ask("GET", "/.well-known/jwks.json");
    expect(body.keys).toHaveLength(1);
    expect(Object.keys(body.keys[0]).sort()).toEqual(["alg", "crv", "kid", "kty", "use", "x", "y"]);
  });

  it("change when their time is over, while tokens of the old one stay valid", async () => {
    const { prisma } = server.db;
    const old = await server.session();
    const { kid } = decodeProtectedHeader(old.accessToken);
    await prisma.signingKey.updateMany({ data: { signsUntil: new Date(Date.now() - 1) } });
    const renewed = await Promise.all(Array.from({ length: 6 }, () => server.session()));
    const kids = new Set(renewed.map(({ accessToken }) => decodeProtectedHeader(accessToken).kid));
    expect(kids.size).toBe(1);
    expect(kids).not.toContain(kid);
    const { body } = await server.ask("GET", "/.well-known/jwks.json");
    expect(body.keys.map((key: { kid: string }) => key.kid)).toEqual([...kids, kid]);
    const asked = await server.graph({ key: server.key, bearer: old.accessToken }, VIEWER);
    expect(asked.body.data.viewer.userId).toBe(server.userId);
  });

  it("live on for as long as a refresh token that was signed at the last moment", async () => {
    const keys = await server.db.prisma.signingKey.findMany();
    const { signsUntil, verifiesUntil } = keys.sort((a, b) => +b.createdAt - +a.createdAt)[0] ?? keys[0] ?? never();
    expect(+verifiesUntil - +signsUntil).toBeGreaterThanOrEqual(30 * 86_400_000);
  });
});

function never(): never {
  throw new Error("there is no key");
}
