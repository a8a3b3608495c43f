import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { completeCriteria } from "#markets/criteria/complete-criteria";
import { normaliseCriteria } from "#markets/criteria/criteria-schema";
import { generatedLists } from "#markets/discovery/generated-lists";
import { buildIndex, INDEX_VERSION, openIndex, type Retriever, startIndexThread } from "#markets/retrieval/index";
import { writeDirectory } from "../company-search/directory-file.ts";
import { readCompanies } from "../quality/data.ts";
import { engineRetriever } from "../quality/engine-index.ts";
import { quantile } from "../statistics.ts";

export interface QuestionsBenchOptions {
  /** File of companies. */
  from: string;
  /** Size of the directory, recombined from the file; the file as it is where not given. */
  companies?: number;
  /** Asked at once, as a worker's activities do. */
  connections: number;
  rounds: number;
  /** Where the index stays for another time. */
  folder?: string;
  /** A node of OpenSearch that is asked too. */
  searchUrl?: string;
  json?: string;
}

const progress = (line: string) => process.stderr.write(`${line}\n`);

const TRADES = ["wind turbine components", "hospital software", "frozen vegetables", "car insurance", "water pumps"];
const PLACES = ["Germany", "the United States", "Japan", "Brazil"];
/** Twenty questions: each trade in each place. */
const QUESTIONS = TRADES.flatMap((trade) => PLACES.map((place) => `Makers and suppliers of ${trade} in ${place}`));
const CANDIDATES = 1_000;

/** What twenty questions cost. */
interface Cost {
  way: string;
  /** How long other work of the process waits for its turn when it comes at any moment, in ms. */
  delayP50Ms: number;
  delayP99Ms: number;
  delayMaxMs: number;
  /** Processor time of the process for a question. */
  processorMs: number;
  /** From asking to the fused candidates, others' questions included. */
  questionP50Ms: number;
  questionMaxMs: number;
  allMs: number;
  /** Resident memory of the process afterwards, in MB. */
  residentMb: number;
}

async function ask(retriever: Retriever, userPrompt: string): Promise<number> {
  const began = performance.now();
  const plan = await retriever.plan(completeCriteria(normaliseCriteria({ userPrompt }, "first_pass")).criteria);
  await retriever.fuse(plan, await generatedLists(retriever, plan, CANDIDATES, null), null);
  return performance.now() - began;
}

/** The time between turns of the event loop, from now on, in ms. @returns ends it, after the turn that is under way */
function turns(): () => Promise<number[]> {
  const gaps: number[] = [];
  let last = performance.now();
  const turn = () => {
    const now = performance.now();
    gaps.push(now - last);
    last = now;
  };
  const timer = setInterval(turn, 1);
  return async () => {
    await sleep(5);
    clearInterval(timer);
    return gaps;
  };
}

/**
 * Returns the wait, in ms, that a share `part` of arrivals at random moments does not exceed. Long stalls count more:
 * more arrivals fall into them.
 */
function waitOf(gaps: readonly number[], part: number): number {
  const total = gaps.reduce((sum, gap) => sum + gap, 0);
  let [from, to] = [0, Math.max(...gaps)];
  for (let step = 0; step < 40; step++) {
    const middle = (from + to) / 2;
    const longer = gaps.reduce((sum, gap) => sum + Math.max(0, gap - middle), 0);
    if (longer > (1 - part) * total) from = middle;
    else to = middle;
  }
  return to;
}

async function measured(way: string, retriever: Retriever, connections: number): Promise<Cost> {
  const left = QUESTIONS.map((question) => question);
  const took: number[] = [];
  const end = turns();
  const usage = process.cpuUsage();
  const began = performance.now();
  await Promise.all(
    Array.from({ length: connections }, async () => {
      for (let question = left.pop(); question !== undefined; question = left.pop())
        took.push(await ask(retriever, question));
    }),
  );
  const allMs = performance.now() - began;
  const { user, system } = process.cpuUsage(usage);
  const gaps = await end();
  return {
    way,
    delayP50Ms: waitOf(gaps, 0.5),
    delayP99Ms: waitOf(gaps, 0.99),
    delayMaxMs: Math.max(...gaps),
    processorMs: (user + system) / 1_000 / QUESTIONS.length,
    questionP50Ms: quantile(took, 0.5),
    questionMaxMs: quantile(took, 1),
    allMs,
    residentMb: process.memoryUsage.rss() / 2 ** 20,
  };
}

/** The file of the companies, recombined where another number is wanted. */
const fileOf = ({ from, companies }: QuestionsBenchOptions, folder: string): string =>
  companies === undefined ? from : join(folder, "companies.ndjson.gz");

/** The index of the directory as a file, built where the folder has none. */
async function indexFile(options: QuestionsBenchOptions, folder: string): Promise<string> {
  const { from, companies } = options;
  const path = join(folder, `index-${companies ?? "all"}-v${INDEX_VERSION}.bin`);
  if (existsSync(path)) return path;
  const file = fileOf(options, folder);
  if (companies !== undefined) await writeDirectory(file, { from, companies, seed: 1 });
  const began = performance.now();
  await writeFile(`${path}.part`, await buildIndex(await readCompanies(file)));
  await rename(`${path}.part`, path);
  progress(`index built in ${((performance.now() - began) / 1000).toFixed(0)} s`);
  return path;
}

/**
 * Measures how long a worker's other work waits while twenty questions are asked. It compares an index in the same
 * thread, an index in its own thread, and a search engine.
 */
export async function benchQuestions(options: QuestionsBenchOptions): Promise<void> {
  const { connections, rounds, json } = options;
  const folder = options.folder ?? (await mkdtemp(join(tmpdir(), "market-bench-")));
  await mkdir(folder, { recursive: true });
  const thread = startIndexThread((error) => progress(error.message));
  try {
    const path = await indexFile(options, folder);
    const before = process.memoryUsage.rss() / 2 ** 20;
    const apart = await thread.open(path, null);
    if (apart === null) throw new Error(`${path} is gone`);
    const threadMb = process.memoryUsage.rss() / 2 ** 20 - before;
    const here = await openIndex(await readFile(path));
    const hereMb = process.memoryUsage.rss() / 2 ** 20 - before - threadMb;
    progress(
      `${apart.companies} companies; memory: ${threadMb.toFixed(0)} MB in a thread, ${hereMb.toFixed(0)} MB here`,
    );
    const ways = new Map([
      ["here", here],
      ["in a thread", apart.retriever],
    ]);
    if (options.searchUrl !== undefined)
      ways.set(
        "on OpenSearch",
        await engineRetriever(options.searchUrl, await readCompanies(fileOf(options, folder)), null, folder, progress),
      );
    const costs: Cost[] = [];
    for (let round = 0; round <= rounds; round++)
      for (const [way, retriever] of ways) {
        const cost = await measured(way, retriever, connections);
        // The first round warms up.
        if (round > 0) costs.push(cost);
        // What is remembered of a question would answer the next round.
        await Promise.all(QUESTIONS.slice(0, 12).map((question) => ask(retriever, `${question}, ${round}`)));
      }
    for (const way of ways.keys()) {
      const of = (field: Exclude<keyof Cost, "way">) =>
        quantile(
          costs.filter((cost) => cost.way === way).map((cost) => cost[field]),
          0.5,
        ).toFixed(0);
      process.stdout.write(
        `${way}: other work waits ${of("delayP50Ms")} ms (p50), ${of("delayP99Ms")} (p99), ${of("delayMaxMs")} (greatest); ` +
          `a question ${of("questionP50Ms")} ms (p50), ${of("questionMaxMs")} (greatest) with ${connections} at once; ${QUESTIONS.length} questions ${of("allMs")} ms, processor ${of("processorMs")} ms a question\n`,
      );
    }
    process.stdout.write(
      `${apart.companies} companies, ${rounds} rounds, ${cpus().length} cores (${cpus()[0]?.model ?? "unknown"}), Node ${process.versions.node}\n`,
    );
    if (json !== undefined) await writeFile(json, `${JSON.stringify({ threadMb, hereMb, costs }, null, 2)}\n`);
  } finally {
    await thread.stop();
    if (options.folder === undefined) await rm(folder, { recursive: true, force: true });
  }
}
