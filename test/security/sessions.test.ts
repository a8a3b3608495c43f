import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { revokeSessionsOf } from "#accounts/auth/sessions";
import {
  cookieOf,
  NO_KEY,
  NOT_AUTHENTICATED,
  type SessionServer,
  type Shown,
  startSessionServer,
} from "./session-server.ts";

let server: SessionServer;
beforeAll(async () => {
  server = await startSessionServer();
});
afterAll(() => server?.stop());

const VIEWER = "{ viewer { userId } }";
const HOUR = 3_600_000;

/** What each door makes of who asks: /v2 by E2, which makes a token for the user, and the graph. */
async function doors(shown: Shown): Promise<[v2: number, graphql: number]> {
  const v2 = await server.ask("GET", "/v2/auth/session", shown);
  const graphql = await server.graph(shown, VIEWER);
  if (v2.status === 401) expect([NOT_AUTHENTICATED, NO_KEY]).toContainEqual(v2.body);
  if (graphql.status === 401) expect(graphql.body.errors[0].extensions.code).toBe("UNAUTHORISED");
  return [v2.status, graphql.status];
}

const refresh = (refreshToken: unknown, shown: Shown = { key: server.key }) =>
  server.ask("POST", "/v2/auth/refresh", shown, { refreshToken });

describe("a cookie", () => {
  it("never replaces the API key", async () => {
    const { cookie, accessToken } = await server.session();
    for (const shown of [{ cookie }, { bearer: accessToken }, { cookie, bearer: accessToken }]) {
      expect(await doors(shown)).toEqual([401, 401]);
      expect((await server.ask("GET", "/v2/auth/session", shown)).body).toEqual(NO_KEY);
    }
    expect(await doors({ cookie, key: server.key })).toEqual([200, 200]);
  });

  it("ends after twelve hours without use, and lives on with use", async () => {
    const { prisma } = server.db;
    const { cookie } = await server.session();
    const { id } = await prisma.session.findFirstOrThrow({ orderBy: { createdAt: "desc" } });
    const idle = (ms: number) =>
      prisma.session.update({ where: { id }, data: { cookieUsedAt: new Date(Date.now() - ms) } });
    await idle(11.9 * HOUR);
    expect(await doors({ key: server.key, cookie })).toEqual([200, 200]);
    const { cookieUsedAt } = await prisma.session.findUniqueOrThrow({ where: { id } });
    expect(Date.now() - +cookieUsedAt).toBeLessThan(60_000);
    await idle(12.1 * HOUR);
    await expect.poll(() => doors({ key: server.key, cookie }), { interval: 10 }).toEqual([401, 401]);
  });

  it("ends seven days after sign-in, however much it is used", async () => {
    const { prisma } = server.db;
    const { cookie } = await server.session();
    const { id, createdAt, cookieExpiresAt } = await prisma.session.findFirstOrThrow({
      orderBy: { createdAt: "desc" },
    });
    expect(Math.round((+cookieExpiresAt - +createdAt) / HOUR)).toBe(7 * 24);
    await prisma.session.update({ where: { id }, data: { cookieExpiresAt: new Date(Date.now() - 1) } });
    await expect.poll(() => doors({ key: server.key, cookie }), { interval: 10 }).toEqual([401, 401]);
  });

  it("is refused at both doors when it is made up, and clears nothing that is valid", async () => {
    expect(await doors({ key: server.key, cookie: "A".repeat(43) })).toEqual([401, 401]);
  });

  it("is of no use with the key of a team that its user is no member of; the platform's takes it", async () => {
    const { cookie, accessToken } = await server.session();
    const other = await server.system.team();
    expect(await doors({ key: other.key, cookie })).toEqual([401, 401]);
    expect(await doors({ key: other.key, bearer: accessToken })).toEqual([401, 401]);
    const platform = await server.keyOf(null);
    expect(await doors({ key: platform.key, cookie })).toEqual([200, 200]);
  });

  it("ends at once when its user leaves the team", async () => {
    const user = await server.anotherUser();
    const cookie = cookieOf(await server.signIn({ email: user.email })) ?? "";
    expect(await doors({ key: server.key, cookie })).toEqual([200, 200]);
    await server.db.prisma.membership.deleteMany({ where: { userId: user.id } });
    await expect.poll(() => doors({ key: server.key, cookie }), { interval: 10 }).toEqual([401, 401]);
  });
});

describe("sign-out", () => {
  it("ends the cookie, the access token and the refresh token at once, and clears the cookie", async () => {
    const { cookie, accessToken, refreshToken } = await server.session();
    const { status, body, headers } = await server.ask("POST", "/v2/auth/sign-out", { key: server.key, cookie });
    expect([status, body]).toEqual([200, { message: "Signed out" }]);
    expect(headers.getSetCookie()).toEqual(["session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax"]);
    expect(await doors({ key: server.key, cookie })).toEqual([401, 401]);
    expect(await doors({ key: server.key, bearer: accessToken })).toEqual([401, 401]);
    expect((await refresh(refreshToken)).body).toEqual(NOT_AUTHENTICATED);
  });

  it("leaves the user's other sessions alone", async () => {
    const [one, other] = [await server.session(), await server.session()];
    await server.ask("POST", "/v2/auth/sign-out", { key: server.key, bearer: one.accessToken });
    expect(await doors({ key: server.key, cookie: one.cookie })).toEqual([401, 401]);
    expect(await doors({ key: server.key, cookie: other.cookie })).toEqual([200, 200]);
  });

  it("says that a session was not valid, and lets the browser forget it all the same", async () => {
    const { status, body, headers } = await server.ask("POST", "/v2/auth/sign-out", {
      key: server.key,
      cookie: "gone",
    });
    expect([status, body]).toEqual([401, NOT_AUTHENTICATED]);
    expect(headers.getSetCookie()[0]).toMatch(/^session=; Max-Age=0/);
  });

  it("has nothing to end without a session", async () => {
    expect((await server.ask("POST", "/v2/auth/sign-out", { key: server.key })).status).toBe(200);
    const { body } = await server.graph({ key: server.key }, "mutation { signOut }");
    expect(body.data).toEqual({ signOut: false });
  });

  it("works through the graph", async () => {
    const { cookie } = await server.session();
    const { body, headers } = await server.graph({ key: server.key, cookie }, "mutation { signOut }");
    expect(body.data).toEqual({ signOut: true });
    expect(headers.getSetCookie()[0]).toMatch(/^session=; Max-Age=0/);
    expect(await doors({ key: server.key, cookie })).toEqual([401, 401]);
  });

  it("does not excuse other fields of the same operation from a valid session", async () => {
    const shown = { key: server.key, cookie: "gone" };
    const { status } = await server.graph(shown, "mutation { signOut createFrameToken { accessToken } }");
    expect(status).toBe(401);
    const several = { query: "mutation A { signOut } query B { viewer { via } }" };
    expect((await server.ask("POST", "/graphql", shown, { ...several, operationName: "B" })).status).toBe(401);
    const out = await server.ask("POST", "/graphql", shown, { ...several, operationName: "A" });
    expect(out.body.errors[0].message).toBe("User not authenticated");
    expect(out.headers.getSetCookie()[0]).toMatch(/^session=; Max-Age=0/);
  });
});

describe("a refresh token", () => {
  it("gives new tokens of the same session, as sign-in does", async () => {
    const { refreshToken, cookie } = await server.session();
    const { status, body } = await refresh(refreshToken);
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(["message", "accessToken", "refreshToken", "expiresIn", "expiresAt"]);
    expect(body.refreshToken).not.toBe(refreshToken);
    expect(await doors({ key: server.key, bearer: body.accessToken })).toEqual([200, 200]);
    expect(await doors({ key: server.key, cookie })).toEqual([200, 200]);
    expect((await refresh(body.refreshToken)).status).toBe(200);
  });

  it("is taken although the client still sends its expired access token", async () => {
    const { refreshToken } = await server.session();
    expect((await refresh(refreshToken, { key: server.key, bearer: "a.b.c" })).status).toBe(200);
  });

  it("ends the whole session when a spent one is used, the newest tokens included", async () => {
    const { refreshToken, cookie } = await server.session();
    const { body: second } = await refresh(refreshToken);
    const { body: third } = await refresh(second.refreshToken);
    const reused = await refresh(refreshToken);
    expect([reused.status, reused.body]).toEqual([401, NOT_AUTHENTICATED]);
    expect((await refresh(third.refreshToken)).status).toBe(401);
    expect(await doors({ key: server.key, bearer: third.accessToken })).toEqual([401, 401]);
    expect(await doors({ key: server.key, cookie })).toEqual([401, 401]);
  });

  it("is good for one of many that use it at once, and then for none", async () => {
    const { refreshToken } = await server.session();
    const answers = await Promise.all(Array.from({ length: 8 }, () => refresh(refreshToken)));
    const winners = answers.filter(({ status }) => status === 200);
    expect(winners).toHaveLength(1);
    expect((await refresh(winners[0]?.body.refreshToken)).status).toBe(401);
    expect(await doors({ key: server.key, bearer: winners[0]?.body.accessToken })).toEqual([401, 401]);
  });

  it("is not spent by the key of another team", async () => {
    const { refreshToken } = await server.session();
    const other = await server.system.team();
    expect((await refresh(refreshToken, { key: other.key })).body).toEqual(NOT_AUTHENTICATED);
    expect((await refresh(refreshToken)).status).toBe(200);
  });

  it("ends after thirty days", async () => {
    const { prisma } = server.db;
    const { refreshToken } = await server.session();
    const { id, expiresAt } = await prisma.refreshToken.findFirstOrThrow({ orderBy: { expiresAt: "desc" } });
    expect(Math.round((+expiresAt - Date.now()) / HOUR)).toBe(30 * 24);
    await prisma.refreshToken.update({ where: { id }, data: { expiresAt: new Date(Date.now() - 1) } });
    expect((await refresh(refreshToken)).status).toBe(401);
  });

  it("is asked for by name", async () => {
    for (const [sent, message] of [
      [undefined, /^Invalid input provided: refreshToken is missing/],
      [7, /^Invalid input provided: refreshToken must be a string/],
    ] as const) {
      const { status, body } = await refresh(sent);
      expect([status, body.message]).toEqual([400, expect.stringMatching(message)]);
    }
    for (const wrong of ["", "nonsense", "a.b.c"]) expect((await refresh(wrong)).body).toEqual(NOT_AUTHENTICATED);
  });
});

describe("the operator", () => {
  it("ends all sessions of a user at once", async () => {
    const { cookie, accessToken } = await server.session();
    expect(await revokeSessionsOf(server.db.prisma, server.userId, "revoked by an operator")).toBeGreaterThan(0);
    await expect.poll(() => doors({ key: server.key, cookie }), { interval: 10 }).toEqual([401, 401]);
    expect(await doors({ key: server.key, bearer: accessToken })).toEqual([401, 401]);
  });
});
