import { chmod, mkdtemp, rm, stat } from "node:fs/promises";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import Table from "cli-table3";
import { pino } from "pino";
import { importCompanies } from "#companies/import-companies";
import { embeddedFinder } from "#companies/search/embedded-finder";
import { openDatabase } from "#foundation/db/database";
import { migrate } from "#foundation/db/migrate";
import { startPostgres } from "#foundation/embedded/postgres";
import { quantile } from "../statistics.ts";
import { writeDirectory } from "./directory-file.ts";
import { randomNumbers } from "./generate.ts";
import { type MeasuredSearches, measureSearches } from "./measure.ts";
import { queryKinds } from "./queries.ts";

export interface SearchBenchOptions {
  /** File of real companies that the directory is recombined from. */
  from: string;
  companies: number;
  /** Searches of each kind. */
  queries: number;
  rounds: number;
  seed: number;
  json: boolean;
}

const progress = (line: string) => process.stderr.write(`${line}\n`);
const seconds = (since: number) => `${((performance.now() - since) / 1_000).toFixed(1)} s`;

const ms = (values: readonly number[], share: number) => quantile(values, share).toFixed(1);

function print(results: readonly MeasuredSearches[]): void {
  const table = new Table({
    head: ["Search", "Matches (median)", "p50", "p95", "p99", "First time p50", "First time p95"],
    colAligns: ["left", "right", "right", "right", "right", "right", "right"],
    style: { head: [], border: [] },
  });
  for (const { kind, matches, laterMs, firstMs } of results)
    table.push([
      kind,
      matches,
      ms(laterMs, 0.5),
      ms(laterMs, 0.95),
      ms(laterMs, 0.99),
      ms(firstMs, 0.5),
      ms(firstMs, 0.95),
    ]);
  process.stdout.write(
    `${table.toString()}\nMilliseconds, ${cpus().length} cores (${cpus()[0]?.model ?? "unknown"}).\n`,
  );
}

/** Makes a directory, imports it into a PostgreSQL of its own, and measures searches of every kind. */
export async function benchSearch(options: SearchBenchOptions): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "market-bench-"));
  // As root the server runs as another user, who must be able to pass.
  await chmod(folder, 0o755);
  const log = pino({ level: "silent" });
  const file = join(folder, "companies.ndjson.gz");
  let started = performance.now();
  await writeDirectory(file, options);
  progress(
    `${options.companies} companies recombined in ${seconds(started)}, ${Math.round((await stat(file)).size / 1e6)} MB gzip`,
  );
  const server = await startPostgres({ dataDir: join(folder, "data"), durable: true, log });
  const db = openDatabase(server.url);
  try {
    await migrate(server.url, log);
    started = performance.now();
    const { inserted, setAsideCount } = await importCompanies(db, file);
    progress(`${inserted} imported in ${seconds(started)}, ${setAsideCount} set aside`);
    started = performance.now();
    await db.query("VACUUM ANALYZE companies", []);
    await db.query("VACUUM ANALYZE company_postings", []);
    progress(`vacuumed in ${seconds(started)}, as autovacuum does in time`);
    for (const { name, size } of await db.query<{ name: string; size: string }>(
      `SELECT relname AS name, pg_size_pretty(pg_total_relation_size(oid)) AS size FROM pg_class
       WHERE relname IN ('companies', 'company_postings', 'companies_search_idx') ORDER BY relname`,
      [],
    ))
      progress(`${name}: ${size}`);
    const results: MeasuredSearches[] = [];
    for (const kind of await queryKinds(db, randomNumbers(options.seed + 1), options.queries)) {
      if (kind.searches.length > 0) results.push(await measureSearches(db, embeddedFinder(db), kind, options.rounds));
    }
    if (options.json) process.stdout.write(`${JSON.stringify(results)}\n`);
    else print(results);
    progress(`memory of this process: ${Math.round(process.memoryUsage().rss / 1e6)} MB`);
  } finally {
    await db.close();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
