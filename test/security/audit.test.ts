import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { revokeKey } from "#accounts/auth/api-keys";
import { changeKey, rotateKey } from "#accounts/auth/manage-keys";
import { readConfig } from "#foundation/config/config";
import { applyRetention } from "#upkeep/retention";
import { PASSWORD, type SessionServer, startSessionServer } from "./session-server.ts";

interface Entry {
  at: string;
  operation: string;
  via: string;
  keyPrefix: string;
  userId: string | null;
  address: string;
  requestId: string;
  subject: Record<string, unknown>;
  outcome: string | null;
}

let server: SessionServer;

beforeAll(async () => {
  server = await startSessionServer();
});
afterAll(() => server?.stop());

const prefixOf = (key: string) => key.split("_")[2];
const FIELDS = "at operation via keyPrefix userId address requestId subject outcome";

/** A page of the trail of the key's team, newest first. */
async function trail(key: string, args = "first: 50") {
  const { body } = await server.graph(
    { key },
    `{ viewer { team { auditEntries(${args}) { totalCount edges { node { ${FIELDS} } } pageInfo { endCursor hasNextPage } } } } }`,
  );
  const found = body.data.viewer.team.auditEntries;
  return {
    total: found.totalCount as number,
    pageInfo: found.pageInfo as { endCursor: string; hasNextPage: boolean },
    entries: found.edges.map(({ node }: { node: Entry }) => node) as Entry[],
  };
}

const QUESTION = "Makers of confidential kites";
const CRITERIA = { marketName: "Kites", userPrompt: QUESTION, keywords: { features: ["kites"] }, count: 3 };
const create = (name: string) => `mutation { createCollection(input: { name: "${name}" }) { collectionId } }`;

describe("the audit trail", () => {
  it("tells of each door's mutations who, from where, on what and how it ended, and nothing that was written", async () => {
    const { key, teamId } = await server.system.team({ name: "Audited" });
    const made = await server.graph({ key }, create("Confidential folder"));
    const started = await server.ask("POST", "/v2/discovery/start", { key }, { searchCriteria: CRITERIA });
    const failed = await server.ask("POST", "/v2/discovery/2147483647/publish", { key }, {});
    expect([made.status, started.status, failed.status]).toEqual([200, 200, 404]);

    const { entries, total } = await trail(key);
    const by = {
      via: "key",
      keyPrefix: prefixOf(key),
      userId: null,
      address: expect.stringMatching(/127\.0\.0\.1|::1/),
    };
    expect(entries).toMatchObject([
      { ...by, operation: "publishMarket", outcome: "NOT_FOUND", subject: { marketId: 2147483647 } },
      { ...by, operation: "startDiscovery", outcome: "done", subject: { marketId: started.body.metadata.marketId } },
      {
        ...by,
        operation: "createCollection",
        outcome: "done",
        subject: { id: made.body.data.createCollection.collectionId },
        requestId: made.headers.get("x-request-id"),
      },
      { via: "database", operation: "createKey", keyPrefix: "", subject: { keyPrefix: prefixOf(key) } },
    ]);
    expect(total).toBe(4);
    const [row] = await server.db.query<{ all: string }>(
      "SELECT string_agg(to_jsonb(a)::text, '') AS all FROM audit_entries a WHERE team_id = $1",
      [teamId],
    );
    expect(row?.all).not.toMatch(/[Cc]onfidential/);
    expect(row?.all).not.toContain(key.slice(-38));
  });

  it("has sign-ins, also those that failed, without e-mail and password", async () => {
    await server.session();
    await server.signIn({ password: "not the password" });
    const { entries } = await trail(server.key, 'first: 2, filter: { operation: "signIn" }');
    expect(entries.map(({ outcome }) => outcome)).toEqual(["UNAUTHORISED", "done"]);
    expect(JSON.stringify(entries)).not.toMatch(new RegExp(`${PASSWORD}|not the password|${server.email}`));
  });

  it("has what was done to keys, whoever did it", async () => {
    const { key, teamId } = await server.system.team({ name: "Keys" });
    const { prisma } = server.db;
    const other = await server.keyOf(teamId, ["markets:read"]);
    await changeKey(prisma, other.prefix, { networks: ["203.0.113.0/24"] });
    const next = await rotateKey(prisma, other.prefix, { overlapMinutes: 0, environment: "test" });
    await revokeKey(prisma, next.prefix);
    await server.graph({ key }, "{ viewer { keyPrefix } }");
    const { entries } = await trail(key);
    expect(entries.map(({ operation, subject }) => [operation, subject.keyPrefix])).toEqual([
      ["revokeKey", next.prefix],
      ["revokeKey", other.prefix],
      ["createKey", next.prefix],
      ["changeKey", other.prefix],
      ["createKey", other.prefix],
      ["createKey", prefixOf(key)],
    ]);
    expect(entries[3]?.subject).toMatchObject({ networks: ["203.0.113.0/24"], scopes: ["markets:read"] });
    expect(JSON.stringify(entries)).not.toContain(other.key.slice(-38));
  });

  it("is filtered, and paged by keys: what comes in meanwhile repeats nothing", async () => {
    const { key } = await server.system.team({ name: "Paged" });
    for (const name of ["A", "B", "C"]) await server.graph({ key }, create(name));
    const filter = `filter: { operation: "createCollection", outcome: "done", keyPrefix: "${prefixOf(key)}", from: "2026-01-01T00:00:00Z" }`;
    const first = await trail(key, `first: 2, ${filter}`);
    expect(first).toMatchObject({ total: 3, pageInfo: { hasNextPage: true } });
    await server.graph({ key }, create("D"));
    const second = await trail(key, `first: 2, after: "${first.pageInfo.endCursor}", ${filter}`);
    expect(second.pageInfo.hasNextPage).toBe(false);
    const seen = [...first.entries, ...second.entries].map(({ requestId }) => requestId);
    expect(new Set(seen).size).toBe(3);
    expect((await trail(key, 'first: 5, filter: { until: "2026-01-01T00:00:00Z" }')).entries).toEqual([]);
  });

  it("is shown to no other team, to no key without teams:read, and to no frame", async () => {
    const { key, teamId } = await server.system.team({ name: "Watched" });
    const other = await server.system.team({ name: "Curious" });
    await server.graph({ key }, create("Mine"));
    const query = `{ team(teamId: ${teamId}) { auditEntries(first: 5) { totalCount edges { node { operation } } } } }`;
    expect((await server.graph({ key }, query)).body.data.team.auditEntries.totalCount).toBe(2);
    const theirs = await server.graph({ key: other.key }, query);
    expect(theirs.body).toMatchObject({ data: { team: null }, errors: [{ extensions: { code: "NOT_FOUND" } }] });
    expect((await trail(other.key)).entries.map(({ operation }) => operation)).toEqual(["createKey"]);

    const own = "{ viewer { team { auditEntries(first: 5) { totalCount } } } }";
    const limited = (await server.keyOf(teamId, ["markets:read", "collections:write"])).key;
    for (const shown of [{ key: limited }, { sessionId: await server.frameToken({ key }) }])
      expect((await server.graph(shown, own)).body.errors[0].extensions.code).toBe("FORBIDDEN");
  });

  it("is neither changed nor deleted, also by the role that the product connects as", async () => {
    await server.graph({ key: server.key }, create("Kept"));
    for (const statement of [
      "UPDATE audit_entries SET operation = 'nothing'",
      "UPDATE audit_entries SET outcome = 'done'",
      "UPDATE audit_entries SET outcome = 'done', address = 'nowhere' WHERE outcome IS NULL OR true",
      "DELETE FROM audit_entries",
      "TRUNCATE audit_entries",
    ])
      await expect(server.db.query(statement)).rejects.toThrow("neither changed nor deleted");
  });

  it("lets old entries go where an operator has configured it, none that are younger than 90 days", async () => {
    const { teamId } = await server.system.team({ name: "Old" });
    const note = (days: number) =>
      server.db.query(
        "INSERT INTO audit_entries (at, team_id, operation, via) VALUES (now() - make_interval(days => $1), $2, 'old', 'key')",
        [days, teamId],
      );
    for (const days of [400, 200, 100, 80]) await note(days);
    const left = () => server.db.prisma.auditEntry.count({ where: { operation: "old" } });
    const keeping = (audit: number) =>
      applyRetention(server.db, {
        progressLog: 0,
        failedDiscoveries: 0,
        recordings: 0,
        webhookDeliveries: 0,
        notices: 0,
        ledger: 0,
        audit,
      });
    await keeping(0);
    expect(await left()).toBe(4);
    await keeping(150);
    expect(await left()).toBe(2);
    await expect(keeping(70)).rejects.toThrow("neither changed nor deleted");
    expect(await left()).toBe(2);
    await expect(server.db.query("DELETE FROM audit_entries WHERE operation = 'old'")).rejects.toThrow("neither");
    expect(() => readConfig({ RETENTION_AUDIT_DAYS: "70" })).toThrow("must be 0 or at least 90");
  });

  it("is a condition of the deed: what cannot be noted is not done", async () => {
    await server.db.query(
      "ALTER TABLE audit_entries ADD CONSTRAINT full_disk CHECK (operation <> 'createCollection') NOT VALID",
    );
    const { body } = await server.graph({ key: server.key }, create("Unnoted"));
    await server.db.query("ALTER TABLE audit_entries DROP CONSTRAINT full_disk");
    expect(body.errors).toHaveLength(1);
    expect(await server.db.prisma.collection.count({ where: { name: "Unnoted" } })).toBe(0);
  });
});
