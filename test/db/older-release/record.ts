import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import pg from "pg";
import { pino } from "pino";
import { projectRoot } from "#foundation/config/project-root";
import { migrateTo } from "#foundation/db/migrate";
import { startPostgres } from "#foundation/embedded/postgres";
import { makeStaging } from "../../architecture/check-statement.ts";
import { stagingIn, statementsIn } from "../../architecture/statements.ts";
import { StaticText } from "../../architecture/static-text.ts";
import { openTypescriptProject } from "../../architecture/typescript-project.ts";
import { exportRevision } from "./export-revision.ts";
import { ignoredIn, prepareAll, type ReleaseRecord, readSchema } from "./relied-on.ts";

/** Where the statements of the server itself stand: how they are run is no statement. */
const NO_STATEMENTS = /^src\/(?:rest|foundation\/(?:db|embedded))\//;

/** The statements of the sources in a folder, and what makes the temporary tables that they use. */
async function readSources(folder: string) {
  const project = openTypescriptProject(folder);
  try {
    const reader = { checker: project.checker, text: new StaticText(project.checker) };
    const files = project.files("src", "workflows").filter(({ path }) => !NO_STATEMENTS.test(path));
    const load = (path: string) => import(pathToFileURL(join(folder, path)).href);
    const { mergeStaged } = await load("src/intelligence/ingest/article-staging.ts");
    const { DERIVE } = await load("src/companies/records/derive-companies.ts");
    return {
      statements: files.flatMap((file) => statementsIn(file, reader)),
      staging: [...new Set<string>([...files.flatMap((file) => stagingIn(file, reader)), mergeStaged("news"), DERIVE])],
    };
  } finally {
    project.close();
  }
}

/** Runs `work` with a client of a database that has these migrations alone. */
async function withMigrated<T>(names: readonly string[], work: (client: pg.Client) => Promise<T>): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), "market-record-"));
  // As root the server runs as another user, who must be able to pass.
  chmodSync(dataDir, 0o755);
  const server = await startPostgres({ dataDir, durable: false, log: pino({ level: "silent" }) });
  const client = new pg.Client({ connectionString: server.url });
  try {
    await migrateTo(server.url, names);
    await client.connect();
    return await work(client);
  } finally {
    await client.end();
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  }
}

const [revision = "HEAD"] = process.argv.slice(2);
const release = exportRevision(revision);
try {
  const inRelease = (path: string) => readFileSync(join(release.folder, path), "utf8");
  const { statements, staging } = await readSources(release.folder);
  const migrations = readdirSync(join(release.folder, "prisma/migrations")).filter((name) => /^\d/.test(name));
  const record = await withMigrated(migrations.sort(), async (client): Promise<ReleaseRecord> => {
    const schema = await readSchema(client, ignoredIn(inRelease("prisma/schema.prisma")));
    await makeStaging(client, staging);
    return {
      version: JSON.parse(inRelease("package.json")).version,
      commit: release.commit,
      migration: migrations.at(-1) ?? "",
      schema,
      staging,
      statements: await prepareAll(client, statements),
    };
  });
  writeFileSync(join(projectRoot(), "test/db/older-release/last-release.json"), `${JSON.stringify(record, null, 1)}\n`);
  process.stdout.write(
    `${record.version} (${record.commit.slice(0, 7)}): ${Object.keys(record.schema.tables).length} tables, ${record.statements.length} statements\n`,
  );
} finally {
  release.remove();
}
