import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { projectRoot } from "#foundation/config/project-root";
import { outerEnvironment } from "../support/command.ts";
import { freePort } from "../support/ports.ts";
import { eventually } from "../support/system.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const ROOT = projectRoot();
const README = readFileSync(join(ROOT, "README.md"), "utf8");

/** The commands of the README's shell blocks, as they stand there; a line that ends with a backslash goes on. */
const COMMANDS = [...README.matchAll(/^```sh\n(.*?)^```/gms)].flatMap(([, block = ""]) =>
  block
    .replaceAll("\\\n", " ")
    .split("\n")
    .filter((line) => line !== ""),
);

/**
 * The two that begin with an installation, which a test cannot do to the folder that it runs in: npm tells what it would do. Of the
 * tests one small file is run.
 */
const NPM = `npm() {
  if [ "$*" = ci ]; then command npm ci --dry-run --ignore-scripts --offline --silent
  elif [ "$*" = test ]; then command npm test -- test/architecture/test-folders.test.ts
  else command npm "$@"; fi
}`;

let env: Record<string, string>;
const children: ChildProcess[] = [];

/** Runs a command of the README by a shell, in the project's folder, with a data folder and ports of the test's own. */
function start(line: string) {
  const here = line
    .replaceAll("127.0.0.1:4000", `127.0.0.1:${env.PORT}`)
    .replaceAll(".data/", `${env.DATA_DIR}/`)
    .replaceAll("market.xlsx", `${env.DATA_DIR}/market.xlsx`);
  const child = spawn("bash", ["-c", `set -e\n${NPM}\n${here}`], {
    cwd: ROOT,
    env: { ...outerEnvironment(), ...env },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  children.push(child);
  const written = { stdout: "", stderr: "" };
  child.stdout.on("data", (chunk: Buffer) => {
    written.stdout += chunk.toString();
  });
  child.stderr.on("data", (chunk: Buffer) => {
    written.stderr += chunk.toString();
  });
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  return { child, written, ended };
}

async function run(beginning: string) {
  const line = COMMANDS.find((command) => command.startsWith(beginning));
  if (line === undefined) throw new Error(`no command of the README begins with ${beginning}`);
  executed.add(line);
  const { written, ended } = start(line);
  const code = await ended;
  expect({ line, code, ...(code === 0 ? {} : written) }).toEqual({ line, code: 0 });
  return written.stdout;
}

const executed = new Set<string>();

beforeAll(async () => {
  env = {
    DATA_DIR: await temporaryFolder(),
    PORT: String(await freePort()),
    TEMPORAL_PORT: String(await freePort()),
    TEMPORAL_UI_PORT: String(await freePort()),
    // What the README shows is found with the sentence model that the product uses by default.
    EMBEDDINGS: "onnx",
    TEMPORAL_DEBUG: "",
    LOG_LEVEL: "info",
    DRAIN_SECONDS: "0",
    MAX_EVENT_LOOP_DELAY_MS: "0",
  };
});
afterAll(() => {
  for (const { pid, exitCode, signalCode } of children)
    if (pid !== undefined && exitCode === null && signalCode === null) process.kill(-pid, "SIGKILL");
});

describe("the README", () => {
  it("installs and runs tests by its second command", async () => {
    expect(await run("npm ci && npm test")).toMatch(/Tests .*1 passed/);
  });

  it("has the answer that its first command prints", async () => {
    const answer = (await run("npm ci && npm run ask")).replace(/[│\s]+/g, " ");
    const companies = [...README.matchAll(/^(\d+) +(\S.*?) {2,}(\S+) +([A-Z]{2}) +(0\.\d\d) /gm)];
    expect(companies.length).toBeGreaterThan(2);
    for (const [, ...columns] of companies) expect(answer).toContain(columns.join(" "));
    expect(answer).toContain(`http://127.0.0.1:${env.PORT}/explorer/markets/1`);
  }, 240_000);

  it("starts a server whose addresses all answer, and its other commands do what they say", async () => {
    const begun = COMMANDS.find((line) => line.startsWith("npm start")) ?? "";
    executed.add(begun);
    const server = start(begun);
    const state = { ended: false };
    void server.ended.then(() => {
      state.ended = true;
    });
    const ready = () => fetch(`http://127.0.0.1:${env.PORT}/readyz`).catch(() => null);
    await eventually(ready, (answer) => answer?.status === 200 || state.ended, 120_000);
    if (state.ended) throw new Error(server.written.stderr);

    const addresses = [...README.matchAll(/^\| (http:\/\/127\.0\.0\.1\S*)/gm)].map(([, address = ""]) =>
      address.replace(":4000", `:${env.PORT}`).replace(":8233", `:${env.TEMPORAL_UI_PORT}`),
    );
    expect(addresses).toHaveLength(6);
    for (const address of addresses) {
      const { status } = await fetch(address, { headers: { accept: "text/html" } });
      // Agents post.
      expect([address, status]).toEqual([address, address.endsWith("/mcp") ? 405 : 200]);
    }

    expect(await run("npm run doctor")).toContain("Temporal");
    expect(await run("npm run market -- --help")).toContain("why-not");
    const { data } = JSON.parse(await run("curl")) as {
      data: { market: { companies: { edges: { node: { domain: string } }[] } } };
    };
    expect(data.market.companies.edges[0]?.node.domain).toBe("lennox.com");
    expect(await run("npm run market -- why-not")).toContain("not in United States");
    expect(await run("npm run market -- publish")).toContain("runNews");
    await run("npm run market -- export");
    expect(
      readFileSync(join(env.DATA_DIR ?? "", "market.xlsx"))
        .subarray(0, 2)
        .toString(),
    ).toBe("PK");
    expect(await run("npm run market -- monitor add")).toContain("60");

    process.kill(-(server.child.pid ?? 0), "SIGTERM");
    await server.ended;
  }, 240_000);

  it("has no command that the tests above leave out", () => {
    expect(COMMANDS.filter((line) => !executed.has(line))).toEqual([]);
  });
});
