import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { nodeEnvironment } from "#foundation/config/child-environment";
import { servedQueues } from "#workflows/client/served-queues";
import { ended, start, WIND_CRITERIA } from "../support/discovery.ts";
import { freePort } from "../support/ports.ts";
import { program } from "../support/program.ts";
import { eventually, startSystem, type TestSystem } from "../support/system.ts";

/** A line of `--watch --json`. */
interface Look {
  at: string;
  ok: boolean;
  bad: { name: string; because: string }[];
  changes: { name: string; before: string | null; after: string | null }[];
}

let system: TestSystem;
let environment: Record<string, string>;
let key: string;
beforeAll(async () => {
  system = await startSystem({ temporal: true, worker: true });
  ({ key } = await system.team());
  const { temporal, dataDir } = system.config;
  environment = {
    DATABASE_URL: system.database.url,
    DATA_DIR: dataDir,
    TEMPORAL_PORT: String(temporal.port),
    TEMPORAL_NAMESPACE: temporal.namespace,
  };
  // Temporal knows a worker from its first poll of a queue.
  await eventually(
    () => servedQueues({ ...temporal, address: `127.0.0.1:${temporal.port}` }, temporal.namespace),
    ({ workers, unserved }) => workers > 0 && unserved.length === 0,
  );
});
afterAll(() => system?.stop());

/** Runs `doctor` as a process. `next` gives its next line of output. */
function doctor(args: string[], changes: Record<string, string> = {}) {
  const child = spawn(process.execPath, [...program("src/cli/doctor.ts"), ...args], {
    env: nodeEnvironment({ ...environment, ...changes }),
    stdio: ["ignore", "pipe", "pipe"],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  let errors = "";
  child.stderr.on("data", (piece: Buffer) => {
    errors += piece.toString();
  });
  const exited = new Promise<number | string>((resolve) =>
    child.once("exit", (code, signal) => resolve(code ?? signal ?? "")),
  );
  const next = async () => String((await lines.next()).value ?? "");
  const look = async () => JSON.parse(await next()) as Look;
  /** The next look that is as wanted. */
  const lookFor = async (isWanted: (look: Look) => boolean) => {
    for (;;) {
      const found = await look();
      if (isWanted(found)) return found;
    }
  };
  return { child, exited, next, look, lookFor, errors: () => errors };
}

describe("doctor --watch", { timeout: 120_000 }, () => {
  it("tells everything once, then what changes, and ends by Ctrl-C with what the last look found", async () => {
    const watching = doctor(["--watch", "0.2", "--json"]);
    const first = await watching.look();
    expect({ ok: first.ok, bad: first.bad }).toEqual({ ok: true, bad: [] });
    expect(first.changes.every(({ before }) => before === null)).toBe(true);
    const seen = Object.fromEntries(first.changes.map(({ name, after }) => [name, after]));
    expect(seen).toMatchObject({
      PostgreSQL: "reachable",
      "discovery queued": "0",
      "jobs completed": "0",
      "webhook deliveries waiting": "0",
      directory: "0 companies, version 0",
      "companies not yet in the index of names": "0",
      "spend of this month": "$0.0000",
      "paid calls in progress or uncertain": "0",
      connections: expect.stringMatching(/^\d+ of \d+$/),
      tables: expect.stringMatching(/^\d+\.\d MB$/),
      workers: expect.stringMatching(/^[1-9]\d* seen within five minutes$/),
    });
    expect(Object.keys(seen).filter((name) => name.startsWith("table "))).toEqual([]);

    const { market } = await start(system, key, WIND_CRITERIA);
    await ended(system, key, market.marketId);
    await system.database.db.query(
      "INSERT INTO spend (month, amount) VALUES (to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM'), 1500000)",
      [],
    );
    const changed = await watching.lookFor(({ changes }) => changes.some(({ name }) => name === "spend of this month"));
    expect(changed.changes).toContainEqual({ name: "spend of this month", before: "$0.0000", after: "$1.5000" });
    watching.child.kill("SIGINT");
    expect(await watching.exited).toBe(0);
    expect(watching.errors()).toBe("");
  });

  it("ends with 1 as soon as a run waits that nobody takes, where that is asked for, and says so to people", async () => {
    const watching = doctor(["--watch", "0.2", "--until-bad"]);
    expect(await watching.next()).toMatch(/^\d\d:\d\d:\d\d {2}PostgreSQL: reachable$/);
    // As if it had been handed over to a Temporal that lost it.
    await system.database.db.query(
      `UPDATE workflow_runs SET status = 'queued', requested_at = now() - interval '1 hour', dispatched_at = now()
       WHERE id = (SELECT min(id) FROM workflow_runs)`,
      [],
    );
    expect(await watching.exited).toBe(1);
    const said: string[] = [];
    for (let line = await watching.next(); line !== ""; line = await watching.next()) said.push(line.slice(10));
    expect(said).toContainEqual(expect.stringMatching(/^discovery queued: 0 -> 1, the oldest for 36\d\d s$/));
    expect(said).toContain("BAD   discovery queued: no worker takes it; check that Temporal and a worker are running");
  });

  it("goes on where a server is away, and says which", async () => {
    const away = { DATABASE_URL: `postgresql://someone:s3cret@127.0.0.1:${await freePort()}/market` };
    const watching = doctor(["--watch", "0.2", "--json"], { ...away, TEMPORAL_PORT: String(await freePort()) });
    const [first, second] = [await watching.look(), await watching.look()];
    expect(first.bad.map(({ name }) => name)).toEqual(["PostgreSQL", "workers"]);
    expect(JSON.stringify(first)).not.toContain("s3cret");
    expect(second).toMatchObject({ ok: false, changes: [] });
    watching.child.kill("SIGINT");
    expect(await watching.exited).toBe(1);
  });

  it.each([
    [["--watch", "0"], "a number of seconds above 0"],
    [["--until-bad"], "--until-bad needs --watch"],
  ])("refuses %j", async (args, told) => {
    const refused = doctor(args);
    expect(await refused.exited).toBe(1);
    expect(refused.errors()).toContain(told);
  });
});
