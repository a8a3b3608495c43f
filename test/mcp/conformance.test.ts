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

it("the door passes the conformance suite of the Model Context Protocol, but for what this server does not offer", async () => {
  const { key } = await system.team();
  const suite = outsideTool(await installOutside(SUITE), "conformance");
  const proxy = await withKey(key);
  const cwd = await temporaryFolder();
  const args = [
    suite,
    "server",
    "--url",
    proxy.url,
    "--suite",
    "all",
    "--expected-failures",
    join(SUITE, "not-offered.yaml"),
  ];
  try {
    // It also fails where a scenario passes that is named as not offered.
    const told = await run(process.execPath, [...args, "--output-dir", cwd], { cwd });
    const passed = [...told.matchAll(/✓ (\S+): [1-9]\d* passed, 0 failed/g)].map(([, scenario]) => scenario);
    expect(passed).toEqual([
      "server-initialize",
      "ping",
      "tools-list",
      "tools-call-simple-text",
      "tools-call-error",
      "resources-list",
      "prompts-list",
      "dns-rebinding-protection",
    ]);
  } finally {
    proxy.stop();
  }
});
