import { readdirSync } from "node:fs";
import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { pino } from "pino";
import { directorySize } from "#companies/directory";
import { importCompanies } from "#companies/import-companies";
import { readConfig } from "#foundation/config/config";
import { openDatabase } from "#foundation/db/database";
import { migrate } from "#foundation/db/migrate";
import { startPostgres } from "#foundation/embedded/postgres";
import { completeCriteria } from "#markets/criteria/complete-criteria";
import { normaliseCriteria } from "#markets/criteria/criteria-schema";
import { createDirectoryIndexes, type DirectoryIndexes } from "#markets/discovery/directory-indexes";
import { writeDirectory } from "../company-search/directory-file.ts";
import { median } from "../statistics.ts";

export interface UpkeepBenchOptions {
  /** File of companies. */
  from: string;
  /** Size of the directory, recombined from the file; the file as it is where not given. */
  companies?: number;
  /** Companies of each import that is measured. */
  imported: number;
  rounds: number;
  /** Where the database and the index stay, for another time with the same directory. */
  folder?: string;
  json?: string;
}

const progress = (line: string) => process.stderr.write(`${line}\n`);
const greatest = (values: readonly number[]) => Math.max(...values);

/** Companies of a trade that directories have, with a word that nobody had. */
const companies = (word: string, count: number) =>
  Array.from({ length: count }, (_, i) => ({
    domain: `${word}-${i}.com`,
    name: `${word} ${i} Ltd`,
    country: "GB",
    description: `${word} ${i} designs and manufactures pumps and valves for water treatment plants. It sells ${word} aerator lines to utilities.`,
    keywords: ["pumps", "water treatment", `${word} aerators`],
  }));

const OTHERS = [
  "Operators of cold stores in France and Spain",
  "Software for hospitals",
  "Makers of wind turbines with at least 500 employees",
  "Banks that offer mortgages, not insurers",
  "Trucking companies in the United States",
];

const criteriaOf = (userPrompt: string) => completeCriteria(normaliseCriteria({ userPrompt }, "first_pass")).criteria;

/** What one question cost, from the commit of an import on. */
interface Cost {
  /** Until the candidates are there, and until the index is. */
  tookMs: number;
  indexMs: number;
  /** How long others waited for this thread: the longest time, and one in a hundred of its turns. */
  stalledMs: number;
  stalledP99Ms: number;
  /** Processor time of this process. */
  processorMs: number;
}

/** Asks for candidates by words and word vectors, of the directory as it is now. */
async function ask(
  indexes: DirectoryIndexes,
  prompt: string,
): Promise<{ cost: Cost; domains: string[]; isAnew: boolean }> {
  const loop = monitorEventLoopDelay({ resolution: 1 });
  loop.enable();
  await sleep(2);
  const usage = process.cpuUsage();
  const began = performance.now();
  const { retriever, trainedOn, digest } = await indexes.current();
  const indexMs = performance.now() - began;
  const plan = await retriever.plan(criteriaOf(prompt));
  const [generator] = await retriever.generators(plan);
  const found = generator === undefined ? [] : await retriever.generate(plan, generator, 200, null);
  const tookMs = performance.now() - began;
  // The turn that is measured last must end first.
  await sleep(5);
  loop.disable();
  const { user, system } = process.cpuUsage(usage);
  return {
    cost: {
      tookMs,
      indexMs,
      stalledMs: loop.max / 1e6,
      stalledP99Ms: loop.percentile(99) / 1e6,
      processorMs: (user + system) / 1_000,
    },
    domains: found.map(({ domain }) => domain),
    isAnew: trainedOn === digest,
  };
}

/**
 * Measures what a discovery waits for after an import: from the commit of the import to the first candidates, by words and word vectors.
 * The first index is built before; its time is told too.
 */
export async function benchUpkeep(options: UpkeepBenchOptions): Promise<void> {
  const { from, companies: count, imported, rounds, json } = options;
  const folder = options.folder ?? (await mkdtemp(join(tmpdir(), "market-bench-")));
  await mkdir(folder, { recursive: true });
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
  const fill = async () => {
    const path = count === undefined ? from : join(folder, "companies.ndjson.gz");
    if (count !== undefined) await writeDirectory(path, { from, companies: count, seed: 1 });
    await importCompanies(db, path, { source: "bench" });
    await db.query("VACUUM ANALYZE companies", []);
  };
  const load = async (rows: readonly object[]) => {
    const file = join(folder, "import.ndjson");
    await writeFile(file, rows.map((row) => JSON.stringify(row)).join("\n"));
    await importCompanies(db, file, { source: "bench" });
  };
  try {
    await migrate(postgres.url, log);
    if ((await directorySize(db)).companies === 0) await fill();
    const { companies: size } = await directorySize(db);
    progress(`${size} companies`);
    const { cost: first } = await ask(indexes, "Makers of pumps for water treatment in the United Kingdom");
    progress(`first index and candidates: ${(first.tookMs / 1000).toFixed(1)} s`);
    const costs: Cost[] = [];
    const again: Cost[] = [];
    // Letters only: with figures in it, a question reads it as two.
    const wordOf = (round: number) =>
      `glimmer${`${Date.now()}${round}`.replace(/\d/g, (digit) => "abcdefghij"[Number(digit)] ?? "")}`;
    for (let round = 1; round <= rounds; round++) {
      const word = wordOf(round);
      await load(companies(word, imported));
      const { cost, domains, isAnew } = await ask(indexes, `Makers of ${word} aerators`);
      const fresh = domains.filter((domain) => domain.startsWith(word)).length;
      if (fresh === 0) throw new Error("the companies of the import were not found");
      costs.push(cost);
      // Another one with nothing imported: what a question takes by itself.
      again.push((await ask(indexes, OTHERS[round % OTHERS.length] ?? "")).cost);
      progress(
        `round ${round}: ${cost.tookMs.toFixed(0)} ms to candidates (index ${cost.indexMs.toFixed(0)}, processor ${cost.processorMs.toFixed(0)}, stalled ${cost.stalledMs.toFixed(0)}), ${fresh} of the import, ${isAnew ? "built anew" : "brought up to date"}; ` +
          `asked again ${again.at(-1)?.tookMs.toFixed(0)} ms (stalled ${again.at(-1)?.stalledMs.toFixed(0)})`,
      );
    }
    const of = (list: readonly Cost[], field: keyof Cost) => list.map((one) => one[field]);
    const files = readdirSync(cacheDir).filter((name) => name.startsWith("index-")).length;
    process.stdout.write(
      `${size} companies: ${(first.tookMs / 1000).toFixed(1)} s to the first candidates at the start, ${median(of(costs, "tookMs")).toFixed(0)} ms after an import of ${imported} ` +
        `(greatest ${greatest(of(costs, "tookMs")).toFixed(0)}; the index ${median(of(costs, "indexMs")).toFixed(0)}, processor ${median(of(costs, "processorMs")).toFixed(0)}, the thread was busy for at most ${greatest(of(costs, "stalledMs")).toFixed(0)}), ` +
        `${median(of(again, "tookMs")).toFixed(0)} ms without one. ${files} indexes were built. ${cpus().length} cores (${cpus()[0]?.model ?? "unknown"}), Node ${process.versions.node}.\n`,
    );
    if (json !== undefined)
      await writeFile(
        json,
        `${JSON.stringify({ companies: size, firstMs: first.tookMs, afterImport: costs, without: again }, null, 2)}\n`,
      );
  } finally {
    await indexes.close();
    await db.close();
    await postgres.stop();
    if (options.folder === undefined) await rm(folder, { recursive: true, force: true });
  }
}
