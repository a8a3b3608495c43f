import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { directorySize } from "#companies/directory";
import type { Config } from "#foundation/config/config";
import type { Queries } from "#foundation/db/database";
import { DatabaseUnavailableError, describeDatabase } from "#foundation/db/database-unavailable";
import { isMigrated, migrationNames } from "#foundation/db/migrate";
import { postgresBinaries, postgresFiles } from "#foundation/embedded/postgres-files";
import { accountInProspect } from "#foundation/embedded/server-account";
import { askDatabase, findDatabase } from "./ask-database.ts";
import type { Finding } from "./check.ts";
import { checkStoredSecrets } from "./encryption.ts";
import { checkIndexes } from "./search-engine.ts";
import { checkTables } from "./tables.ts";

/** Extensions that the migrations need. */
const EXTENSIONS = ["pg_trgm", "unaccent"];
/** The oldest tested major version; the embedded one is 18. */
const LOWEST_MAJOR = 16;

/** Checks PostgreSQL itself, its migrations and extensions, and the contents of the directory of companies. */
export async function checkDatabase(config: Config): Promise<Finding[]> {
  const url = await findDatabase(config);
  if (url === undefined) return notRunning(config.dataDir);
  try {
    return await askDatabase(url, (db) => checkContents(db, url, config));
  } catch (error) {
    if (!(error instanceof DatabaseUnavailableError)) throw error;
    const cure = "correct DATABASE_URL or its server, or unset it to use the embedded one";
    return [{ name: "PostgreSQL", status: "missing", found: error.message, cure }];
  }
}

async function checkContents(db: Queries, url: string, config: Config): Promise<Finding[]> {
  const where = `${config.databaseUrl === undefined ? "embedded, " : ""}${describeDatabase(url)}`;
  const server = await checkServer(db, where);
  const migrated = await isMigrated(db);
  const newest = (await migrationNames()).at(-1);
  const migrations: Finding = migrated
    ? { name: "Migrations", status: "ok", found: `applied up to ${newest}` }
    : {
        name: "Migrations",
        status: "note",
        found: "not all applied",
        cure: "start the product once (npm start), which applies them",
      };
  const extensions = await checkExtensions(db);
  if (!migrated) return [server, migrations, ...extensions];
  return [
    server,
    migrations,
    ...extensions,
    await checkDirectory(db, config.dataDir),
    ...(await checkStoredSecrets(db, config)),
    ...(await checkTables(db)),
    ...(await checkIndexes(db, config)),
  ];
}

async function notRunning(dataDir: string): Promise<Finding[]> {
  await postgresBinaries();
  const { data } = postgresFiles(dataDir);
  const state = existsSync(data) ? `data in ${dataDir}` : "no data yet";
  return [
    { name: "PostgreSQL", status: "ok", found: `embedded, not running, ${state}; npm start starts it` },
    ...(await checkAccount(data)),
  ];
}

/** Checks for the account that the embedded PostgreSQL needs to run as when we are root. */
async function checkAccount(dataFolder: string): Promise<Finding[]> {
  const name = "PostgreSQL account";
  const cure = "add a user named postgres, or install useradd (package passwd or shadow), or run as another user";
  const lacking = "the process runs as root, and there is neither a user postgres nor useradd to create one";
  switch (await accountInProspect(dataFolder)) {
    case "own":
    case "there":
      return [];
    case "made":
      return [
        { name, status: "ok", found: "the process runs as root: the first start creates a user postgres with useradd" },
      ];
    case "nobody":
      return [{ name, status: "note", found: `${lacking}: PostgreSQL would run as the user nobody`, cure }];
    case "none":
      return [{ name, status: "missing", found: `${lacking}: PostgreSQL refuses to run as root`, cure }];
  }
}

async function checkServer(db: Queries, where: string): Promise<Finding> {
  const [row] = await db.query<{ version: string; number: number }>(
    "SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int AS number",
    [],
  );
  const found = `${row?.version} (${where})`;
  if ((row?.number ?? 0) >= LOWEST_MAJOR * 10_000) return { name: "PostgreSQL", status: "ok", found };
  return { name: "PostgreSQL", status: "note", found, cure: `tried with ${LOWEST_MAJOR} and later` };
}

async function checkExtensions(db: Queries): Promise<Finding[]> {
  const rows = await db.query<{ name: string; installed: boolean }>(
    "SELECT name, installed_version IS NOT NULL AS installed FROM pg_available_extensions WHERE name = ANY($1)",
    [EXTENSIONS],
  );
  const absent = EXTENSIONS.filter((name) => !rows.some((row) => row.name === name));
  if (absent.length > 0) {
    const cure = "install PostgreSQL's contrib package on the database server";
    return [{ name: "Extensions", status: "missing", found: `the server lacks ${absent.join(", ")}`, cure }];
  }
  const later = rows.filter((row) => !row.installed).map((row) => row.name);
  const found =
    later.length === 0 ? EXTENSIONS.join(", ") : `${later.join(", ")} can be installed; the migrations do it`;
  return [{ name: "Extensions", status: "ok", found }];
}

async function checkDirectory(db: Queries, dataDir: string): Promise<Finding> {
  const { version, companies } = await directorySize(db);
  if (companies === 0) {
    const cure = "npm start loads the sample; npm run market -- import companies FILE loads yours";
    return { name: "Companies", status: "note", found: "the directory is empty", cure };
  }
  const files = await readdir(join(dataDir, "index")).catch(() => []);
  const index = files.some((name) => name.startsWith("index-"))
    ? "the index is on disk"
    : "there is no index yet; the worker builds it";
  return {
    name: "Companies",
    status: "ok",
    found: `${companies} in the directory (version ${version}); ${index}`,
  };
}
