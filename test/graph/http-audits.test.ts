import { serverAudits } from "graphql-http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startSystem, type TestSystem } from "../support/system.ts";

let system: TestSystem;
let key: string;

beforeAll(async () => {
  system = await startSystem();
  key = (await system.team()).key;
});
afterAll(() => system?.stop());

/** Asks with a key, which the audits do not know of. */
const fetchWithKey: typeof fetch = (input, init) => {
  const headers = new Headers(init?.headers);
  headers.set("x-api-key", key);
  return fetch(input, { ...init, headers });
};

const audits = serverAudits({ url: () => `${system.url}/graphql`, fetchFn: fetchWithKey });

describe("the audits of GraphQL over HTTP", () => {
  it("are all of them", () => {
    expect(audits.length).toBeGreaterThanOrEqual(61);
  });

  it.each(audits.map((audit) => [audit.id, audit.name, audit] as const))("pass: %s %s", async (_id, _name, audit) => {
    const result = await audit.fn();
    if (result.status === "ok") return;
    expect.fail(`${result.status}: ${result.reason}`);
  });
});
