import { existsSync } from "node:fs";
import { chmod, mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import Table from "cli-table3";
import { pino } from "pino";
import { directorySize } from "#companies/directory";
import { importCompanies } from "#companies/import-companies";
import { openDatabase } from "#foundation/db/database";
import { migrate } from "#foundation/db/migrate";
import { startPostgres } from "#foundation/embedded/postgres";
import { forkModule } from "#foundation/forked-module";
import { findJdk, NoOpenSearchError, startOpenSearch } from "../../scripts/engine/opensearch-node.mjs";
import { writeDirectory } from "../company-search/directory-file.ts";
import { type Cost, measured } from "../processor-time.ts";
import type { EngineFigures, EngineMessage, EngineName, EngineNode, EngineTask } from "./engine-task.ts";

export interface ScaleBenchOptions {
  /** File of real companies that the directories are recombined from. */
  from: string;
  /** Sizes of the directories. */
  companies: number[];
  engines: EngineName[];
  /** Heap of the OpenSearch node, in MB. */
  heap: number;
  /** Where databases, indexes and figures stay, for another time. */
  folder?: string;
  json?: string;
}

const log = pino({ level: "silent" });
const progress = (line: string) => process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${line}\n`);

/** What one directory took. */
interface SizeFigures {
  companies: number;
  import?: Cost & { companiesPerSecond: number };
  databaseMb?: number;
  engines: Partial<Record<EngineName, EngineFigures & { load: [before: number, after: number]; at: string }>>;
}

/** Runs the process that measures one engine. */
function measureApart(task: EngineTask, name: string): Promise<EngineFigures> {
  const { child, said } = forkModule(import.meta.url, "engine-process");
  return new Promise((resolve, reject) => {
    let figures: EngineFigures | undefined;
    child.on("message", (message: EngineMessage) => {
      if ("figures" in message) figures = message.figures;
      else progress(`${name}: ${message.progress}`);
    });
    child.once("error", reject);
    child.once("close", (code) => {
      if (figures === undefined) reject(new Error(`${name} ended with ${code}: ${said()}`));
      else resolve(figures);
    });
    child.send(task);
  });
}

/** Runs `work` with a node of its own. */
async function withNode<T>(heapMb: number, work: (node: EngineNode) => Promise<T>): Promise<T> {
  const { url, pid, stop } = await startOpenSearch({ heapMb, quick: false });
  // The node would outlive this process.
  const end = () => stop().then(() => process.exit(1));
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, end);
  try {
    return await work({ url, pid: pid ?? 0, heapMb });
  } finally {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.off(signal, end);
    await stop();
  }
}

/** The directory in the database of its folder, imported where it is not there yet. */
async function fill(url: string, folder: string, from: string, figures: SizeFigures): Promise<void> {
  const { companies } = figures;
  const db = openDatabase(url);
  try {
    await migrate(url, log);
    if ((await directorySize(db)).companies === 0) {
      const file = join(folder, "companies.ndjson.gz");
      progress(`${companies}: recombining companies`);
      await writeDirectory(file, { from, companies, seed: 1 });
      let told = performance.now();
      const cost = await measured(db, () =>
        importCompanies(db, file, {
          source: "bench",
          onProgress: ({ phase, rows }) => {
            if (performance.now() - told < 15_000) return;
            told = performance.now();
            progress(`${companies}: ${phase}, ${rows} rows`);
          },
        }),
      );
      await rm(file);
      figures.import = { ...cost, companiesPerSecond: companies / cost.seconds };
      progress(`${companies}: imported in ${cost.seconds.toFixed(0)} s`);
    }
    await db.query("VACUUM ANALYZE companies");
    await db.query("VACUUM ANALYZE company_postings");
    const [size] = await db.query<{ mb: number }>(
      "SELECT pg_database_size(current_database())::float8 / 1048576 AS mb",
    );
    figures.databaseMb = size?.mb ?? 0;
  } finally {
    await db.close();
  }
}

/** How many of the first ten both engines have, on average; null where one was not measured. */
function commonOfTen({ engines: { embedded, opensearch } }: SizeFigures): number | null {
  if (embedded === undefined || opensearch === undefined) return null;
  const shares = embedded.firstTen.map((ten, at) => {
    const there = opensearch.firstTen[at] ?? [];
    const most = Math.max(ten.length, there.length);
    return most === 0 ? 10 : (10 * ten.filter((domain) => there.includes(domain)).length) / most;
  });
  return shares.reduce((sum, share) => sum + share, 0) / shares.length;
}

const rounded = (value: number | null | undefined) => (value == null ? "–" : value.toFixed(value < 10 ? 1 : 0));

function print(all: readonly SizeFigures[]): void {
  const columns = all.flatMap((size) =>
    Object.entries(size.engines).map(([name, figures]) => ({ size, name, figures })),
  );
  const table = new Table({
    head: ["", ...columns.map(({ size, name }) => `${size.companies} ${name}`)],
    style: { head: [], border: [] },
  });
  type Column = (typeof columns)[number];
  const row = (name: string, of: (column: Column) => string) => table.push([name, ...columns.map(of)]);
  row("import, companies a second", ({ size }) => rounded(size.import?.companiesPerSecond));
  row("import, s of processor: own + PostgreSQL's", ({ size }) =>
    size.import === undefined ? "–" : [size.import.own, size.import.server].map(rounded).join(" + "),
  );
  row("database, MB", ({ size }) => rounded(size.databaseMb));
  row("index made in, s (its lexicon)", ({ figures: { build } }) =>
    build === null ? "was there" : `${rounded(build.seconds)} (${rounded(build.lexiconSeconds)})`,
  );
  row("indexed companies a second", ({ figures }) => rounded(figures.build?.companiesPerSecond));
  row("processor, s to build or write: worker + node", ({ figures: { build } }) =>
    build === null ? "–" : [build.processor.worker, build.processor.node].map(rounded).join(" + "),
  );
  row("memory to build, MB", ({ figures }) => rounded(figures.build?.mostMb));
  row("memory of the worker, MB", ({ figures }) => rounded(figures.residentMb));
  row("with lists of company search, MB", ({ figures }) => rounded(figures.withSearchMb));
  row("node, MB: resident, heap used", ({ figures: { node } }) =>
    node === null ? "–" : `${rounded(node.residentMb)}, ${rounded(node.heapUsedMb)} of ${node.heapMb}`,
  );
  row("index on disk, MB", ({ figures }) => rounded(figures.fileMb ?? figures.node?.diskMb));
  const times = (ms: { p50: number; p95: number } | undefined) =>
    ms === undefined ? "–" : `${rounded(ms.p50)} / ${rounded(ms.p95)}`;
  row("question, ms p50 / p95", ({ figures }) => times(figures.questionMs));
  row("question, full text alone", ({ figures }) => times(figures.fullTextMs));
  row("processor, ms a question: worker + node", ({ figures: { questionProcessorMs, nodeProcessorMs } }) =>
    [questionProcessorMs, nodeProcessorMs].map(rounded).join(" + "),
  );
  for (const kind of new Set(columns.flatMap(({ figures }) => Object.keys(figures.searchMs))))
    row(kind, ({ figures }) => times(figures.searchMs[kind]));
  row("first ten in common", ({ size }) => {
    const common = commonOfTen(size);
    return common === null ? "–" : common.toFixed(2);
  });
  row("load before, after", ({ figures }) => figures.load.map(rounded).join(", "));
  process.stdout.write(
    `${table.toString()}\n${cpus().length} cores (${cpus()[0]?.model ?? "unknown"}), Node ${process.versions.node}.\n`,
  );
}

/**
 * Measures both engines on directories of several sizes: importing, building, memory, disk, questions of discoveries and company searches.
 * A directory's database, the embedded index and all figures stay in the folder, so that a broken run goes on behind its last engine.
 */
export async function benchScale(options: ScaleBenchOptions): Promise<void> {
  const { from, companies: sizes, engines, heap, json } = options;
  // Said before the hours that the embedded engine takes.
  if (engines.includes("opensearch")) {
    try {
      findJdk();
    } catch (error) {
      if (!(error instanceof NoOpenSearchError)) throw error;
      process.stderr.write(`OPENSEARCH IS NOT MEASURED: ${error.message}. Or leave it out: --engines embedded\n`);
      process.exitCode = 2;
      return;
    }
  }
  const root = options.folder ?? (await mkdtemp(join(tmpdir(), "market-bench-")));
  await mkdir(root, { recursive: true });
  // As root the server runs as another user, who must be able to pass.
  await chmod(root, 0o755);
  const kept = join(root, "scale.json");
  const all: SizeFigures[] = existsSync(kept) ? JSON.parse(await readFile(kept, "utf8")) : [];
  const keep = async () => {
    await writeFile(`${kept}.part`, JSON.stringify(all, null, 2));
    await rename(`${kept}.part`, kept);
  };
  try {
    for (const companies of sizes) {
      let figures = all.find((size) => size.companies === companies);
      if (figures === undefined) {
        figures = { companies, engines: {} };
        all.push(figures);
      }
      const missing = engines.filter((engine) => figures.engines[engine] === undefined);
      if (missing.length === 0) continue;
      const folder = join(root, String(companies));
      await mkdir(folder, { recursive: true });
      await chmod(folder, 0o755);
      const postgres = await startPostgres({ dataDir: join(folder, "data"), durable: true, log });
      try {
        await fill(postgres.url, folder, from, figures);
        await keep();
        for (const engine of missing) {
          const name = `${companies} ${engine}`;
          const task = { databaseUrl: postgres.url, companies, cacheDir: join(folder, "index") };
          const before = loadavg()[0] ?? 0;
          const ofEngine =
            engine === "embedded"
              ? await measureApart({ ...task, node: null }, name)
              : await withNode(heap, (node) => measureApart({ ...task, node }, name));
          const load: [number, number] = [before, loadavg()[0] ?? 0];
          figures.engines[engine] = { ...ofEngine, load, at: new Date().toISOString() };
          await keep();
        }
      } finally {
        await postgres.stop();
      }
    }
    const wanted = all.filter(({ companies }) => sizes.includes(companies));
    print(wanted);
    if (json !== undefined)
      await writeFile(
        json,
        `${JSON.stringify(
          wanted.map((size) => ({ ...size, commonOfTen: commonOfTen(size) })),
          null,
          2,
        )}\n`,
      );
  } finally {
    if (options.folder === undefined) await rm(root, { recursive: true, force: true });
  }
}
