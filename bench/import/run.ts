import { createReadStream, createWriteStream } from "node:fs";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import pg from "pg";
import copyStreams from "pg-copy-streams";
import { pino } from "pino";
import { linkParents } from "#companies/identity/link-parents";
import { importCompanies } from "#companies/import-companies";
import { type Database, openDatabase } from "#foundation/db/database";
import { migrate } from "#foundation/db/migrate";
import { transaction } from "#foundation/db/transaction";
import { startPostgres } from "#foundation/embedded/postgres";
import { writeDirectory } from "../company-search/directory-file.ts";
import { type Cost, measured, print } from "../processor-time.ts";
import { median } from "../statistics.ts";

export interface ImportBenchOptions {
  /** The file of companies. */
  from: string;
  /** Size of the directory, recombined from the file; the file as it is where not given. */
  companies?: number;
  /** How often the whole is measured, each time in empty databases. */
  rounds: number;
  /** Where the figures are written as JSON. */
  json?: string;
}

/** Who fills the tables: our import, Prisma with the rows ready in memory, COPY with the rows ready in files. */
const WAYS = ["ours", "peer", "limit"] as const;
type Way = (typeof WAYS)[number];
const NAMES: Record<Way, string> = { ours: "import", peer: "createMany", limit: "COPY" };

/** What an import writes by itself; triggers write the rest, whoever fills these. */
const TABLES = ["companies", "source_records"] as const;

/** Rows of one createMany. */
const BATCH = 1_000;

/** Runs work on an empty, migrated database of its own. */
async function withDatabase<T>(work: (db: Database, url: string) => Promise<T>): Promise<T> {
  const log = pino({ level: "silent" });
  const folder = await mkdtemp(join(tmpdir(), "market-import-"));
  // As root the server runs as another user, who must be able to pass.
  await chmod(folder, 0o755);
  const server = await startPostgres({ dataDir: folder, durable: false, log });
  try {
    await migrate(server.url, log);
    const db = openDatabase(server.url);
    try {
      return await work(db, server.url);
    } finally {
      await db.close();
    }
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

const fileOf = (folder: string, table: string) => join(folder, `${table}.copy`);

/** Keeps the rows of the tables for the other ways: as files for COPY. Generated columns are no part of them. */
async function keepRows(url: string, folder: string): Promise<void> {
  // The driver's timer for an answer would outlive a COPY to this side.
  const connection = new pg.Client({ connectionString: url });
  await connection.connect();
  try {
    for (const table of TABLES) {
      const rows = connection.query(copyStreams.to(`COPY ${table} TO STDOUT (FORMAT binary)`));
      await pipeline(rows, createWriteStream(fileOf(folder, table)));
    }
  } finally {
    await connection.end();
  }
}

/** What an import ends with. */
const analyze = (db: Database) => db.query("ANALYZE companies, company_postings", []);

/** Fills the tables with the rows of the files, in one transaction as an import does. */
async function copyRows(db: Database, folder: string): Promise<void> {
  await transaction(db, async (_, connection) => {
    for (const table of TABLES) {
      const rows = connection.query(copyStreams.from(`COPY ${table} FROM STDIN (FORMAT binary)`));
      await pipeline(createReadStream(fileOf(folder, table)), rows);
    }
  });
  await analyze(db);
}

type Rows = {
  companies: Parameters<Database["prisma"]["company"]["createMany"]>[0];
  records: Parameters<Database["prisma"]["sourceRecord"]["createMany"]>[0];
};

/** Rows as createMany takes them. */
async function readRows(db: Database): Promise<{ [Table in keyof Rows]: NonNullable<Rows[Table]>["data"][] }> {
  const batches = <Row>(rows: Row[]): Row[][] =>
    Array.from({ length: Math.ceil(rows.length / BATCH) }, (_, i) => rows.slice(i * BATCH, (i + 1) * BATCH));
  const companies = await db.prisma.company.findMany({ omit: { domainLabel: true }, orderBy: { id: "asc" } });
  const records = await db.prisma.sourceRecord.findMany({ orderBy: { id: "asc" } });
  const data = records.map(({ given, facts, readings, spans, ...record }) => ({
    ...record,
    given: given as object,
    facts: facts as object,
    readings: readings as object,
    spans: spans as object,
  }));
  return { companies: batches(companies), records: batches(data) };
}

async function createRows(db: Database, { companies, records }: Awaited<ReturnType<typeof readRows>>): Promise<void> {
  for (const data of companies) await db.prisma.company.createMany({ data });
  for (const data of records) await db.prisma.sourceRecord.createMany({ data });
  await analyze(db);
}

/** Fills empty databases in all ways, in turns. @throws Error where they do not hold the same */
async function fill(path: string, folder: string): Promise<{ rows: number; costs: Record<Way, Cost> }> {
  const counted = async (db: Database) =>
    Object.fromEntries(
      await Promise.all(
        [...TABLES, "company_postings", "company_names"].map(async (table) => {
          const [row] = await db.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${table}`, []);
          return [table, row?.count ?? 0] as const;
        }),
      ),
    );
  const first = await withDatabase(async (db, url) => {
    const cost = await measured(db, () => importCompanies(db, path));
    const count = await counted(db);
    await keepRows(url, folder);
    const rows = await readRows(db);
    print("first time", cost);
    print("names and parents", await measured(db, () => linkParents(db)));
    print("again", await measured(db, () => importCompanies(db, path)));
    return { cost, count, rows };
  });
  const again = (way: Way, work: (db: Database) => Promise<void>) =>
    withDatabase(async (db) => {
      const cost = await measured(db, () => work(db));
      print(NAMES[way], cost);
      const found = JSON.stringify(await counted(db));
      if (found !== JSON.stringify(first.count))
        throw new Error(`${NAMES[way]} wrote ${found}, the import ${JSON.stringify(first.count)}`);
      return cost;
    });
  const peer = await again("peer", (db) => createRows(db, first.rows));
  const limit = await again("limit", (db) => copyRows(db, folder));
  return { rows: first.count.companies ?? 0, costs: { ours: first.cost, peer, limit } };
}

/**
 * Imports a file into an empty directory, twice, and fills the same tables by Prisma and by COPY. Each way has a
 * PostgreSQL of its own.
 */
export async function benchImport({ from, companies, rounds, json }: ImportBenchOptions): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "market-import-files-"));
  try {
    const path = companies === undefined ? from : join(folder, "companies.ndjson.gz");
    if (companies !== undefined) await writeDirectory(path, { from, companies, seed: 1 });
    const found: Awaited<ReturnType<typeof fill>>[] = [];
    for (let round = 1; round <= rounds; round++) found.push(await fill(path, folder));
    const figures = (way: Way) => ({
      rowsPerSecond: median(found.map(({ rows, costs }) => rows / costs[way].seconds)),
      processorSeconds: median(found.map(({ costs }) => costs[way].own + costs[way].server)),
    });
    const [ours, peer, limit] = [figures("ours"), figures("peer"), figures("limit")];
    const ratioToPeer = ours.rowsPerSecond / peer.rowsPerSecond;
    const ratioToLimit = ours.rowsPerSecond / limit.rowsPerSecond;
    const line = (way: Way, { rowsPerSecond, processorSeconds }: typeof ours) =>
      `${NAMES[way]} ${rowsPerSecond.toFixed(0)} rows/s, processor ${processorSeconds.toFixed(1)} s`;
    process.stdout.write(
      `${line("ours", ours)}; ${line("peer", peer)}; ${line("limit", limit)}. Ours is ${ratioToPeer.toFixed(2)} of createMany, ` +
        `${ratioToLimit.toFixed(2)} of COPY. ${found[0]?.rows} companies, medians of ${rounds} rounds; load ${loadavg()[0]?.toFixed(1)}; ` +
        `${cpus().length} cores (${cpus()[0]?.model ?? "unknown"}), Node ${process.versions.node}.\n`,
    );
    const measures = [{ name: "import", ours, peer, limit, ratioToPeer, ratioToLimit }];
    if (json !== undefined) await writeFile(json, `${JSON.stringify({ measures }, null, 2)}\n`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
