import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { installOutside, outsideTool } from "../clients/outside.ts";
import { run } from "../clients/run.ts";
import { startSystem, type TestSystem } from "../support/system.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const SUITE = fileURLToPath(new URL("conformance/", import.meta.url));

let system: TestSystem;
beforeAll(async () => {
  system = await startSystem();
});
afterAll(() => system?.stop());

/** The server under an address of its own, with an API key, which the suite's client cannot send. */
async function withKey(key: string) {
  const { hostname, port, host } = new URL(system.url);
  const proxy = createServer((incoming, response) => {
    const { method, url, headers } = incoming;
    const own = `127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    const forwarded = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, String(value).replace(own, host)]),
    );
    const to = request({ hostname, port, method, path: url, headers: { ...forwarded, "x-api-key": key } }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    incoming.pipe(to);
    to.once("error", () => response.destroy());
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/mcp`, stop: () => proxy.close() };
}

it.each([
  [
    "2026-07-28",
    "not-offered.yaml",
    [
      "tools-list: 4 passed, 0 failed",
      "server-sse-multiple-streams: 1 passed, 0 failed",
      "resources-list: 2 passed, 0 failed",
      "sep-2164-resource-not-found: 4 passed, 0 failed",
      "prompts-list: 2 passed, 0 failed",
      "dns-rebinding-protection: 2 passed, 0 failed",
      "caching: 7 passed, 0 failed",
      "http-header-validation: 14 passed, 0 failed",
      "input-required-result-unsupported-methods: 2 passed, 0 failed",
      "input-required-result-validate-input: 3 passed, 0 failed",
      "server-stateless: 22 passed, 6 failed",
    ],
  ],
  [
    "2025-11-25",
    "not-offered-2025-11-25.yaml",
    [
      "server-initialize: 2 passed, 0 failed",
      "ping: 2 passed, 0 failed",
      "tools-list: 3 passed, 0 failed",
      "resources-list: 2 passed, 0 failed",
      "prompts-list: 2 passed, 0 failed",
      "dns-rebinding-protection: 2 passed, 0 failed",
    ],
  ],
])(
  "the door passes the conformance suite of revision %s, but for what this server does not offer",
  async (revision, notOffered, passed) => {
    const { key } = await system.team();
    const suite = outsideTool(await installOutside(SUITE), "conformance");
    const proxy = await withKey(key);
    const cwd = await temporaryFolder();
    const args = ["server", "--url", proxy.url, "--suite", "all", "--spec-version", revision];
    const expected = ["--expected-failures", join(SUITE, notOffered), "--output-dir", cwd];
    try {
      // It also fails where a scenario passes that is named as not offered.
      const told = await run(process.execPath, [suite, ...args, ...expected], { cwd });
      for (const line of passed) expect(told).toContain(line);
    } finally {
      proxy.stop();
    }
  },
);
