import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { ledgerCommand } from "#cli/commands/ledger";
import { platformCommand } from "#cli/commands/platform";
import { CostCapReachedError } from "#costs/cost-cap";
import { paidCall } from "#costs/paid-call";
import { PLATFORM_DIRECTORY, PLATFORM_EVENTS, payerOfDossier } from "#costs/payer";
import { changePlatformBudget } from "#costs/platform-budget";
import { GenerateSearchCriteriaDocument, PlatformSpendDocument } from "#generated/tests/graphql";
import type { ProviderCall } from "#providers/provider-call";
import { type ModelServer, startModelServer } from "../language-model/model-server.ts";
import { modelEnvironment } from "../support/model-environment.ts";
import { startSystem, type TestSystem } from "../support/system.ts";

let server: ModelServer;
let system: TestSystem;

beforeAll(async () => {
  server = await startModelServer();
  system = await startSystem({ environment: modelEnvironment(server) });
});
afterAll(async () => {
  await system?.stop();
  await server?.stop();
});
beforeEach(async () => {
  const { prisma } = system.database.db;
  await prisma.ledgerEntry.deleteMany();
  await prisma.spend.deleteMany();
  await prisma.recordedAnswer.deleteMany();
  await changePlatformBudget(system.database.db, null);
  server.reset();
});

function question(text: string, takesMs = 0, costMicroUsd = 300): ProviderCall<string> & { made: () => number } {
  let made = 0;
  return {
    provider: "test",
    operation: "ask",
    request: { question: text },
    capMicroUsd: 1_000,
    timeoutMs: 5_000,
    run: async () => {
      made++;
      await new Promise((resolve) => setTimeout(resolve, takesMs));
      return { answer: `answer to ${text}`, costMicroUsd, usage: { tokens: 12 } };
    },
    made: () => made,
  };
}

async function books() {
  const [row] = await system.database.db.query<{ spent: number; ledger: number; entries: number }>(
    `SELECT (SELECT coalesce(sum(amount), 0)::float8 FROM spend WHERE team_id IS NULL) AS spent,
       coalesce(sum(amount), 0)::float8 AS ledger, count(*)::int AS entries FROM ledger_entries WHERE team_id IS NULL`,
    [],
  );
  expect(row?.ledger).toBe(row?.spent);
  return { spent: row?.spent, entries: row?.entries };
}

/** Runs an operator's command against the system's database and answers the JSON that it prints. */
async function command(program: ReturnType<typeof ledgerCommand>, ...args: string[]) {
  let printed = "";
  vi.stubEnv("DATABASE_URL", system.database.url);
  vi.stubEnv("NODE_ENV", "test");
  const write = vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    printed += String(text);
    return true;
  });
  try {
    await program.exitOverride().parseAsync([...args, "--json"], { from: "user" });
  } finally {
    write.mockRestore();
    vi.unstubAllEnvs();
  }
  return JSON.parse(printed);
}

const generateCriteria = (key: string) =>
  system.ask(key, GenerateSearchCriteriaDocument, { searchInput: "Makers of kites in Germany" });

describe("what belongs to no team", () => {
  it("is paid for by the platform, in a ledger of its own that adds up", async () => {
    const { db } = system.database;
    await paidCall(db, PLATFORM_EVENTS, question("a"));
    await paidCall(db, PLATFORM_DIRECTORY, question("a"));
    expect(await books()).toEqual({ spent: 600, entries: 2 });
    expect(await db.prisma.spend.count()).toBe(1);
    const ledger = await command(ledgerCommand(), "--platform");
    expect(ledger.total).toBe(600);
    expect(ledger.sums.map(({ purpose, calls }: { purpose: string; calls: number }) => [purpose, calls])).toEqual([
      ["events", 1],
      ["directory", 1],
    ]);
  });

  it("is told apart from what a run of a dossier costs, which the ledger shows by itself", async () => {
    const { db } = system.database;
    const { teamId } = await system.team();
    const { agentId } = await db.prisma.dossier.create({
      data: { teamId, agentType: "theme", query: "What is new about kites?", createdBy: crypto.randomUUID() },
    });
    const { taskId } = await db.prisma.dossierTask.create({ data: { agentId } });
    const call = question("summary");
    await paidCall(db, payerOfDossier(teamId, taskId), call);
    expect(await paidCall(db, payerOfDossier(teamId, taskId), call)).toBe("answer to summary");
    expect(call.made()).toBe(1);
    await paidCall(db, PLATFORM_EVENTS, question("summary"));
    const { total, entries } = await command(ledgerCommand(), "--dossier-run", taskId);
    expect(total).toBe(300);
    expect(entries).toMatchObject([{ teamId, purpose: "dossier", dossierTaskId: taskId, jobId: null }]);
    await expect(command(ledgerCommand(), "--dossier-run", "7")).rejects.toThrow(/not the taskId of a dossier run/);
  });

  it("is asked once of an event, by however many at once and ever after; of the directory as often as it is built", async () => {
    const { db } = system.database;
    const event = question("event", 100);
    const answers = await Promise.all([1, 2, 3].map(() => paidCall(db, PLATFORM_EVENTS, event)));
    expect(new Set(answers)).toEqual(new Set(["answer to event"]));
    expect(await paidCall(db, PLATFORM_EVENTS, event)).toBe("answer to event");
    expect(event.made()).toBe(1);
    const vectors = question("vectors");
    await paidCall(db, PLATFORM_DIRECTORY, vectors);
    await paidCall(db, PLATFORM_DIRECTORY, vectors);
    expect(vectors.made()).toBe(2);
    expect(await books()).toEqual({ spent: 900, entries: 3 });
  });

  it("keeps to the operator's budget, also with calls at once, and to no team's", async () => {
    const { db } = system.database;
    const { key } = await system.team();
    await command(platformCommand(), "--budget", "0.0025");
    const ends = await Promise.allSettled(
      ["a", "b", "c", "d"].map((text) => paidCall(db, PLATFORM_EVENTS, question(text, 200, 900))),
    );
    const refused = ends.flatMap((end) => (end.status === "rejected" ? [end.reason] : []));
    expect(refused).toHaveLength(2);
    for (const error of refused) {
      expect(error).toBeInstanceOf(CostCapReachedError);
      expect(error).toMatchObject({ message: expect.stringContaining("the platform's budget of $0.0025") });
    }
    expect(await books()).toEqual({ spent: 1_800, entries: 2 });
    expect(await command(platformCommand())).toMatchObject({ budget: 2_500, spent: 1_800 });
    // The teams go on.
    server.turns = [{ status: 400, body: "no" }];
    await generateCriteria(key);
    expect(server.requests).toHaveLength(1);
  });

  it("is what a platform key asks: counted, and answered by the rules beyond the budget", async () => {
    const key = await system.key(null);
    server.otherwise = () => ({ text: JSON.stringify({ marketName: "no such form" }) });
    await generateCriteria(key);
    expect(server.requests.length).toBeGreaterThan(0);
    const { spent, entries } = await books();
    expect(entries).toBe(server.requests.length);
    expect(spent).toBeGreaterThan(0);
    await command(platformCommand(), "--budget", "0");
    server.requests.length = 0;
    const { data } = await generateCriteria(key);
    expect(data?.generateSearchCriteria.marketName).not.toBe("");
    expect(server.requests).toHaveLength(0);
  });

  it("is shown to keys of the platform alone, and to those with the scope", async () => {
    await paidCall(system.database.db, PLATFORM_EVENTS, question("a"));
    await changePlatformBudget(system.database.db, 3);
    const { data } = await system.ask(await system.key(null, ["teams:read"]), PlatformSpendDocument, {});
    expect(data).toEqual({
      platformSpend: {
        month: new Date().toISOString().slice(0, 7),
        costUsd: 0.0003,
        budgetUsd: 3,
        items: [{ purpose: "events", provider: "test", operation: "ask", model: "", calls: 1, costUsd: 0.0003 }],
      },
    });
    const { key } = await system.team();
    for (const other of [key, await system.key(null, ["markets:read"])]) {
      const { data: nothing, errors } = await system.ask(other, PlatformSpendDocument, {});
      expect(nothing?.platformSpend ?? null).toBeNull();
      expect(errors?.[0]?.extensions.code).toBe("FORBIDDEN");
    }
    const { errors } = await system.ask(undefined, PlatformSpendDocument, {});
    expect(errors?.[0]?.extensions.code).toBe("UNAUTHORISED");
  });

  it.each(["-1", "1e9", "much", "2000000"])("is refused a budget of %s", async (budget) => {
    await expect(command(platformCommand(), `--budget=${budget}`)).rejects.toThrow(/budget/);
    expect(await command(platformCommand())).toMatchObject({ budget: null });
  });
});
