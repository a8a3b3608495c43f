import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTeam } from "#accounts/teams/create-team";
import { CostCapReachedError, capLeft } from "#costs/cost-cap";
import { markCutOff } from "#costs/ledger";
import { paidCall } from "#costs/paid-call";
import { payerOfJob } from "#costs/payer";
import { formatMicroUsd, toMicroUsd } from "#foundation/micro-usd";
import type { ProviderCall } from "#providers/provider-call";
import { ProviderError } from "#providers/provider-error";
import { retryAfterMs } from "#providers/retry-after";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { seedJob } from "../support/jobs.ts";

let database: TestDatabase;
let teamId: number;
let jobId: number;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database?.drop());
let teams = 0;
beforeEach(async () => {
  ({ id: teamId } = await createTeam(database.db.prisma, {
    name: `Team ${++teams}`,
    domain: "example.com",
    monthlyQuota: 100,
  }));
  jobId = await newJob();
});

async function newJob(continuesJobId?: number, costCap?: number): Promise<number> {
  const { jobId: id } = await seedJob(
    database.db,
    { teamId },
    {
      ...(continuesJobId === undefined ? {} : { continuesJobId }),
      ...(costCap === undefined ? {} : { costCap: BigInt(costCap) }),
    },
  );
  return id;
}

/** A call that counts how often it was made. */
function question(text: string, run?: ProviderCall<string>["run"]): ProviderCall<string> & { made: () => number } {
  let made = 0;
  return {
    provider: "test",
    operation: "ask",
    request: { question: text },
    capMicroUsd: 1_000,
    timeoutMs: 5_000,
    run: async (signal) => {
      made++;
      return run ? run(signal) : { answer: `answer to ${text}`, costMicroUsd: 300, usage: { tokens: 12 } };
    },
    made: () => made,
  };
}

const failing = (facts: Partial<ConstructorParameters<typeof ProviderError>[0]>) => async () => {
  throw new ProviderError({ provider: "test", failure: "unavailable", message: "it failed", ...facts });
};

/** What the team was charged, what its ledger adds up to, and the states of its entries. */
async function books() {
  const [row] = await database.db.query<{ spent: number; ledger: number; states: string[] }>(
    `SELECT (SELECT coalesce(sum(amount), 0)::float8 FROM spend WHERE team_id = $1) AS spent,
       (SELECT coalesce(sum(amount), 0)::float8 FROM ledger_entries WHERE team_id = $1) AS ledger,
       (SELECT coalesce(json_agg(state ORDER BY created_at, id), '[]') FROM ledger_entries WHERE team_id = $1) AS states`,
    [teamId],
  );
  expect(row?.ledger).toBe(row?.spent);
  return { spent: row?.spent, states: row?.states };
}

const payer = () => payerOfJob(teamId, jobId);

describe("a paid call", () => {
  it("is counted at what it cost, with what the provider counted", async () => {
    expect(await paidCall(database.db, payer(), question("a"))).toBe("answer to a");
    expect(await books()).toEqual({ spent: 300, states: ["settled"] });
    const [entry] = await database.db.prisma.ledgerEntry.findMany({ where: { teamId } });
    expect(entry).toMatchObject({ provider: "test", operation: "ask", jobId, usage: { tokens: 12 }, cap: 1_000n });
  });

  it("keeps its answer where the process is busy with something else for seconds when it comes", async () => {
    const call = question("busy", async () => {
      setImmediate(() => {
        const until = performance.now() + 2_500;
        while (performance.now() < until);
      });
      return { answer: "yes", costMicroUsd: 300, usage: {} };
    });
    expect(await paidCall(database.db, payer(), call)).toBe("yes");
    expect(await books()).toEqual({ spent: 300, states: ["settled"] });
  });

  it("is made once for a job, however often it is asked and by however many at once", async () => {
    const call = question("once", async () => {
      await new Promise((resolve) => setTimeout(resolve, 300));
      return { answer: "yes", costMicroUsd: 10, usage: {} };
    });
    const first = paidCall(database.db, payer(), call);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(
      await Promise.all([first, paidCall(database.db, payer(), call), paidCall(database.db, payer(), call)]),
    ).toEqual(["yes", "yes", "yes"]);
    expect(await paidCall(database.db, payer(), { ...call, request: { question: "once" } })).toBe("yes");
    expect(call.made()).toBe(1);
    expect(await books()).toEqual({ spent: 10, states: ["settled"] });
  });

  it("is made once when it is asked for at the very same moment, as for two companies with the same words", async () => {
    const call = question("same", async () => {
      await new Promise((resolve) => setTimeout(resolve, 100));
      return { answer: "yes", costMicroUsd: 10, usage: {} };
    });
    const answers = await Promise.all(Array.from({ length: 4 }, () => paidCall(database.db, payer(), call)));
    expect(answers).toEqual(["yes", "yes", "yes", "yes"]);
    expect(call.made()).toBe(1);
    expect(await books()).toEqual({ spent: 10, states: ["settled"] });
  });

  it.each([-5, Number.NaN, Number.POSITIVE_INFINITY, 1e300, 5e9])(
    "that is said to have cost %d counts at its cap, as one of which nobody knows",
    async (costMicroUsd) => {
      const call = question("odd cost", async () => ({ answer: "yes", costMicroUsd, usage: { tokens: costMicroUsd } }));
      expect(await paidCall(database.db, payer(), call)).toBe("yes");
      expect(await paidCall(database.db, payer(), call)).toBe("yes");
      expect(call.made()).toBe(1);
      expect(await books()).toEqual({ spent: 1_000, states: ["unknown"] });
    },
  );

  it("is not made again for a job that continues another, whose recording it takes over", async () => {
    const call = question("again");
    await paidCall(database.db, payer(), call);
    const next = await newJob(await newJob(jobId));
    expect(await paidCall(database.db, payerOfJob(teamId, next), call)).toBe("answer to again");
    expect(call.made()).toBe(1);
    expect(await database.db.prisma.recordedAnswer.count({ where: { jobId: next } })).toBe(1);
    const stranger = await newJob();
    await paidCall(database.db, payerOfJob(teamId, stranger), call);
    expect(call.made()).toBe(2);
  });

  it("keeps answers that jsonb could not", async () => {
    const call = question("odd", async () => ({ answer: "a\0b\ud800", costMicroUsd: 1, usage: {} }));
    expect(await paidCall(database.db, payer(), call)).toBe("a\0b\ud800");
    expect(await paidCall(database.db, payer(), call)).toBe("a\0b\ud800");
    expect(call.made()).toBe(1);
  });
});

describe("a paid call that fails", () => {
  it("costs nothing when the provider turned it away, and is not tried again where that cannot help", async () => {
    const call = question("auth", failing({ failure: "auth" }));
    await expect(paidCall(database.db, payer(), call)).rejects.toThrow("it failed");
    expect(call.made()).toBe(1);
    expect(await books()).toEqual({ spent: 0, states: ["failed"] });
  });

  it("counts at its cap when nobody knows what it cost", async () => {
    const call = question("cut", failing({ failure: "timeout", retryable: false }));
    await expect(paidCall(database.db, payer(), call)).rejects.toThrow("it failed");
    expect(await books()).toEqual({ spent: 1_000, states: ["unknown"] });
  });

  it("counts at what the provider told when its answer was of no use", async () => {
    const call = question("broken", failing({ failure: "malformed", retryable: false, costMicroUsd: 450 }));
    await expect(paidCall(database.db, payer(), call)).rejects.toThrow("it failed");
    expect(await books()).toEqual({ spent: 450, states: ["failed"] });
  });

  it("is tried again, each attempt an entry of its own, after the wait that the provider asks for", async () => {
    let attempts = 0;
    const call = question("busy", async () => {
      if (++attempts < 3)
        throw new ProviderError({ provider: "test", failure: "rate", message: "busy", retryAfterMs: 50 });
      return { answer: "at last", costMicroUsd: 5, usage: {} };
    });
    expect(await paidCall(database.db, payer(), call)).toBe("at last");
    expect(await books()).toEqual({ spent: 5, states: ["failed", "failed", "settled"] });
  });

  it("is given up at once when the provider asks for more than a minute", async () => {
    const call = question("later", failing({ failure: "rate", retryAfterMs: 3_600_000 }));
    await expect(paidCall(database.db, payer(), call)).rejects.toThrow("it failed");
    expect(call.made()).toBe(1);
  });

  it("ends when its time is over", async () => {
    const call = {
      ...question(
        "slow",
        (signal) => new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
      ),
      timeoutMs: 50,
    };
    await expect(paidCall(database.db, payer(), call)).rejects.toThrow(/timeout/i);
    expect(await books()).toEqual({ spent: 1_000, states: ["unknown"] });
  });
});

describe("a process that is killed in the middle of a paid call", () => {
  it("leaves an intent that counts at its cap, is marked as unknown, and is called again by the next", async () => {
    const child = spawn(
      process.execPath,
      [
        "--import",
        "tsx",
        fileURLToPath(new URL("./hold-call.ts", import.meta.url)),
        database.url,
        `${teamId}`,
        `${jobId}`,
        "killed",
      ],
      { stdio: ["ignore", "pipe", "inherit"] },
    );
    await once(child.stdout, "data");
    const gone = once(child, "exit");
    child.kill("SIGKILL");
    await gone;
    expect(await books()).toEqual({ spent: 700, states: ["intent"] });
    // A minute later.
    await database.db.query("UPDATE ledger_entries SET leased_until = now() - interval '1 second' WHERE team_id = $1", [
      teamId,
    ]);
    expect(await paidCall(database.db, payer(), question("killed"))).toBe("answer to killed");
    expect(await books()).toEqual({ spent: 1_000, states: ["unknown", "settled"] });
  });

  it("is marked without another call too", async () => {
    const { prisma } = database.db;
    await prisma.spend.create({ data: { teamId, month: "2026-05", amount: 70n } });
    await prisma.ledgerEntry.create({
      data: {
        teamId,
        month: "2026-05",
        purpose: "question",
        provider: "test",
        operation: "ask",
        requestHash: "x",
        cap: 70n,
        amount: 70n,
        leasedUntil: new Date(0),
      },
    });
    expect(await markCutOff(database.db)).toBe(1);
    expect(await books()).toEqual({ spent: 70, states: ["unknown"] });
  });
});

describe("a cap", () => {
  it("of the job is never passed, not even by calls that are under way at once", async () => {
    jobId = await newJob(undefined, 2_500);
    const slow = (text: string) =>
      question(text, async () => {
        await new Promise((resolve) => setTimeout(resolve, 200));
        return { answer: text, costMicroUsd: 900, usage: {} };
      });
    const ends = await Promise.allSettled(
      ["a", "b", "c", "d"].map((text) => paidCall(database.db, payer(), slow(text))),
    );
    const refused = ends.flatMap((end) => (end.status === "rejected" ? [end.reason] : []));
    expect(refused).toHaveLength(2);
    for (const error of refused) {
      expect(error).toBeInstanceOf(CostCapReachedError);
      expect(error).toMatchObject({ code: "QUOTA_EXCEEDED", message: expect.stringContaining("$0.0025") });
    }
    expect((await books()).spent).toBe(1_800);
  });

  it("that is only held by calls under way, which cost less in the end, lets the next one wait for them", async () => {
    jobId = await newJob(undefined, 2_000);
    await database.db.prisma.team.update({ where: { id: teamId }, data: { monthlyBudget: 1_700n } });
    const slow = (text: string) =>
      question(text, async () => {
        await new Promise((resolve) => setTimeout(resolve, 200));
        return { answer: text, costMicroUsd: 200, usage: {} };
      });
    const texts = ["a", "b", "c", "d"];
    expect(await Promise.all(texts.map((text) => paidCall(database.db, payer(), slow(text))))).toEqual(texts);
    expect((await books()).spent).toBe(800);
    // For somebody who waits not longer than they do.
    const long = question("long", async () => {
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      return { answer: "long", costMicroUsd: 200, usage: {} };
    });
    const under = paidCall(database.db, payer(), { ...long, capMicroUsd: 900 });
    await new Promise((resolve) => setTimeout(resolve, 100));
    await expect(paidCall(database.db, payer(), question("e"), { longestWaitMs: 300 })).rejects.toThrow(
      CostCapReachedError,
    );
    await under;
  });

  it("of the request holds for all of its jobs together, and for no other request", async () => {
    const { prisma } = database.db;
    jobId = await newJob(undefined, 1_400);
    const { marketId, workflowRunId } = await prisma.job.findUniqueOrThrow({ where: { id: jobId } });
    const flag = await prisma.job.create({
      data: { marketId, workflowRunId, kind: "pipeline", name: "runReverseGeocoding", costCap: 1_400n },
    });
    await paidCall(database.db, payer(), question("a"));
    await paidCall(database.db, payerOfJob(teamId, flag.id), question("b"));
    await expect(paidCall(database.db, payerOfJob(teamId, flag.id), question("c"))).rejects.toThrow(
      /\$0.0006 of the request's cap of \$0.0014 is spent/,
    );
    await expect(paidCall(database.db, payer(), question("d"))).rejects.toThrow(CostCapReachedError);
    expect(await prisma.$transaction((tx) => capLeft(tx, workflowRunId))).toBe(800);
    await paidCall(database.db, payerOfJob(teamId, await newJob(undefined, 1_400)), question("c"));
    expect((await books()).spent).toBe(900);
  });

  it("of the team's month holds for all of its jobs, and for no other team", async () => {
    await database.db.prisma.team.update({ where: { id: teamId }, data: { monthlyBudget: 1_200n } });
    await paidCall(database.db, payer(), question("a"));
    await expect(paidCall(database.db, payerOfJob(teamId, await newJob()), question("b"))).rejects.toThrow(
      CostCapReachedError,
    );
    expect(await books()).toEqual({ spent: 300, states: ["settled"] });
    await database.db.prisma.team.update({ where: { id: teamId }, data: { monthlyBudget: 0n } });
    await expect(paidCall(database.db, payer(), question("c"))).rejects.toThrow(CostCapReachedError);
  });

  it("lets through what costs nothing, also when it is used up", async () => {
    await paidCall(database.db, payer(), question("a"));
    await database.db.prisma.team.update({ where: { id: teamId }, data: { monthlyBudget: 100n } });
    await database.db.prisma.job.update({ where: { id: jobId }, data: { costCap: 100n } });
    const free = question("free", async () => ({ answer: "yes", costMicroUsd: 0, usage: {} }));
    expect(await paidCall(database.db, payer(), { ...free, capMicroUsd: 0 })).toBe("yes");
    expect(await books()).toEqual({ spent: 300, states: ["settled", "settled"] });
  });
});

describe("money", () => {
  it("is counted in whole millionths of a dollar, and caps are rounded up", () => {
    expect([toMicroUsd(0.0000011), toMicroUsd(0.1), toMicroUsd(0)]).toEqual([2, 100_000, 0]);
    expect([1, 4_200, 1_200_000, 0].map(formatMicroUsd)).toEqual(["$0.000001", "$0.0042", "$1.20", "$0.00"]);
  });
});

describe("Retry-After", () => {
  it.each([
    ["2", 2_000],
    [" 0 ", 0],
    ["Wed, 21 Oct 2026 07:28:00 GMT", 60_000],
    ["Wed, 21 Oct 2020 07:28:00 GMT", 0],
    ["soon", undefined],
    ["", undefined],
    [null, undefined],
  ])("%j is read", (header, wait) => {
    expect(retryAfterMs(header, Date.parse("2026-10-21T07:27:00Z"))).toBe(wait);
  });
});
