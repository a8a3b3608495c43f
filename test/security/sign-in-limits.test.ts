import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { authenticateKey } from "#accounts/auth/api-keys";
import { createAuth } from "#accounts/auth/auth";
import { openKeyRing } from "#foundation/encryption/open-key-ring";
import { BAD_CREDENTIALS, newAddress, PASSWORD, type SessionServer, startSessionServer } from "./session-server.ts";

const PER_ACCOUNT = 3;
const PER_ADDRESS = 8;
/** More than all tests fail with one key. */
const PER_KEY = 300;

let server: SessionServer;
beforeAll(async () => {
  server = await startSessionServer({
    SIGN_IN_FAILURES_PER_ACCOUNT: String(PER_ACCOUNT),
    SIGN_IN_FAILURES_PER_ADDRESS: String(PER_ADDRESS),
    SIGN_IN_FAILURES_PER_KEY: String(PER_KEY),
    TRUSTED_PROXIES: "1",
  });
  await server.db.prisma.team.update({ where: { id: server.teamId }, data: { maxUsers: 100 } });
});
afterAll(() => server?.stop());

async function fail(times: number, address: string, credentials: () => object): Promise<void> {
  for (let i = 0; i < times; i++) {
    const { status, body } = await server.signInFrom(address, { password: "wrong password", ...credentials() });
    expect([status, body]).toEqual([401, BAD_CREDENTIALS]);
  }
}

const sha256 = (text: string) => createHash("sha256").update(text).digest("base64url");

/** As if the time of these counts were over. */
const forget = (prefix: string) =>
  server.db.prisma.signInFailures.updateMany({
    where: { key: { startsWith: prefix } },
    data: { expire: Date.now() - 1 },
  });

const someone = () => ({ email: `${crypto.randomUUID()}@example.com` });

describe("failed sign-ins", () => {
  it("at one account keep the address that they come from waiting, longer each time, and nobody elsewhere", async () => {
    const { email } = await server.anotherUser();
    const address = newAddress();
    await fail(PER_ACCOUNT, address, () => ({ email }));
    const { status, body, headers } = await server.signInFrom(address, { email });
    expect(status).toBe(429);
    expect(body).toEqual({
      success: false,
      errorCode: "RATE_LIMITED",
      message: expect.stringMatching(/^Too Many Requests: /),
    });
    const seconds = Number(headers.get("retry-after"));
    expect(seconds).toBeGreaterThan(20);
    expect(seconds).toBeLessThanOrEqual(30);
    expect(headers.get("ratelimit-limit")).toBe(String(PER_ACCOUNT));
    expect(headers.get("ratelimit-remaining")).toBe("0");
    expect(headers.get("ratelimit-reset")).toBe(String(seconds));
    for (const longest of [60, 120]) {
      await forget("wait:");
      await fail(1, address, () => ({ email }));
      const again = Number((await server.signInFrom(address, { email })).headers.get("retry-after"));
      expect(again).toBeGreaterThan(longest - 10);
      expect(again).toBeLessThanOrEqual(longest);
    }
    // The owner, from where nobody has failed.
    expect((await server.signInFrom(newAddress(), { email })).status).toBe(200);
  });

  it("at an account that nobody has are limited in the same way", async () => {
    const { email } = someone();
    const address = newAddress();
    await fail(PER_ACCOUNT, address, () => ({ email }));
    expect((await server.signInFrom(address, { email })).status).toBe(429);
    await fail(1, newAddress(), () => ({ email }));
  });

  it("at an account that others are guessing at leave a strange address one attempt, and one that is known all of them", async () => {
    const { email } = await server.anotherUser();
    const [home, strange] = [newAddress(), newAddress()];
    expect((await server.signInFrom(home, { email })).status).toBe(200);
    await fail(PER_ACCOUNT, newAddress(), () => ({ email }));
    await fail(1, strange, () => ({ email }));
    expect((await server.signInFrom(strange, { email })).status).toBe(429);
    await fail(PER_ACCOUNT - 1, home, () => ({ email }));
    expect((await server.signInFrom(home, { email })).status).toBe(200);
  });

  it.each([
    ["an account from ever new addresses", (email: string) => `account:${sha256(email)}`],
    ["one key", (_email: string, keyId: string) => `key:${keyId}`],
  ])("are refused from strange addresses in the end, not from known ones: %s", async (_, keyOf) => {
    const { email } = await server.anotherUser();
    const { id, key } = await server.keyOf(server.teamId);
    const home = newAddress();
    expect((await server.signInFrom(home, { email }, key)).status).toBe(200);
    expect((await server.signInFrom(newAddress(), { email, password: "wrong password" }, key)).status).toBe(401);
    const counted = { where: { key: keyOf(email, id) }, data: { points: { increment: PER_KEY - 1 } } };
    expect((await server.db.prisma.signInFailures.updateMany(counted)).count).toBe(1);
    expect((await server.signInFrom(newAddress(), { email }, key)).status).toBe(429);
    expect((await server.signInFrom(home, { email }, key)).status).toBe(200);
    const { key: other } = await server.keyOf(server.teamId);
    const { email: somebody } = await server.anotherUser();
    expect((await server.signInFrom(newAddress(), { email: somebody }, other)).status).toBe(200);
  });

  it("from one address are limited, whatever the accounts, and no other address", async () => {
    const address = newAddress();
    await fail(PER_ADDRESS, address, someone);
    expect((await server.signInFrom(address, {})).status).toBe(429);
    expect((await server.signInFrom(newAddress(), {})).status).toBe(200);
  });

  it("are counted by the address that the proxy wrote, not by what the client made up", async () => {
    const address = newAddress();
    await fail(PER_ADDRESS, address, someone);
    const made = { "x-forwarded-for": `${newAddress()}, ${address}` };
    expect((await server.signIn({}, { key: server.key, headers: made })).status).toBe(429);
  });

  it("are counted together in one IPv6 network", async () => {
    let host = 0;
    for (let i = 0; i < PER_ADDRESS; i++) await fail(1, `2001:db8:0:7::${(++host).toString(16)}`, someone);
    expect((await server.signInFrom("2001:db8:0:7:ffff::1", {})).status).toBe(429);
    expect((await server.signInFrom("2001:db8:0:8::1", {})).status).toBe(200);
  });

  it("are forgotten when their time is over", async () => {
    const { email } = await server.anotherUser();
    const address = newAddress();
    await fail(PER_ACCOUNT, address, () => ({ email }));
    await forget("");
    await fail(PER_ACCOUNT, address, () => ({ email }));
  });

  it("are not counted when they succeed", async () => {
    const address = newAddress();
    const { key } = await server.keyOf(server.teamId);
    for (let i = 0; i < PER_ADDRESS + 2; i++) expect((await server.signInFrom(address, {}, key)).status).toBe(200);
  });

  it("are counted together by all processes, and after a restart", async () => {
    const { email } = await server.anotherUser();
    const address = newAddress();
    await fail(PER_ACCOUNT, address, () => ({ email }));
    const restarted = createAuth(server.db, {
      ring: await openKeyRing(server.system.config.encryption),
      secureCookie: true,
      perAccount: PER_ACCOUNT,
      perAddress: PER_ADDRESS,
      perKey: PER_KEY,
    });
    const caller = await authenticateKey(server.db, server.key);
    await expect(restarted.signIn(caller, { email, password: PASSWORD }, address)).rejects.toMatchObject({
      code: "RATE_LIMITED",
    });
  });

  it("at once are stopped too, but for those that are being checked already", async () => {
    const { key } = await server.keyOf(server.teamId);
    const { email } = await server.anotherUser();
    const address = newAddress();
    const attempts = Array.from({ length: 30 }, () =>
      server.signInFrom(address, { email, password: "wrong password" }, key),
    );
    const statuses = (await Promise.all(attempts)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(PER_ACCOUNT + 4);
    expect(new Set(statuses)).toEqual(new Set([401, 429]));
  });

  it("through the graph are refused with the same status and Retry-After", async () => {
    const { email } = someone();
    const address = newAddress();
    await fail(PER_ACCOUNT, address, () => ({ email }));
    const { status, headers, body } = await server.graph(
      { key: server.key, headers: { "x-forwarded-for": address } },
      "mutation ($input: SignInInput!) { signIn(input: $input) { expiresIn } }",
      { input: { email, password: PASSWORD } },
    );
    expect(status).toBe(429);
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    expect(body.errors[0].extensions.code).toBe("RATE_LIMITED");
  });

  it("leave no e-mail address in the table that counts them", async () => {
    const rows = await server.db.prisma.signInFailures.findMany();
    expect(rows.length).toBeGreaterThan(0);
    for (const { key } of rows) expect(key).not.toContain("@");
  });
});
