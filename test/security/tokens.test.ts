import { randomUUID } from "node:crypto";
import { decodeJwt, exportJWK, generateKeyPair, SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { revokeKey } from "#accounts/auth/api-keys";
import { SCOPES } from "#accounts/auth/scopes";
import { endpoints } from "#rest/route-table";
import { NO_KEY, NOT_AUTHENTICATED, type SessionServer, type Shown, startSessionServer } from "./session-server.ts";

let server: SessionServer;
beforeAll(async () => {
  server = await startSessionServer();
});
afterAll(() => server?.stop());

const VIEWER = "{ viewer { via userId keyPrefix scopes } }";
const FORBIDDEN = { success: false, errorCode: "FORBIDDEN", message: expect.stringMatching(/^Forbidden/) };

/** /v2 by a read that a frame may do; what it reads does not exist. The graph by who asks. */
async function doors(shown: Shown, query = ""): Promise<[v2: number, graphql: number]> {
  const v2 = await server.ask("GET", `/v2/discovery/2147483647/status${query}`, shown);
  const graphql = await server.graph(shown, VIEWER);
  return [v2.status, graphql.status];
}
const VALID = [404, 200];
const REFUSED = [401, 401];

const unsigned = (type: string, payload: object) =>
  `${[{ alg: "none", typ: type }, payload].map((part) => Buffer.from(JSON.stringify(part)).toString("base64url")).join(".")}.`;

describe("an access token", () => {
  it("names the user beside the API key, and not by itself", async () => {
    const { accessToken } = await server.session();
    const { body } = await server.graph({ key: server.key, bearer: accessToken }, VIEWER);
    expect(body.data.viewer).toMatchObject({ via: "key", userId: server.userId });
    expect(await doors({ bearer: accessToken })).toEqual(REFUSED);
    expect((await server.ask("GET", "/v2/auth/session", { bearer: accessToken })).body).toEqual(NO_KEY);
  });

  it("is not taken for a frame token", async () => {
    const { accessToken } = await server.session();
    expect(await doors({ key: server.key, sessionId: accessToken })).toEqual(REFUSED);
    expect(await doors({ sessionId: accessToken })).toEqual(REFUSED);
  });

  it("is refused when it is forged, expired, of another kind, or of a session that is not there", async () => {
    const { accessToken, refreshToken } = await server.session();
    const { sub, sid } = decodeJwt<{ sid: string }>(accessToken);
    const now = Math.floor(Date.now() / 1000);
    const claims = { sub, sid, aud: "api", iss: "market-intelligence", iat: now, exp: now + 600 };
    const stranger = await generateKeyPair("ES256", { extractable: true });
    const kid = (await server.db.prisma.signingKey.findFirstOrThrow()).kid;
    const bySecret = new TextEncoder().encode(JSON.stringify(await exportJWK(stranger.publicKey)));
    const forged = (alg: string, key: Parameters<SignJWT["sign"]>[0], header = {}) =>
      new SignJWT(claims).setProtectedHeader({ alg, typ: "at+jwt", kid, ...header }).sign(key);
    const [head, , signature] = accessToken.split(".");
    const wrong: Record<string, string> = {
      "no algorithm": unsigned("at+jwt", claims),
      "another key": await forged("ES256", stranger.privateKey),
      "a key of its own in the header": await forged("ES256", stranger.privateKey, {
        jwk: await exportJWK(stranger.publicKey),
      }),
      "an unknown key": await forged("ES256", stranger.privateKey, { kid: "x".repeat(43) }),
      "a key id that is none": await forged("ES256", stranger.privateKey, { kid: "\0" }),
      "a shared secret": await forged("HS256", bySecret),
      "another's claims": `${head}.${Buffer.from(JSON.stringify({ ...claims, sub: randomUUID() })).toString("base64url")}.${signature}`,
      expired: await server.signed("at+jwt", { ...claims, exp: now - 10 }),
      "no end": await server.signed("at+jwt", { ...claims, exp: undefined }),
      "another audience": await server.signed("at+jwt", { ...claims, aud: "frame" }),
      "another type": await server.signed("refresh+jwt", claims),
      "another issuer": await server.signed("at+jwt", { ...claims, iss: "elsewhere" }),
      "a session that is not there": await server.signed("at+jwt", { ...claims, sid: randomUUID() }),
      "a session that is none": await server.signed("at+jwt", { ...claims, sid: "x" }),
      "a refresh token": refreshToken,
      "no token at all": "nonsense",
    };
    expect(await doors({ key: server.key, bearer: await server.signed("at+jwt", claims) })).toEqual(VALID);
    for (const [what, bearer] of Object.entries(wrong))
      expect([what, await doors({ key: server.key, bearer })]).toEqual([what, REFUSED]);
    const { body } = await server.ask("GET", "/v2/auth/session", { key: server.key, bearer: "nonsense" });
    expect(body).toEqual(NOT_AUTHENTICATED);
    expect((await server.graph({ key: server.key, bearer: "nonsense" }, VIEWER)).body.errors[0].message).toBe(
      "User not authenticated",
    );
  });
});

describe("a frame token", () => {
  it("is E2's bare answer, and lives sixty minutes", async () => {
    const { status, body } = await server.ask("GET", "/v2/auth/session", { key: server.key });
    expect([status, Object.keys(body)]).toEqual([200, ["accessToken"]]);
    const { aud, iat = 0, exp = 0 } = decodeJwt(body.accessToken);
    expect([aud, exp - iat]).toEqual(["frame", 3600]);
  });

  it("is made through the graph too", async () => {
    const { body } = await server.graph({ key: server.key }, "mutation { createFrameToken { accessToken expiresIn } }");
    expect(body.data.createFrameToken.expiresIn).toBe(3600);
    expect(await doors({ sessionId: body.data.createFrameToken.accessToken })).toEqual(VALID);
  });

  it("needs no key, by header, by query and as a bearer, at both doors", async () => {
    const token = await server.frameToken();
    expect(await doors({ sessionId: token })).toEqual(VALID);
    expect(await doors({ bearer: token })).toEqual(VALID);
    expect((await server.ask("GET", `/v2/discovery/2147483647/status?sessionId=${token}`)).status).toBe(404);
    const { body } = await server.ask("POST", `/graphql?sessionId=${token}`, {}, { query: VIEWER });
    expect(body.data.viewer).toMatchObject({ via: "frame", userId: null });
  });

  it("is the user's with a session, and the key's without", async () => {
    const { cookie, accessToken } = await server.session();
    for (const shown of [{ cookie }, { bearer: accessToken }]) {
      const token = await server.frameToken({ key: server.key, ...shown });
      const { body } = await server.graph({ sessionId: token }, VIEWER);
      expect(body.data.viewer).toMatchObject({ via: "frame", userId: server.userId });
    }
    const invalid = await server.ask("GET", "/v2/auth/session", { key: server.key, cookie: "gone" });
    expect(invalid.body).toEqual(NOT_AUTHENTICATED);
  });

  it("ends with its user's session", async () => {
    const { cookie } = await server.session();
    const token = await server.frameToken({ key: server.key, cookie });
    expect(await doors({ sessionId: token })).toEqual(VALID);
    await server.ask("POST", "/v2/auth/sign-out", { key: server.key, cookie });
    expect(await doors({ sessionId: token })).toEqual(REFUSED);
  });

  it("ends with its key, and has the key's scopes as they are now", async () => {
    const issued = await server.keyOf(server.teamId, ["discovery:read", "impact:read"]);
    const token = await server.frameToken({ key: issued.key });
    const scopes = async () => (await server.graph({ sessionId: token }, VIEWER)).body.data.viewer.scopes;
    expect(await scopes()).toEqual(["discovery:read", "impact:read"]);
    await server.db.prisma.apiKey.update({ where: { id: issued.id }, data: { scopes: ["impact:read"] } });
    await expect.poll(scopes, { interval: 10 }).toEqual(["impact:read"]);
    expect((await doors({ sessionId: token }))[0]).toBe(403);
    await revokeKey(server.db.prisma, issued.prefix);
    await expect.poll(() => doors({ sessionId: token }), { interval: 10 }).toEqual(REFUSED);
  });

  it("ends with the access of its team", async () => {
    const team = await server.system.team();
    const token = await server.frameToken({ key: team.key });
    await server.db.prisma.team.update({
      where: { id: team.teamId },
      data: { accessExpiresAt: new Date(Date.now() - 1) },
    });
    await expect.poll(() => doors({ sessionId: token }), { interval: 10 }).toEqual([403, 403]);
  });

  it("cannot sign in or out, renew, make another of its kind, or ask anything under teams, whatever its key may", async () => {
    const platform = await server.keyOf(null, SCOPES);
    const { cookie, refreshToken } = await server.session();
    for (const key of [server.key, platform.key]) {
      const sessionId = await server.frameToken({ key, cookie });
      for (const [method, path, body] of [
        ["POST", "/v2/auth/sign-in", { email: server.email, password: "x" }],
        ["POST", "/v2/auth/refresh", { refreshToken }],
        ["POST", "/v2/auth/sign-out", {}],
        ["GET", "/v2/auth/session", undefined],
      ] as const)
        expect([path, (await server.ask(method, path, { sessionId }, body)).body]).toEqual([path, FORBIDDEN]);
      for (const operation of [
        'mutation { signIn(input: { email: "x", password: "x" }) { expiresIn } }',
        'mutation { refreshSession(input: { refreshToken: "x" }) { expiresIn } }',
        "mutation { signOut }",
        "mutation { createFrameToken { accessToken } }",
        `{ team(teamId: ${server.teamId}) { name } }`,
      ])
        expect([operation, (await server.graph({ sessionId }, operation)).body.errors[0].extensions.code]).toEqual([
          operation,
          "FORBIDDEN",
        ]);
      const { scopes } = (await server.graph({ sessionId }, VIEWER)).body.data.viewer;
      expect(scopes).toEqual(SCOPES.filter((scope) => !scope.startsWith("teams:")));
    }
    expect((await server.ask("POST", "/v2/auth/refresh", { key: server.key }, { refreshToken })).status).toBe(200);
  });

  it("gets FORBIDDEN from every endpoint under auth and teams, before anything about the input is said", async () => {
    const platform = await server.keyOf(null, SCOPES);
    const sessionId = await server.frameToken({ key: platform.key });
    const closed = endpoints.filter(({ path }) => /^\/v2\/(auth|teams)\b/.test(path));
    expect(closed.length).toBeGreaterThanOrEqual(6);
    for (const { method, path } of closed) {
      const url = path.replace(/\{\w+\}/, "x");
      const { body } = await server.ask(method, url, { sessionId }, method === "POST" ? [] : undefined);
      expect([url, body]).toEqual([url, FORBIDDEN]);
    }
  });

  it("does not become more by a key beside it; a wrong key is still refused", async () => {
    const sessionId = await server.frameToken();
    expect((await server.ask("GET", "/v2/auth/session", { key: server.key, sessionId })).status).toBe(403);
    expect(await doors({ key: server.key, sessionId })).toEqual(VALID);
    expect((await server.ask("GET", "/v2/auth/session", { key: "mk_test_x", sessionId })).body).toEqual(NO_KEY);
  });

  it("is refused when it is forged, expired, or of another kind", async () => {
    const token = await server.frameToken();
    const { sub, key } = decodeJwt<{ key: string }>(token);
    const claims = { sub, key, aud: "frame" };
    const now = Math.floor(Date.now() / 1000);
    const wrong: Record<string, string> = {
      "no algorithm": unsigned("frame+jwt", { ...claims, iss: "market-intelligence", iat: now, exp: now + 600 }),
      expired: await server.signed("frame+jwt", { ...claims, exp: now - 10 }),
      "another audience": await server.signed("frame+jwt", { ...claims, aud: "api" }),
      "another type": await server.signed("at+jwt", claims),
      "a key that is not there": await server.signed("frame+jwt", { ...claims, key: randomUUID() }),
      "a session that is not there": await server.signed("frame+jwt", { ...claims, sid: randomUUID() }),
      "no token": "nonsense",
    };
    expect(await doors({ sessionId: await server.signed("frame+jwt", claims) })).toEqual(VALID);
    for (const [what, sessionId] of Object.entries(wrong)) {
      expect([what, await doors({ sessionId })]).toEqual([what, REFUSED]);
      expect([what, await doors({ bearer: sessionId })]).toEqual([what, REFUSED]);
    }
    expect((await server.ask("GET", "/v2/discovery/1/status?sessionId=nonsense")).body).toEqual(NOT_AUTHENTICATED);
  });
});
