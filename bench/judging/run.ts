import { readFileSync } from "node:fs";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import type { Caller } from "#accounts/auth/caller";
import { SCOPES } from "#accounts/auth/scopes";
import { companiesByIds } from "#companies/directory";
import { importCompanies } from "#companies/import-companies";
import { readConfig } from "#foundation/config/config";
import { type Database, openDatabase } from "#foundation/db/database";
import { migrate } from "#foundation/db/migrate";
import { startPostgres } from "#foundation/embedded/postgres";
import { createDirectoryIndexes } from "#markets/discovery/directory-indexes";
import { recordedFusion } from "#markets/discovery/replay/recorded-inputs";
import { startDiscovery } from "#markets/discovery/start-discovery";
import { generateStep } from "#markets/discovery/steps/generate-step";
import { jobContext, planOf, type StepDeps } from "#markets/discovery/steps/job-context";
import { judgeStep } from "#markets/discovery/steps/judge-step";
import { planStep } from "#markets/discovery/steps/plan-step";
import { resolveStep } from "#markets/discovery/steps/resolve-step";
import { judgeCandidates } from "#markets/judging/index";
import { postgresMs } from "../graph/processes.ts";
import { median } from "../statistics.ts";

export interface JudgingBenchOptions {
  /** File of companies. */
  from: string;
  /** Companies that each discovery wants; six times as many are asked of each generator. */
  count: number;
  rounds: number;
  json?: string;
}

/** The candidates of the figures: those of an early measurement, with which later ones are compared. */
const CANDIDATES = 663;

const QUESTIONS = [
  "Makers of wind turbine components in Germany",
  "Software for hospitals",
  "Trucking companies in the United States with at least 50 employees",
  "Banks that offer mortgages, not insurers",
];

/** What judging cost in one discovery, in ms for `CANDIDATES` candidates. */
interface Cost {
  candidates: number;
  /** Processor time of this process for the whole step: reading, judging and writing. */
  workerMs: number;
  postgresMs: number;
  /** From its beginning to its end. */
  tookMs: number;
  /** Processor time for the judgements alone. */
  rulesMs: number;
}

const progress = (line: string) => process.stderr.write(`${line}\n`);

function processorMs(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1_000;
}

const callerOf = (teamId: number): Caller => ({
  via: "key",
  keyId: "bench",
  keyPrefix: "bench",
  teamId,
  accessExpiresAt: null,
  scopes: new Set(SCOPES),
  subscriptions: new Set(),
  networks: [],
  userId: null,
  sessionId: null,
  endsAt: null,
  identityRefused: false,
});

/** Processor time for the judgements of a job's candidates, without what reads and writes them. */
async function judgementsOf(deps: StepDeps, jobId: number): Promise<{ candidates: number; ms: number }> {
  const plan = planOf(await jobContext(deps, jobId));
  const fusion = await recordedFusion(deps.db, jobId);
  if (fusion === null) throw new Error(`job ${jobId} has no candidates`);
  const { candidates, scale } = fusion;
  const records = await companiesByIds(
    deps.db,
    candidates.map(({ companyId }) => companyId),
  );
  const companies = new Map(records.map((company) => [company.id, company]));
  const batch = candidates.flatMap((candidate) => {
    const company = companies.get(candidate.companyId);
    return company === undefined ? [] : [{ company, candidate }];
  });
  const usage = process.cpuUsage();
  judgeCandidates(plan, batch, scale);
  return { candidates: batch.length, ms: processorMs(usage) };
}

/** Runs a discovery up to its judgements, and measures these. */
async function measured(deps: StepDeps, caller: Caller, postmaster: number, asked: object): Promise<Cost> {
  const { jobId } = await startDiscovery(deps.db, caller, { searchCriteria: asked });
  const { generators } = await planStep(deps, jobId);
  for (const generator of generators) await generateStep(deps, jobId, generator);
  await resolveStep(deps, jobId);
  const before = { postgres: postgresMs(postmaster), usage: process.cpuUsage(), at: performance.now() };
  await judgeStep(deps, jobId, () => {});
  const took = { tookMs: performance.now() - before.at, workerMs: processorMs(before.usage) };
  const inPostgres = postgresMs(postmaster) - before.postgres;
  const { candidates, ms } = await judgementsOf(deps, jobId);
  const share = CANDIDATES / candidates;
  return {
    candidates,
    workerMs: took.workerMs * share,
    postgresMs: inPostgres * share,
    tookMs: took.tookMs * share,
    rulesMs: ms * share,
  };
}

async function fill(db: Database, from: string): Promise<number> {
  await importCompanies(db, from, { source: "bench" });
  await db.query("VACUUM ANALYZE companies", []);
  const { id } = await db.prisma.team.create({
    data: { name: "Bench", domain: "bench.example", monthlyQuota: null },
  });
  return id;
}

/** Measures what judging the candidates of a discovery by rules costs a worker. This process is the worker. */
export async function benchJudging({ from, count, rounds, json }: JudgingBenchOptions): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "market-bench-"));
  // As root the server runs as another user, who must be able to pass.
  await chmod(folder, 0o755);
  const log = pino({ level: "silent" });
  const dataDir = join(folder, "data");
  const postgres = await startPostgres({ dataDir, durable: true, log });
  const db = openDatabase(postgres.url);
  const indexes = createDirectoryIndexes({
    db,
    databaseUrl: postgres.url,
    embeddings: { ...readConfig({}).embeddings, kind: "word2vec" },
    cacheDir: join(folder, "index"),
    log,
  });
  try {
    await migrate(postgres.url, log);
    const caller = callerOf(await fill(db, from));
    progress("imported");
    const postmaster = Number(readFileSync(join(dataDir, "postgres", "postmaster.pid"), "utf8").split("\n")[0]);
    const deps: StepDeps = { db, indexes, languageModel: null, webSearch: null, pages: null };
    const costs: Cost[] = [];
    // The round before the first one waits for the index and warms up.
    for (let round = 0; round <= rounds; round++)
      for (const userPrompt of QUESTIONS) {
        const cost = await measured(deps, caller, postmaster, { userPrompt, count });
        if (round > 0) costs.push(cost);
      }
    const of = (field: keyof Cost) => median(costs.map((cost) => cost[field]));
    process.stdout.write(
      `${CANDIDATES} candidates judged: worker ${of("workerMs").toFixed(0)} ms, the judgements alone ${of("rulesMs").toFixed(0)}; ` +
        `PostgreSQL ${of("postgresMs").toFixed(0)}; from beginning to end ${of("tookMs").toFixed(0)} ms. ` +
        `Medians of ${costs.length} discoveries of ${of("candidates")} candidates; load ${loadavg()[0]?.toFixed(1)}; ` +
        `${cpus().length} cores (${cpus()[0]?.model ?? "unknown"}), Node ${process.versions.node}.\n`,
    );
    if (json !== undefined) await writeFile(json, `${JSON.stringify({ candidates: CANDIDATES, costs }, null, 2)}\n`);
  } finally {
    await indexes.close();
    await db.close();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
