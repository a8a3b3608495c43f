import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Command } from "commander";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { SCOPES } from "#accounts/auth/scopes";
import { keysCommand } from "#cli/commands/keys";
import { sessionsCommand } from "#cli/commands/sessions";
import { usersCommand } from "#cli/commands/users";
import { PASSWORD, type SessionServer, startSessionServer } from "../security/session-server.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

let server: SessionServer;
beforeAll(async () => {
  server = await startSessionServer();
  vi.stubEnv("DATABASE_URL", server.system.database.url);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await server?.stop();
});

/** What a command prints; beside the running server, on its database. */
async function printed(command: Command, ...args: string[]): Promise<string> {
  let text = "";
  const spy = vi.spyOn(process.stdout, "write").mockImplementation((part) => {
    text += String(part);
    return true;
  });
  try {
    await command.parseAsync(args, { from: "user" });
  } finally {
    spy.mockRestore();
  }
  return text;
}

/** What it prints with `--json`. */
async function json(command: Command, ...args: string[]) {
  return JSON.parse(await printed(command, ...args, "--json"));
}

const statusWith = async (key: string) => (await server.ask("GET", "/v2/discovery/2147483647/status", { key })).status;

describe("market keys", () => {
  it("makes, lists, changes and revokes a key beside the running server", async () => {
    const team = String(server.teamId);
    const made = await json(keysCommand(), "create", "--team", team, "--scopes", "impact:read", "--name", "partner");
    expect(await statusWith(made.key)).toBe(403);
    const changed = await json(
      keysCommand(),
      "change",
      made.prefix,
      "--scopes",
      "all",
      "--subscriptions",
      "events-monitor",
    );
    expect(changed).toMatchObject({ prefix: made.prefix, scopes: [...SCOPES], subscriptions: ["events-monitor"] });
    await expect.poll(() => statusWith(made.key), { interval: 10 }).toBe(404);
    const listed = await json(keysCommand(), "list", "--team", team);
    expect(listed).toContainEqual(expect.objectContaining({ prefix: made.prefix, name: "partner", revokedAt: null }));
    expect(JSON.stringify(listed)).not.toContain(made.key.split("_")[3]);
    await json(keysCommand(), "revoke", made.prefix);
    await expect.poll(() => statusWith(made.key), { interval: 10 }).toBe(401);
    expect(JSON.stringify(await json(keysCommand(), "list"))).not.toContain(made.prefix);
    expect(JSON.stringify(await json(keysCommand(), "list", "--all"))).toContain(made.prefix);
  });

  it("rotates a key: at once, or with a time in which both are valid", async () => {
    const old = await server.keyOf(server.teamId, ["discovery:read"]);
    const overlapping = await json(keysCommand(), "rotate", old.prefix, "--overlap", "10");
    expect(overlapping).toMatchObject({ teamId: server.teamId, scopes: ["discovery:read"], replaces: old.prefix });
    expect([await statusWith(old.key), await statusWith(overlapping.key)]).toEqual([404, 404]);
    const { prisma } = server.db;
    const { revokedAt } = await prisma.apiKey.findUniqueOrThrow({ where: { prefix: old.prefix } });
    expect(Math.round((Number(revokedAt) - Date.now()) / 60_000)).toBe(10);
    await prisma.apiKey.update({ where: { prefix: old.prefix }, data: { revokedAt: new Date(Date.now() - 1) } });
    await expect.poll(() => statusWith(old.key), { interval: 10 }).toBe(401);

    const next = await json(keysCommand(), "rotate", overlapping.prefix);
    await expect
      .poll(async () => [await statusWith(overlapping.key), await statusWith(next.key)], { interval: 10 })
      .toEqual([401, 404]);
    await expect(json(keysCommand(), "rotate", overlapping.prefix)).rejects.toMatchObject({ code: "CONFLICT" });
  });

  it("ends a key when its time is over, and a rotated one lasts as long again", async () => {
    const team = String(server.teamId);
    const made = await json(keysCommand(), "create", "--team", team, "--scopes", "all", "--expires", "30");
    expect(await statusWith(made.key)).toBe(404);
    const { prisma } = server.db;
    const daysOf = async (prefix: string) =>
      Math.round(
        (Number((await prisma.apiKey.findUniqueOrThrow({ where: { prefix } })).expiresAt) - Date.now()) / 86_400_000,
      );
    const next = await json(keysCommand(), "rotate", made.prefix, "--overlap", "5");
    expect([await daysOf(made.prefix), await daysOf(next.prefix)]).toEqual([30, 30]);
    await prisma.apiKey.update({ where: { prefix: next.prefix }, data: { expiresAt: new Date(Date.now() - 1) } });
    await expect.poll(() => statusWith(next.key), { interval: 10 }).toBe(401);
    await expect(json(keysCommand(), "rotate", next.prefix)).rejects.toThrow("has expired");
    await json(keysCommand(), "change", made.prefix, "--expires", "never");
    expect((await prisma.apiKey.findUniqueOrThrow({ where: { prefix: made.prefix } })).expiresAt).toBeNull();
  });

  it("admits a key from its networks alone, at every door", async () => {
    const team = String(server.teamId);
    const elsewhere = ["--networks", "203.0.113.0/24, 2001:db8::/32"];
    const made = await json(keysCommand(), "create", "--team", team, "--scopes", "all", ...elsewhere);
    const { key } = made;
    const refused = await server.ask("GET", "/v2/discovery/2147483647/status", { key });
    expect(refused).toMatchObject({
      status: 403,
      body: { errorCode: "FORBIDDEN", message: expect.stringContaining("127.0.0.1") },
    });
    const graph = await server.graph({ key }, "{ viewer { keyPrefix } }");
    expect(graph.status).toBe(403);
    // A client cannot say that it is elsewhere: no proxy of ours stands in front.
    const forged = await server.ask("GET", "/v2/discovery/2147483647/status", {
      key,
      headers: { "x-forwarded-for": "203.0.113.7" },
    });
    expect(forged.status).toBe(403);

    await json(keysCommand(), "change", made.prefix, "--networks", "127.0.0.1, ::1");
    await expect.poll(() => statusWith(key), { interval: 10 }).toBe(404);
    await json(keysCommand(), "change", made.prefix, ...elsewhere);
    await expect.poll(() => statusWith(key), { interval: 10 }).toBe(403);
    await json(keysCommand(), "change", made.prefix, "--networks", "");
    await expect.poll(() => statusWith(key), { interval: 10 }).toBe(404);
    await expect(json(keysCommand(), "change", made.prefix, "--networks", "here")).rejects.toThrow(
      '"here" is not a network',
    );
  });

  it("names what is wrong", async () => {
    const { prefix } = await server.keyOf(server.teamId);
    await expect(printed(keysCommand(), "change", prefix)).rejects.toMatchObject({ code: "INVALID_INPUT" });
    await expect(printed(keysCommand(), "change", prefix, "--scopes", "x")).rejects.toThrow('scope "x"');
    await expect(printed(keysCommand(), "revoke", "nothing8")).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(printed(keysCommand(), "list", "--platform", "--team", "1")).rejects.toThrow(
      "--team ID and --platform",
    );
  });
});

describe("market users", () => {
  it("lists and changes users; another password ends their sessions", async () => {
    const { email, id } = await server.anotherUser();
    const { body } = await server.signIn({ email });
    const shown = { key: server.key, bearer: body.accessToken };
    expect((await server.ask("GET", "/v2/auth/session", shown)).status).toBe(200);
    const listed = await json(usersCommand(), "list", "--team", String(server.teamId));
    expect(listed).toContainEqual(
      expect.objectContaining({ id, email, teams: [{ teamId: server.teamId, isAdmin: false }] }),
    );
    expect(JSON.stringify(listed)).not.toContain("argon2");
    await expect(json(usersCommand(), "change", email, "--password", "another password")).rejects.toMatchObject({
      code: "INVALID_INPUT",
      detail: expect.stringContaining("--password-file"),
    });
    const file = join(await temporaryFolder(), "password");
    await writeFile(file, "another password\n");
    await json(usersCommand(), "change", email, "--first-name", "Grace", "--password-file", file);
    await expect
      .poll(async () => (await server.ask("GET", "/v2/auth/session", shown)).status, { interval: 10 })
      .toBe(401);
    expect((await server.signIn({ email, password: PASSWORD })).status).toBe(401);
    expect((await server.signIn({ email, password: "another password" })).status).toBe(200);
  });

  it("adds users to further teams and takes them out at once", async () => {
    const { email, id } = await server.anotherUser();
    const other = await server.system.team();
    const team = String(other.teamId);
    expect((await server.signIn({ email }, { key: other.key })).status).toBe(401);
    await json(usersCommand(), "add", id, "--team", team, "--admin");
    const { body } = await server.signIn({ email }, { key: other.key });
    const asked = () => server.ask("GET", "/v2/auth/session", { key: other.key, bearer: body.accessToken });
    expect((await asked()).status).toBe(200);
    expect(await json(usersCommand(), "remove", email, "--team", team)).toEqual({ id, teamId: other.teamId });
    await expect.poll(async () => (await asked()).status, { interval: 10 }).toBe(401);
    expect((await server.ask("GET", "/v2/auth/session", { key: server.key, bearer: body.accessToken })).status).toBe(
      200,
    );
    await expect(json(usersCommand(), "remove", email, "--team", team)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await json(usersCommand(), "revoke", id);
    expect((await server.signIn({ email })).status).toBe(401);
  });

  it("does not fill a team beyond its places", async () => {
    const { teamId } = await server.system.team();
    await server.db.prisma.team.update({ where: { id: teamId }, data: { maxUsers: 1 } });
    await server.anotherUser(teamId);
    await expect(json(usersCommand(), "add", server.email, "--team", String(teamId))).rejects.toMatchObject({
      code: "CONFLICT",
    });
  });
});

describe("market sessions", () => {
  it("lists sessions without their secrets, and ends one or all of a user's", async () => {
    const { email } = await server.anotherUser();
    const tokens: string[] = [];
    for (let i = 0; i < 3; i++) tokens.push((await server.signIn({ email })).body.accessToken);
    const statuses = () =>
      Promise.all(
        tokens.map(async (bearer) => (await server.ask("GET", "/v2/auth/session", { key: server.key, bearer })).status),
      );
    const listed = await json(sessionsCommand(), "list", "--user", email);
    expect(listed).toHaveLength(3);
    expect(Object.keys(listed[0])).not.toContain("cookieHash");
    await json(sessionsCommand(), "revoke", listed[2].id);
    await expect.poll(statuses, { interval: 10 }).toEqual([401, 200, 200]);
    expect(await json(sessionsCommand(), "revoke", "--user", email)).toMatchObject({ revoked: 2 });
    await expect.poll(statuses, { interval: 10 }).toEqual([401, 401, 401]);
    expect(await json(sessionsCommand(), "list", "--user", email)).toEqual([]);
    expect(await json(sessionsCommand(), "list", "--user", email, "--all")).toHaveLength(3);
    await expect(json(sessionsCommand(), "revoke", "x")).rejects.toMatchObject({ code: "INVALID_INPUT" });
  });

  it("shows a table to people", async () => {
    await server.session();
    expect(await printed(sessionsCommand(), "list")).toMatch(/Session +User +Signed in/);
    expect(await printed(sessionsCommand(), "list", "--team", "999")).toBe("None.\n");
  });
});
