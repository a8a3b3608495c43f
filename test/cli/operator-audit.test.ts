import { readdirSync, readFileSync } from "node:fs";
import { hostname, userInfo } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { runMarket } from "#cli/run-market";
import { withDatabase } from "#cli/with-database";
import { readConfig } from "#foundation/config/config";
import { projectRoot } from "#foundation/config/project-root";
import { type SessionServer, startSessionServer } from "../security/session-server.ts";

let server: SessionServer;
beforeAll(async () => {
  server = await startSessionServer();
  vi.stubEnv("DATABASE_URL", server.system.database.url);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await server?.stop();
});

/** Runs a command that prints to nobody. */
async function run(...args: string[]): Promise<number> {
  const spies = [vi.spyOn(process.stdout, "write"), vi.spyOn(process.stderr, "write")];
  for (const spy of spies) spy.mockImplementation(() => true);
  try {
    return await runMarket(args);
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}

/** What a command notes itself: triggers note changes of keys beside it. */
async function notedBy(...args: string[]) {
  const last = await server.db.prisma.auditEntry.findFirst({ orderBy: { id: "desc" } });
  await run(...args);
  return server.db.prisma.auditEntry.findMany({
    where: { id: { gt: last?.id ?? 0n }, via: "operator" },
    select: { operation: true, teamId: true, author: true, address: true, subject: true, outcome: true },
  });
}

describe("an operator's command that changes something", () => {
  it("is in the audit trail of the team that it names, with who ran it and where", async () => {
    const { teamId } = server;
    const by = { author: userInfo().username, address: hostname() };
    const [team] = await notedBy("teams", "change", String(teamId), "--quota", "7");
    expect(team).toEqual({ ...by, operation: "changeTeam", teamId, subject: { teamId }, outcome: "done" });
    const [folder] = await notedBy("collections", "create", "--team", String(teamId), "--name", "Confidential");
    expect(folder).toMatchObject({ ...by, teamId, operation: "createCollection", outcome: "done" });
    expect(folder?.subject).toEqual({ teamId, collectionId: expect.any(Number) });
    const { body } = await server.graph(
      { key: server.key },
      '{ viewer { team { auditEntries(filter: { operation: "changeTeam" }) { edges { node { via author address } } } } } }',
    );
    expect(body.data.viewer.team.auditEntries.edges).toEqual([{ node: { via: "operator", ...by } }]);
  });

  it("is noted with the name of --author", async () => {
    const [entry] = await notedBy("--author", "Ada Lovelace", "platform", "--budget", "10");
    expect(entry).toMatchObject({ operation: "changePlatformBudget", teamId: null, author: "Ada Lovelace" });
    const [later] = await notedBy("platform", "--budget", "none", "--author", "Grace");
    expect(later).toMatchObject({ author: "Grace", outcome: "done" });
  });

  it("is noted with its error's code when it fails, and without e-mail addresses", async () => {
    const [entry] = await notedBy("users", "change", "nobody@example.com", "--first-name", "Nobody");
    expect(entry).toMatchObject({ operation: "changeUser", subject: {}, outcome: "NOT_FOUND" });
  });

  it.each([
    [["keys", "create", "--platform", "--scopes", "all"], "createKey"],
    [["users", "change", "ada@example.com", "--last-name", "Byron"], "changeUser"],
    [["sessions", "revoke", "--user", "ada@example.com"], "revokeSessions"],
    [["retention"], "applyRetention"],
    [["feeds", "add", "https://example.com/feed.xml"], "addFeed"],
    [["sources", "add", "gleif"], "addSource"],
    [["companies", "merge", "a.com", "--into", "b.com", "--reason", "one company"], "mergeCompanies"],
    [["dossiers", "run", "00000000-0000-4000-8000-00000000dead"], "runDossier"],
    [["encryption", "reencrypt"], "reencryptSecrets"],
    [["search", "drop"], "dropSearchIndexes"],
  ])("is noted: %j", async (args, operation) => {
    expect((await notedBy(...args)).map((entry) => entry.operation)).toEqual([operation]);
  });
});

describe("an operator's command that does not note what it does", () => {
  const LISTS = ["teams", "keys", "users", "sessions", "collections", "dossiers", "feeds", "sources", "events"];
  const OTHERS = [["platform"], ["retention", "--dry-run"], ["ledger"], ["search", "status"], ["encryption", "status"]];
  it.each([...LISTS.map((name) => [name, "list"]), ...OTHERS])("works without a note: %s %s", async (...args) => {
    const count = await server.db.prisma.auditEntry.count();
    expect(await run(...args.filter((arg) => arg !== undefined))).toBe(0);
    expect(await server.db.prisma.auditEntry.count()).toBe(count);
  });

  it("cannot write", async () => {
    const attempt = withDatabase(readConfig(), (db) => db.query("UPDATE teams SET name = 'Unnoted'"));
    await expect(attempt).rejects.toThrow("read-only transaction");
  });

  it("opens the database in no other way, but where something else notes it or nothing is left to note", () => {
    const folder = join(projectRoot(), "src/cli");
    const others = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
      (file) =>
        file.endsWith(".ts") && /\b(withServer|withKeysDatabase)\(/.test(readFileSync(join(folder, file), "utf8")),
    );
    expect(others.sort()).toEqual([
      "ask.ts",
      "commands/backup.ts",
      "commands/restore.ts",
      "with-database.ts",
      "with-graph.ts",
    ]);
  });
});
