import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cookieOf, PASSWORD, type SessionServer, type Shown, startSessionServer } from "./session-server.ts";

let server: SessionServer;
beforeAll(async () => {
  server = await startSessionServer();
});
afterAll(() => server?.stop());

const call = (procedure: string, shown: Shown, input?: object) =>
  server.ask(
    input === undefined ? "GET" : "POST",
    `/trpc/${procedure}${input === undefined ? "?input={}" : ""}`,
    shown,
    input,
  );
const status = async (shown: Shown) =>
  (await server.ask("GET", `/trpc/discoveryStatus?input=${encodeURIComponent('{"marketId":2147483647}')}`, shown))
    .status;

describe("the /trpc door", () => {
  it("signs in with cookie and tokens, renews and signs out", async () => {
    const signedIn = await call("signIn", { key: server.key }, { email: server.email, password: PASSWORD });
    const { accessToken, refreshToken } = signedIn.body.result.data;
    const cookie = cookieOf(signedIn) ?? "";
    for (const shown of [{ cookie }, { bearer: accessToken }]) {
      expect(await status({ key: server.key, ...shown })).toBe(404);
      expect(await status(shown)).toBe(401);
    }
    const renewed = await call("refreshSession", { key: server.key, bearer: "a.b.c" }, { refreshToken });
    expect(renewed.status).toBe(200);
    const out = await call("signOut", { key: server.key, cookie }, {});
    expect(out.headers.getSetCookie()[0]).toMatch(/^session=; Max-Age=0/);
    expect(await status({ key: server.key, cookie })).toBe(401);
    expect(await status({ key: server.key, bearer: renewed.body.result.data.accessToken })).toBe(401);
  });

  it("takes frame tokens, and keeps them from what they may not do", async () => {
    const made = await call("sessionToken", { key: server.key });
    const sessionId = made.body.result.data.accessToken;
    expect(await status({ sessionId })).toBe(404);
    expect(await status({ bearer: sessionId })).toBe(404);
    expect(await status({ sessionId: "nonsense" })).toBe(401);
    expect((await call("sessionToken", { sessionId })).status).toBe(403);
    expect((await call("signIn", { sessionId }, { email: server.email, password: PASSWORD })).status).toBe(403);
  });

  it("limits failed sign-ins with the other doors, also within one batch", async () => {
    const { email } = await server.anotherUser();
    const names = Array.from({ length: 10 }, () => "signIn").join(",");
    const inputs = Object.fromEntries(Array.from({ length: 10 }, (_, i) => [i, { email, password: "wrong password" }]));
    await server.ask("POST", `/trpc/${names}?batch=1`, { key: server.key }, inputs);
    expect((await server.signIn({ email })).status).toBe(429);
  });
});
