import { execFile } from "node:child_process";
import { mkdir, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { afterAll, describe, expect, it, vi } from "vitest";
import { migrate } from "#foundation/db/migrate";
import { PostgresUnavailableError } from "#foundation/embedded/errors";
import { type EmbeddedPostgres, findPostgres, startPostgres } from "#foundation/embedded/postgres";
import { ADMIN, APP_ROLE, connectionUrl } from "#foundation/embedded/postgres-roles";
import { dataFolders, environmentOf, isFreed, memoryLog, runHolder } from "./support.ts";

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

  it("is used by a role that owns its database and nothing else, and knows nothing of our environment", async () => {
    vi.stubEnv("LANGUAGE_MODEL_API_KEY", "very-secret-key");
    const dataDir = await folders.make();
    const { url } = await start(dataDir).finally(() => vi.unstubAllEnvs());
    const [role] = await ask(
      url,
      "SELECT rolsuper, rolcreaterole, rolcreatedb, rolbypassrls, pg_get_userbyid(datdba) = rolname AS owns FROM pg_roles, pg_database WHERE rolname = current_user AND datname = current_database()",
    );
    expect(role).toEqual({
      rolsuper: false,
      rolcreaterole: false,
      rolcreatedb: false,
      rolbypassrls: false,
      owns: true,
    });
    for (const sql of [
      "SELECT pg_read_file('postmaster.pid')",
      "COPY (SELECT 1) TO PROGRAM 'cat'",
      "CREATE ROLE other",
    ])
      await expect(ask(url, sql)).rejects.toMatchObject({ code: "42501" });
    await ask(url, "CREATE EXTENSION IF NOT EXISTS pg_trgm; CREATE TABLE ours (id int)");
    expect(await environmentOf(join(dataDir, "postgres.owner.json"))).not.toContain("very-secret-key");
  });

  it("gives what an earlier version made as the superuser to the role, at the next start", async () => {
    const dataDir = await folders.make();
    const first = await start(dataDir);
    const password = (await readFile(join(dataDir, "postgres.password"), "utf8")).trim();
    const asAdmin = connectionUrl(first.port, { role: ADMIN, password });
    // As earlier versions did it: everything was the superuser's.
    await ask(asAdmin, `REASSIGN OWNED BY ${APP_ROLE} TO ${ADMIN}; DROP ROLE ${APP_ROLE}`);
    await rm(join(dataDir, "postgres.app.password"));
    await migrate(asAdmin, log);
    await ask(asAdmin, "INSERT INTO teams (name, domain) VALUES ('Kept', 'example.com')");
    await first.stop();

    const { url } = await start(dataDir);
    expect(await ask(url, "SELECT name FROM teams")).toEqual([{ name: "Kept" }]);
    const others = await ask(
      url,
      `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relowner <> '${APP_ROLE}'::regrole
       UNION ALL SELECT typname FROM pg_type WHERE typnamespace = 'public'::regnamespace AND typtype = 'e' AND typowner <> '${APP_ROLE}'::regrole
       UNION ALL SELECT proname FROM pg_proc p WHERE pronamespace = 'public'::regnamespace AND proowner <> '${APP_ROLE}'::regrole
         AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')`,
    );
    expect(others).toEqual([]);
    await ask(url, "ALTER TABLE teams ADD COLUMN later int; INSERT INTO teams (name, domain) VALUES ('New', 'b.com')");
  }, 120_000);

  it("keeps its passwords in files that only their owner reads, and refuses another password", async () => {
    const dataDir = await folders.make();
    const { url } = await start(dataDir);
    const file = join(dataDir, "postgres.app.password");
    for (const name of await readdir(dataDir))
      expect([name, (await stat(join(dataDir, name))).mode & 0o077]).toEqual([name, 0]);
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
      await start(join(closed, "data"));
      expect((await stat(join(closed, "data", "postgres"))).uid).not.toBe(0);
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
