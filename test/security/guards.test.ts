import { isObjectType } from "graphql";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { schema } from "../../schema/index.ts";
import type { Scope } from "../../src/auth/scopes.ts";
import { seedMarket } from "../support/impact.ts";
import { type SessionServer, type Shown, startSessionServer } from "./session-server.ts";

let server: SessionServer;
let marketId: number;

beforeAll(async () => {
  server = await startSessionServer();
  marketId = await seedMarket(server.db, server.teamId, []);
});
afterAll(() => server?.stop());

/** The fields of an object type, by what the schema says now. */
function fieldsOf(typeName: string): string[] {
  const type = schema.getType(typeName);
  if (!isObjectType(type)) throw new Error(`${typeName} is no object type`);
  return Object.keys(type.getFields()).sort();
}

/** A key's or a frame token's credentials. */
const keyOf = async (team: number | null, scopes: readonly Scope[]): Promise<Shown> => ({
  key: (await server.keyOf(team, scopes)).key,
});
const frameOf = async (scopes?: readonly Scope[]): Promise<Shown> => ({
  sessionId: await server.frameToken({ key: (await server.keyOf(server.teamId, scopes)).key }),
});

describe("what is said of a team", () => {
  const IDENTITY = ["domain", "name", "teamId"];
  const APPEARANCE = ["explorerPermissions { table }", "featurePermissions", "isDemo", "theme"];
  const SETTINGS = ["accessExpiresAt", "createdAt", "filePath", "isDefault", "maxUsers"];
  const ACCOUNTS = ["quota { left }", "spend { costUsd budgetUsd }", "users { totalCount }"];
  const all = [...IDENTITY, ...APPEARANCE, ...SETTINGS, ...ACCOUNTS];

  it("is decided for each of its fields", () => {
    expect(all.map((field) => field.split(" ", 1)[0]).sort()).toEqual(fieldsOf("Team"));
  });

  const own = "{ viewer { team { FIELD } } }";
  const ofMarket = "query ($id: Int!) { market(marketId: $id) { team { FIELD } } }";
  it.each<[string, () => Promise<Shown>, string, string[]]>([
    ["a key of the team", () => keyOf(server.teamId, ["impact:read"]), own, [...IDENTITY, ...APPEARANCE]],
    ["its frame token", () => frameOf(["impact:read"]), own, [...IDENTITY, ...APPEARANCE]],
    ["a frame token of a key with all scopes", () => frameOf(), own, [...IDENTITY, ...APPEARANCE]],
    ["a key that reads teams", () => keyOf(server.teamId, ["teams:read"]), own, all],
    [
      "a key that makes teams",
      () => keyOf(server.teamId, ["teams:write"]),
      own,
      [...IDENTITY, ...APPEARANCE, ...SETTINGS],
    ],
    ["a key of the platform that reads markets", () => keyOf(null, ["markets:read"]), ofMarket, IDENTITY],
    [
      "a key of the platform that makes teams",
      () => keyOf(null, ["markets:read", "teams:write"]),
      ofMarket,
      [...IDENTITY, ...APPEARANCE, ...SETTINGS],
    ],
    ["a key of the platform that reads teams", () => keyOf(null, ["markets:read", "teams:read"]), ofMarket, all],
  ])("to %s is no more than its scopes allow", async (_whom, credentials, query, allowed) => {
    const shown = await credentials();
    const told: string[] = [];
    for (const field of all) {
      const { body } = await server.graph(shown, query.replace("FIELD", field), { id: marketId });
      if (body.errors === undefined) told.push(field);
      else expect([field, body.errors[0].extensions.code]).toEqual([field, "FORBIDDEN"]);
    }
    expect(told.sort()).toEqual([...allowed].sort());
  });

  it.each<[string, () => Promise<Shown>, string, boolean]>([
    ["impact:read", () => keyOf(server.teamId, ["impact:read"]), "{ viewer { quotaLeft } }", false],
    ["a frame of impact:read", () => frameOf(["impact:read"]), "{ viewer { quotaLeft } }", false],
    ["discovery:write", () => keyOf(server.teamId, ["discovery:write"]), "{ viewer { quotaLeft } }", true],
    ["teams:read", () => keyOf(server.teamId, ["teams:read"]), "{ viewer { quotaLeft } }", true],
    ["teams:read of a team", () => keyOf(server.teamId, ["teams:read"]), "{ platformSpend { costUsd } }", false],
    ["teams:read of the platform", () => keyOf(null, ["teams:read"]), "{ platformSpend { costUsd } }", true],
    ["markets:read of the platform", () => keyOf(null, ["markets:read"]), "{ platformSpend { costUsd } }", false],
  ])("by %s: %s %s", async (_scope, credentials, query, told) => {
    const { body } = await server.graph(await credentials(), query);
    expect(body.errors?.[0].extensions.code).toBe(told ? undefined : "FORBIDDEN");
  });
});
