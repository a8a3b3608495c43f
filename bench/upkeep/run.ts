import { readdirSync } from "node:fs";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { importCompanies } from "#companies/import-companies";
import { readConfig } from "#foundation/config/config";
import { openDatabase } from "#foundation/db/database";
import { migrate } from "#foundation/db/migrate";
import { startPostgres } from "#foundation/embedded/postgres";
import { completeCriteria } from "#markets/criteria/complete-criteria";
import { normaliseCriteria } from "#markets/criteria/criteria-schema";
import { createDirectoryIndexes } from "#markets/discovery/directory-indexes";

export interface UpkeepBenchOptions {
  /** File of companies. */
  from: string;
  /** Companies of each import that is measured. */
  imported: number;
  rounds: number;
  json?: string;
}

const progress = (line: string) => process.stderr.write(`${line}\n`);
const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;

/** Companies of trades that directories have, with some words of their own. */
const companies = (round: number, count: number) =>
  Array.from({ length: count }, (_, i) => ({
    domain: `upkeep-${round}-${i}.com`,
    name: `Upkeep ${round} ${i} Ltd`,
    country: "GB",
    description: `Upkeep ${round} ${i} designs and manufactures pumps and valves for water treatment plants. It sells aerator lines of type Q${round}x${i % 7} to utilities.`,
    keywords: ["pumps", "water treatment", `aerator Q${round}x${i % 7}`],
  }));

/**
 * Measures what a discovery waits for after an import: from the commit of the import to the first candidates, by words and word vectors.
 * The first index is built before; its time is told too.
 */
export async function benchUpkeep({ from, imported, rounds, json }: UpkeepBenchOptions): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "market-bench-"));
  // As root the server runs as another user, who must be able to pass.
  await chmod(folder, 0o755);
  const log = pino({ level: "silent" });
  const postgres = await startPostgres({ dataDir: join(folder, "data"), durable: true, log });
  const db = openDatabase(postgres.url);
  const cacheDir = join(folder, "index");
  const indexes = createDirectoryIndexes({
    db,
    databaseUrl: postgres.url,
    embeddings: { ...readConfig({}).embeddings, kind: "word2vec" },
    cacheDir,
    log,
  });
  const { criteria } = completeCriteria(
    normaliseCriteria({ userPrompt: "Makers of pumps for water treatment in the United Kingdom" }, "first_pass"),
  );
  const firstCandidates = async () => {
    const began = performance.now();
    const { retriever, trainedOn, digest } = await indexes.current();
    const readyMs = performance.now() - began;
    const plan = await retriever.plan(criteria);
    const [generator] = await retriever.generators(plan);
    const found = generator === undefined ? [] : await retriever.generate(plan, generator, 200, null);
    return { readyMs, tookMs: performance.now() - began, found, isAnew: trainedOn === digest };
  };
  try {
    await migrate(postgres.url, log);
    const load = async (rows: readonly object[]) => {
      const file = join(folder, "companies.ndjson");
      await writeFile(file, rows.map((row) => JSON.stringify(row)).join("\n"));
      await importCompanies(db, file, { source: "bench" });
    };
    const { companies: size } = await importCompanies(db, from, { source: "bench" });
    progress(`${size} companies imported`);
    const first = await firstCandidates();
    progress(`first index and candidates: ${(first.tookMs / 1000).toFixed(1)} s`);
    const took: number[] = [];
    const ready: number[] = [];
    for (let round = 1; round <= rounds; round++) {
      await load(companies(round, imported));
      const { found, tookMs, readyMs, isAnew } = await firstCandidates();
      const fresh = found.filter(({ domain }) => domain.startsWith(`upkeep-${round}-`)).length;
      if (fresh === 0) throw new Error("the companies of the import were not found");
      progress(
        `round ${round}: ${tookMs.toFixed(0)} ms to candidates (index ${readyMs.toFixed(0)}), ${fresh} of the import, ${isAnew ? "built anew" : "brought up to date"}`,
      );
      took.push(tookMs);
      ready.push(readyMs);
    }
    const files = readdirSync(cacheDir).filter((name) => name.startsWith("index-")).length;
    process.stdout.write(
      `${size} companies: ${(first.tookMs / 1000).toFixed(1)} s to the first candidates with no index, ${median(took).toFixed(0)} ms after an import of ${imported} ` +
        `(greatest ${Math.max(...took).toFixed(0)}, of that the index ${median(ready).toFixed(0)}). ${files} indexes were built. ${cpus().length} cores (${cpus()[0]?.model ?? "unknown"}), Node ${process.versions.node}.\n`,
    );
    if (json !== undefined)
      await writeFile(
        json,
        `${JSON.stringify({ companies: size, firstMs: first.tookMs, afterImportMs: took, indexMs: ready }, null, 2)}\n`,
      );
  } finally {
    await indexes.close();
    await db.close();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
