import { rm } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { type Logger, pino } from "pino";
import type { TestProject } from "vitest/node";
import { readConfig } from "#foundation/config/config";
import { migrate } from "#foundation/db/migrate";
import { startPostgres } from "#foundation/embedded/postgres";
import { postgresFiles, readPassword } from "#foundation/embedded/postgres-files";
import { ADMIN, APP_ROLE, connectionUrl } from "#foundation/embedded/postgres-roles";
import { ensureTemporal } from "#foundation/embedded/temporal";
import { obtainTemporalCli } from "#foundation/embedded/temporal-cli";
import { SEARCH_ATTRIBUTES } from "#workflows/contract";
import { NAMESPACES } from "./namespaces.ts";
import { freePort } from "./ports.ts";
import { makeRunFolder } from "./run-folder.ts";

/** The database that every test database is a copy of: all migrations applied, nothing in it. */
const TEMPLATE = "market_template";

declare module "vitest" {
  interface ProvidedContext {
    postgresUrl: string;
    templateDatabase: string;
    temporalPort: number;
  }
}

async function startTemporal(dataDir: string, cli: string, log: Logger) {
  const port = await freePort();
  const { temporal } = readConfig({
    TEMPORAL_CLI: cli,
    TEMPORAL_PORT: String(port),
    TEMPORAL_UI_PORT: String(await freePort()),
  });
  const searchAttributes = Object.values(SEARCH_ATTRIBUTES);
  const server = await ensureTemporal({
    config: temporal,
    dataDir,
    otherNamespaces: NAMESPACES,
    searchAttributes,
    log,
  });
  return { port, stop: () => server.stop() };
}

/**
 * One real PostgreSQL and one real Temporal for the whole run, in a temporary folder. Each test file copies the migrated template
 * and has a namespace of its own. On a machine without a Temporal CLI it is fetched here, once, because no single test should wait
 * minutes for it.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { temporal } = readConfig();
  const cli = await obtainTemporalCli(temporal, (step) => process.stderr.write(`${step}\n`));
  process.env.TEMPORAL_CLI = cli.path;

  const folder = await makeRunFolder();
  process.env.TEST_SCRATCH = folder;
  const log = pino({ level: "silent" });
  const starting = startTemporal(join(folder, "temporal"), cli.path, log);
  const dataDir = join(folder, "postgres");
  const server = await startPostgres({ dataDir, durable: false, log });
  const login = { role: ADMIN, password: (await readPassword(postgresFiles(dataDir).password)) ?? "" };
  const admin = new pg.Client({ connectionString: connectionUrl(server.port, login, "postgres") });
  await admin.connect();
  // Each test file has a database of its own, made and owned by the role that the product connects as.
  await admin.query(`ALTER ROLE ${APP_ROLE} CREATEDB`);
  await admin.query(`CREATE DATABASE ${TEMPLATE} OWNER ${APP_ROLE}`);
  await admin.end();
  const template = new URL(server.url);
  template.pathname = `/${TEMPLATE}`;
  await migrate(template.href, log);
  project.provide("postgresUrl", server.url);
  project.provide("templateDatabase", TEMPLATE);
  const temporalServer = await starting;
  project.provide("temporalPort", temporalServer.port);
  return async () => {
    await Promise.all([server.stop(), temporalServer.stop()]);
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };
}
