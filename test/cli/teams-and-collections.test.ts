import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { collectionsCommand } from "#cli/commands/collections";
import { teamsCommand } from "#cli/commands/teams";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { seedMarket } from "../support/impact.ts";

let database: TestDatabase;
let printed: string;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(() => {
  printed = "";
  vi.stubEnv("DATABASE_URL", database.url);
  vi.stubEnv("NODE_ENV", "test");
  vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    printed += String(text);
    return true;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

/** Runs `market <command> …` and answers the JSON that it prints. */
async function run(command: "teams" | "collections", ...args: string[]) {
  printed = "";
  const program = command === "teams" ? teamsCommand() : collectionsCommand();
  await program.exitOverride().parseAsync([...args, "--json"], { from: "user" });
  return JSON.parse(printed);
}

describe("market teams", () => {
  it("makes, lists and changes teams", async () => {
    const { id } = await run("teams", "create", "--name", "Kites", "--domain", "kites.com", "--quota", "none");
    expect(await run("teams", "list")).toEqual([
      {
        id,
        name: "Kites",
        domain: "kites.com",
        monthlyQuota: null,
        accessExpiresAt: null,
        maxUsers: 5,
        users: 0,
        monthlyBudgetUsd: null,
      },
    ]);
    expect(
      await run("teams", "change", String(id), "--name", "Gliders", "--quota", "3", "--expires", "2030-01-31"),
    ).toMatchObject({ id, name: "Gliders", monthlyQuota: 3, accessExpiresAt: "2030-01-31T00:00:00.000Z" });
    expect(await run("teams", "change", String(id), "--expires", "never", "--max-users", "7")).toMatchObject({
      name: "Gliders",
      accessExpiresAt: null,
      maxUsers: 7,
    });
    expect(await run("teams", "change", String(id), "--budget", "12.5")).toMatchObject({ monthlyBudgetUsd: 12.5 });
    expect(await run("teams", "change", String(id), "--budget", "none")).toMatchObject({ monthlyBudgetUsd: null });
  });

  it.each([
    [["change", "1"], /give at least one change/],
    [["change", "1", "--expires", "soon"], /neither a date/],
    [["change", "1", "--quota", "-1"], /not a whole number/],
    [["change", "1", "--budget", "-3"], /neither an amount of US dollars/],
    [["change", "1", "--budget", "1e9"], /neither an amount of US dollars/],
    [["change", "1", "--budget", "2000000"], /1,000,000 or less/],
    [["change", "1", "--max-users", "0"], /maxUsers must be 1–10,000/],
    [["change", "999999", "--name", "x"], /team 999999/],
  ])("refuses %j", async (args, message) => {
    await expect(run("teams", ...args)).rejects.toThrow(message);
  });
});

describe("market collections", () => {
  it("makes, lists, renames and removes collections, and leaves their markets", async () => {
    const team = await run("teams", "create", "--name", "Owners", "--domain", "owners.com");
    const { id } = await run("collections", "create", "--team", String(team.id), "--name", "First");
    const marketId = await seedMarket(database.db, team.id, []);
    await database.db.prisma.market.update({ where: { id: marketId }, data: { collectionId: id } });
    expect(await run("collections", "list", "--team", String(team.id))).toEqual([
      { id, teamId: team.id, name: "First", markets: 1, dossiers: 0, createdAt: expect.any(String) },
    ]);
    await expect(run("collections", "create", "--team", String(team.id), "--name", "First")).rejects.toMatchObject({
      code: "CONFLICT",
    });
    expect(await run("collections", "rename", String(id), "Second")).toEqual({ id, teamId: team.id, name: "Second" });
    expect(await run("collections", "remove", String(id))).toEqual({ id });
    expect(await run("collections", "list")).toEqual([]);
    expect(await database.db.prisma.market.findUnique({ where: { id: marketId } })).toMatchObject({
      collectionId: null,
    });
  });

  it.each([
    [["create", "--team", "999999", "--name", "x"], "NOT_FOUND"],
    [["rename", "999999", "x"], "NOT_FOUND"],
    [["remove", "999999"], "NOT_FOUND"],
    [["create", "--team", "1", "--name", "  "], "INVALID_INPUT"],
  ])("refuses %j", async (args, code) => {
    await expect(run("collections", ...args)).rejects.toMatchObject({ code });
  });
});
