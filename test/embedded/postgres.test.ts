import { execFile } from "node:child_process";
import { mkdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { afterAll, describe, expect, it } from "vitest";
import { PostgresUnavailableError } from "../../src/embedded/errors.ts";
import { type EmbeddedPostgres, findPostgres, startPostgres } from "../../src/embedded/postgres.ts";
import { dataFolders, isFreed, memoryLog, runHolder } from "./support.ts";

const folders = dataFolders();
const log = memoryLog();
const running: EmbeddedPostgres[] = [];

async function start(dataDir: string, port?: number): Promise<EmbeddedPostgres> {
  const server = await startPostgres({ dataDir, log, durable: false, port });
  running.push(server);
  return server;
}

async function ask<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

afterAll(async () => {
  for (const server of running) await server.stop();
  await folders.removeAll();
});

describe("the embedded PostgreSQL", { timeout: 60_000 }, () => {
  it("is joined by a second start, and ends with the one that started it", async () => {
    const dataDir = await folders.make();
    const first = await start(dataDir);
    const second = await start(dataDir);

    expect(first.source).toBe("started");
    expect(second).toMatchObject({ source: "joined", url: first.url });
    await second.stop();
    expect(await ask(first.url, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
    await first.stop();
    expect(await isFreed(first.port)).toBe(true);
    expect(await findPostgres(dataDir)).toBeUndefined();
  });

  it("is started once when two first starts come together", async () => {
    const dataDir = await folders.make();
    const both = await Promise.all([start(dataDir), start(dataDir)]);
    expect(both.map(({ source }) => source).sort()).toEqual(["joined", "started"]);
    expect(both[0].url).toBe(both[1].url);
  });

  it("speaks UTF-8, orders by code point, folds case by Unicode, and listens on this machine only", async () => {
    const { url } = await start(await folders.make());
    const [row] = await ask(
      url,
      "SELECT lower('ÄÉ') AS folded, 'Z' < 'a' AS by_code, current_setting('server_encoding') AS encoding, current_setting('listen_addresses') AS listens",
    );
    expect(row).toEqual({ folded: "äé", by_code: true, encoding: "UTF8", listens: "127.0.0.1" });
  });

  it("keeps its password in a file that only its owner reads, and refuses another password", async () => {
    const dataDir = await folders.make();
    const { url } = await start(dataDir);
    const file = join(dataDir, "postgres.password");
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(new URL(url).password).toBe((await readFile(file, "utf8")).trim());
    const wrong = new URL(url);
    wrong.password = "wrong";
    await expect(ask(wrong.href, "SELECT 1")).rejects.toMatchObject({ code: "28P01" });
  });

  it("ends with its owner's SIGKILL where the system can bind it, and has its data at the next start", async () => {
    const dataDir = await folders.make();
    const holder = await runHolder<EmbeddedPostgres>("hold-postgres.ts", [dataDir]);
    await ask(holder.started.url, "CREATE TABLE kept AS SELECT 42 AS answer");
    const { bound } = JSON.parse(await readFile(join(dataDir, "postgres.owner.json"), "utf8"));
    await holder.end("SIGKILL");

    const next = await start(dataDir);
    expect(next.source).toBe(bound ? "started" : "adopted");
    expect(await ask(next.url, "SELECT answer FROM kept")).toEqual([{ answer: 42 }]);
  });

  it("adopts the orphan of a killed owner where the system cannot bind it, and then ends it", async () => {
    const dataDir = await folders.make();
    const holder = await runHolder<EmbeddedPostgres>("hold-postgres.ts", [dataDir], {
      PATH: await pathWithoutSetpriv(),
    });
    await holder.end("SIGKILL");

    const next = await start(dataDir);
    expect(next).toMatchObject({ source: "adopted", url: holder.started.url });
    await next.stop();
    expect(await isFreed(next.port)).toBe(true);
  });

  it("starts beside a postmaster.pid of a killed server whose process id another program has by now", async () => {
    const dataDir = await folders.make();
    const first = await start(dataDir);
    const pidFile = join(dataDir, "postgres", "postmaster.pid");
    const left = await readFile(pidFile, "utf8");
    await first.stop();
    await writeFile(pidFile, left.replace(/^\d+/, String(process.pid)));
    expect((await start(dataDir)).source).toBe("started");
  });

  it("says so when the wanted port is taken", async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const address = other.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    await expect(start(await folders.make(), port)).rejects.toThrow(new RegExp(`port ${port}.*DATABASE_PORT`));
    other.close();
  });

  it("says so when the data folder cannot be written to", async () => {
    const file = join(await folders.make(), "file");
    await writeFile(file, "");
    await expect(start(join(file, "data"))).rejects.toThrow(PostgresUnavailableError);
  });

  it.runIf(process.getuid?.() === 0)(
    "runs as another user for root, also below a folder that only root may enter",
    async () => {
      const closed = await folders.make(0o700);
      const { url } = await start(join(closed, "data"));
      const [row] = await ask<{ folder: string }>(url, "SELECT current_setting('data_directory') AS folder");
      expect(row?.folder.startsWith(closed)).toBe(true);
      expect((await stat(row?.folder ?? "")).uid).not.toBe(0);
    },
  );
});

/** A PATH with what a start as root needs, but without `setpriv`. */
async function pathWithoutSetpriv(): Promise<string> {
  const bin = join(await folders.make(), "bin");
  await mkdir(bin);
  const { stdout } = await promisify(execFile)("which", ["id"]);
  await symlink(stdout.trim(), join(bin, "id"));
  return bin;
}
