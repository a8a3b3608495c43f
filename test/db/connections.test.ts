import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readConfig } from "#foundation/config/config";
import { importTestCompanies } from "../support/companies.ts";
import { ended, start } from "../support/discovery.ts";
import { startSystem, type TestSystem } from "../support/system.ts";

let system: TestSystem;
let key: string;

beforeAll(async () => {
  system = await startSystem({ temporal: true, worker: true });
  await importTestCompanies(system.database.db);
  ({ key } = await system.team());
});
afterAll(() => system?.stop());

/** Connections by the name of the process. */
async function connections(): Promise<Record<string, number>> {
  const rows = await system.database.db.query<{ name: string; open: number }>(
    `SELECT application_name AS name, count(*)::int AS open FROM pg_stat_activity
     WHERE datname = current_database() AND application_name LIKE 'market %' GROUP BY 1`,
    [],
  );
  return Object.fromEntries(rows.map(({ name, open }) => [name, open]));
}

describe("the connections of a process", () => {
  it("are five at most under load: those of the pool, the relay's, and one with a session", async () => {
    const most: Record<string, number> = {};
    let isLoaded = true;
    const watching = (async () => {
      while (isLoaded) {
        for (const [name, open] of Object.entries(await connections())) most[name] = Math.max(most[name] ?? 0, open);
      }
    })();
    const runs = await Promise.all([start(system, key), start(system, key), start(system, key)]);
    const query = `{ markets(first: 5) { edges { node { name jobs(first: 5) { totalCount edges { node { status } } } } } } }`;
    // A key may have 256 requests in progress.
    const answers = await Promise.all(Array.from({ length: 240 }, () => system.graph(key, query)));
    for (const { market } of runs) expect((await ended(system, key, market.marketId)).jobs).toHaveLength(1);
    isLoaded = false;
    await watching;
    expect(answers.filter(({ errors }) => errors !== undefined)).toEqual([]);
    expect(most).toEqual({ "market api": 5, "market worker": expect.any(Number) });
    expect(most["market worker"]).toBeLessThanOrEqual(5);
  });

  it("are as many as is configured, and a pooler needs the server's own address beside its own", () => {
    expect(readConfig({ DATABASE_CONNECTIONS: "8" }).statements).toEqual({ connections: 8, pooler: undefined });
    const addresses = { DATABASE_URL: "postgresql://db:5432/m", DATABASE_POOL_URL: "postgresql://bouncer:6432/m" };
    expect(readConfig({ ...addresses, DATABASE_POOL_PREPARED: "off" }).statements).toEqual({
      connections: 3,
      pooler: { url: "postgresql://bouncer:6432/m", knowsPrepared: false },
    });
    expect(() => readConfig({ DATABASE_POOL_URL: "postgresql://bouncer:6432/m" })).toThrow(
      "DATABASE_POOL_URL requires DATABASE_URL",
    );
  });
});
