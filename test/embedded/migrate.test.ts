import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { describe, expect, inject, it } from "vitest";
import { nodeEnvironment } from "#foundation/config/child-environment";
import { projectRoot } from "#foundation/config/project-root";
import { isMigrated, migrate } from "#foundation/db/migrate";
import { freePort } from "../support/ports.ts";
import { memoryLog } from "./support.ts";

const server = inject("postgresUrl");

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Runs `work` with the URL of a new database, empty or a copy of another. */
async function withDatabase<T>(work: (url: string) => Promise<T>, copyOf?: string): Promise<T> {
  const name = `migrate_${randomUUID().replaceAll("-", "")}`;
  const template = copyOf === undefined ? "" : ` TEMPLATE ${copyOf}`;
  await withClient(server, (client) => client.query(`CREATE DATABASE ${name}${template}`));
  const url = new URL(server);
  url.pathname = `/${name}`;
  try {
    return await work(url.href);
  } finally {
    await withClient(server, (client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`));
  }
}

/** The same with a database that `migrate` has been run on, once for the whole run of the tests. */
const withMigrated = <T>(work: (url: string) => Promise<T>): Promise<T> =>
  withDatabase(work, inject("templateDatabase"));

const isMigratedAt = (url: string) =>
  withClient(url, (client) =>
    isMigrated({
      query: async <Row extends pg.QueryResultRow>(text: string, values: unknown[]) =>
        (await client.query<Row>(text, values)).rows,
    }),
  );

/** Runs Prisma's CLI as a developer does. Resolves to its exit code and output. */
async function prisma(url: string, ...args: string[]): Promise<{ code: number; output: string }> {
  const cli = join(projectRoot(), "node_modules/prisma/build/index.js");
  const env = nodeEnvironment({ DATABASE_URL: url, CHECKPOINT_DISABLE: "1" });
  return promisify(execFile)(process.execPath, [cli, ...args], { cwd: projectRoot(), env }).then(
    ({ stdout, stderr }) => ({ code: 0, output: stdout + stderr }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      code: error.code,
      output: error.stdout + error.stderr,
    }),
  );
}

/** Compares with `schema.prisma`. */
const to = ["--to-schema", "prisma/schema.prisma", "--exit-code"];

let replay: ReturnType<typeof prisma> | undefined;
/** The migrations replayed from nothing and compared, once for the tests that look at it. */
function replayed(): ReturnType<typeof prisma> {
  replay ??= withDatabase((url) => prisma(url, "migrate", "diff", "--from-migrations", "prisma/migrations", ...to));
  return replay;
}

describe("migrations", { timeout: 60_000 }, () => {
  it("are applied once, by whichever of two processes comes first, and skipped after", async () => {
    await withDatabase(async (url) => {
      expect(await isMigratedAt(url)).toBe(false);
      await Promise.all([migrate(url, memoryLog()), migrate(url, memoryLog())]);
      expect(await isMigratedAt(url)).toBe(true);
      const { rows } = await withClient(url, (client) =>
        client.query("SELECT migration_name, count(*)::int AS times FROM _prisma_migrations GROUP BY 1"),
      );
      expect(rows.every(({ times }) => times === 1)).toBe(true);

      const log = memoryLog();
      await migrate(url, log);
      expect(log.lines).toEqual([]);
    });
  });

  it("that are older than the newest one applied are applied too: those of two developers come in any order", async () => {
    await withMigrated(async (url) => {
      const missed = "20261121151600_dossier_manifest";
      await withClient(url, async (client) => {
        await client.query("ALTER TABLE dossier_tasks DROP COLUMN manifest");
        await client.query("DELETE FROM _prisma_migrations WHERE migration_name = $1", [missed]);
      });
      expect(await isMigratedAt(url)).toBe(false);
      await migrate(url, memoryLog());
      expect(await isMigratedAt(url)).toBe(true);
      await withClient(url, (client) => client.query("SELECT manifest FROM dossier_tasks"));
      // A database that is ahead of this program has all that it needs.
      await withClient(url, (client) =>
        client.query(`INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at)
          VALUES ('next', '', '29991231000000_next', now())`),
      );
      expect(await isMigratedAt(url)).toBe(true);
    });
  });

  it("give way to who holds a lock, and let others pass meanwhile, until they get it", async () => {
    await withMigrated(async (url) => {
      const missed = "20261121151600_dossier_manifest";
      await withClient(url, async (client) => {
        await client.query("ALTER TABLE dossier_tasks DROP COLUMN manifest");
        await client.query("DELETE FROM _prisma_migrations WHERE migration_name = $1", [missed]);
      });
      const log = memoryLog();
      const told = () => log.lines.join();
      await withClient(url, async (holder) => {
        await holder.query("BEGIN");
        await holder.query("SELECT FROM dossier_tasks");
        const migrated = migrate(url, log, { lockMs: 100 });
        // Behind a migration that waited on, this reader would wait as long as the holder.
        await withClient(url, async (reader) => {
          await reader.query("SET statement_timeout = '5s'");
          while (!told().includes("trying again")) await reader.query("SELECT FROM dossier_tasks");
        });
        await holder.query("COMMIT");
        await migrated;
      });
      expect(await isMigratedAt(url)).toBe(true);
      await withClient(url, (client) => client.query("SELECT manifest FROM dossier_tasks"));
    });
  });

  it("take nothing away that the version before uses, from now on: what does says since when nobody does", () => {
    const folder = join(projectRoot(), "prisma/migrations");
    const taking = (sql: string) =>
      /\bDROP (TABLE|COLUMN|VIEW|TYPE)\b|\bRENAME\b|\bALTER COLUMN\b[^,;]*\b(TYPE|SET NOT NULL)\b|\bADD COLUMN\b(?![^,;]*\bDEFAULT\b)[^,;]*\bNOT NULL\b/i.test(
        sql.replace(/^\s*--.*$/gm, ""),
      );
    const unsaid = readdirSync(folder)
      .filter((name) => name > "20261123035357_audit" && /^\d/.test(name))
      .filter((name) => {
        const sql = readFileSync(join(folder, name, "migration.sql"), "utf8");
        return taking(sql) && !/^-- Contract: .{10,}$/m.test(sql);
      });
    expect(unsaid).toEqual([]);
    expect(
      [
        "ALTER TABLE jobs DROP COLUMN stage",
        "ALTER TABLE jobs RENAME stage TO phase",
        "ALTER TABLE jobs ALTER COLUMN stage SET NOT NULL",
        'ALTER TABLE "jobs" ADD COLUMN "step" TEXT NOT NULL',
      ].map(taking),
    ).toEqual([true, true, true, true]);
    expect(
      ["ALTER TABLE jobs ADD COLUMN step TEXT NOT NULL DEFAULT ''", "DROP INDEX jobs_step", "-- DROP TABLE jobs"].map(
        taking,
      ),
    ).toEqual([false, false, false]);
  });

  it("make the schema that schema.prisma declares, partial indexes and generated columns included", async () => {
    await withMigrated(async (url) => {
      expect((await replayed()).output).toContain("No difference");
      expect((await prisma(url, "migrate", "diff", "--from-config-datasource", ...to)).code).toBe(0);

      await withClient(url, (client) => client.query("DROP INDEX workflow_runs_to_dispatch"));
      const drifted = await prisma(url, "migrate", "diff", "--from-config-datasource", ...to);
      expect(drifted.code).toBe(2);
    });
  });

  it("are replayed in shadow databases that are removed again", async () => {
    expect((await replayed()).code).toBe(0);
    const { rows } = await withClient(server, (client) =>
      client.query("SELECT datname FROM pg_database WHERE datname LIKE 'prisma_migrate_shadow%'"),
    );
    expect(rows).toEqual([]);
  });

  it("give each company the words it is found by, the name's before the labels' before the description's", async () => {
    await withMigrated(async (url) => {
      const { rows } = await withClient(url, (client) =>
        client.query(`
          INSERT INTO companies (domain, name, keywords, industries, description, source, content_hash)
          VALUES ('example.com', 'Rotor Works', '{blades}', '{}', 'Makes towers', 'test', 'x') RETURNING search::text AS words`),
      );
      expect(rows[0].words).toBe("'blade':3B 'make':4C 'rotor':1A 'tower':5C 'work':2A");
    });
  });

  it("say in one line why a database cannot be used, without its password", async () => {
    const reasonOf = (url: string) =>
      migrate(url, memoryLog()).then(
        () => "migrated",
        (error: Error) => `${error.name}: ${error.message}`,
      );
    const at = (change: (url: URL) => void) => {
      const url = new URL(server);
      change(url);
      return url.href;
    };
    const down = await freePort();
    const reasons = await Promise.all([
      reasonOf(`postgresql://someone:s3cret@127.0.0.1:${down}/market`),
      reasonOf(
        at((url) => {
          url.password = "s3cret";
        }),
      ),
      reasonOf(
        at((url) => {
          url.pathname = "/nowhere";
        }),
      ),
    ]);
    expect(reasons[0]).toBe(
      `DatabaseUnavailableError: The database 127.0.0.1:${down}/market as someone cannot be used: nothing listens there: is the server running?`,
    );
    expect(reasons[1]).toContain("the user or the password is wrong");
    expect(reasons[2]).toContain("no such database");
    expect(reasons.join()).not.toContain("s3cret");
    expect(reasons.join()).not.toContain(new URL(server).password);
  });

  it("that fail are reported with what the database said", async () => {
    await withDatabase(async (url) => {
      await withClient(url, (client) => client.query("CREATE TABLE teams (id int)"));
      await expect(migrate(url, memoryLog())).rejects.toThrow(
        /could not be applied .*teams.* already exists|not empty/s,
      );
    });
  });
});
