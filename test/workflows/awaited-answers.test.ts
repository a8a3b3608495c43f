import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { PreviewDocument } from "#generated/tests/graphql";
import { type DatabaseProxy, startDatabaseProxy, type Way } from "../support/database-proxy.ts";
import { WIND_CRITERIA } from "../support/discovery.ts";
import { eventually, startSystem, type TestSystem } from "../support/system.ts";
import { connectTemporal } from "../support/temporal-client.ts";

/** Less than the 45 s after which an answer that no worker gives is given up. */
const SOON_MS = 20_000;

let proxy: DatabaseProxy;
let system: TestSystem;

beforeAll(async () => {
  proxy = await startDatabaseProxy(`http://127.0.0.1:${inject("temporalPort")}`);
  system = await startSystem({ temporal: true, environment: { TEMPORAL_ADDRESS: new URL(proxy.url).host } });
});
afterAll(async () => {
  await system?.stop();
  await proxy?.stop();
});

it.each<Way>(["gone", "silent"])(
  "whoever waits for a worker's answer is told soon that Temporal is %s",
  async (way) => {
    const { key } = await system.team();
    const { connection, workflow } = await connectTemporal(system);
    const executions = async () => (await workflow.count()).count;
    const before = await executions();
    const began = performance.now();
    const asked = system.ask(key, PreviewDocument, { searchCriteria: { ...WIND_CRITERIA, marketName: way }, first: 1 });
    await eventually(executions, (count) => count > before);
    await connection.close();
    proxy.set(way);
    const { errors } = await asked;
    proxy.set("open");
    expect(errors?.map(({ message, extensions }) => [extensions.code, message])).toEqual([
      ["SERVICE_UNAVAILABLE", expect.stringContaining("Temporal does not respond")],
    ]);
    expect(performance.now() - began).toBeLessThan(SOON_MS);
  },
);
