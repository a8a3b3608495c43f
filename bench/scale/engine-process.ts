import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pino } from "pino";
import { createCompanyFinder } from "#companies/company-finder";
import { beginRebuild, finishRebuild, indexRange } from "#companies/engine/rebuild-index";
import { openSearchEngine, type SearchEngine } from "#companies/engine/search-engine";
import { readConfig } from "#foundation/config/config";
import { type Database, openDatabase } from "#foundation/db/database";
import { completeCriteria } from "#markets/criteria/complete-criteria";
import { normaliseCriteria } from "#markets/criteria/criteria-schema";
import { candidateLimit } from "#markets/discovery/candidate-limit";
import { createDirectoryIndexes, type DirectoryIndexes } from "#markets/discovery/directory-indexes";
import { createEngineGenerations } from "#markets/discovery/engine-generations";
import { createEngineIndexes } from "#markets/discovery/engine-indexes";
import { generatedLists } from "#markets/discovery/generated-lists";
import type { Retriever } from "#markets/retrieval/index";
import { randomNumbers } from "../company-search/generate.ts";
import { measureSearches } from "../company-search/measure.ts";
import { queryKinds } from "../company-search/queries.ts";
import { processorSeconds } from "../processor-time.ts";
import { quantile } from "../statistics.ts";
import type { EngineFigures, EngineMessage, EngineNode, EngineTask, NodeFigures, Times } from "./engine-task.ts";
import { QUESTIONS } from "./questions.ts";

/** Ranges that are written at once, as the workflow of `market search rebuild` does. */
const RANGES_AT_ONCE = 4;
const WANTED = 20;
const SEARCHES = 20;
const SEARCH_ROUNDS = 3;
const KINDS = ["usual word", "usual, facets", "broad word", "broad, facets", "broad, page 100 of 100"];
const MB = 2 ** 20;

const send = (message: EngineMessage) => process.send?.(message);
const progress = (line: string) => send({ progress: line });
const embeddings = { ...readConfig({}).embeddings, kind: "word2vec" } as const;
const log = pino({ level: "silent" });
const secondsSince = (began: number) => (performance.now() - began) / 1_000;
const times = (values: readonly number[]): Times => ({ p50: quantile(values, 0.5), p95: quantile(values, 0.95) });

/** Greatest resident memory so far of this process's children, in MB; 0 where there is no /proc. */
async function childrenMb(): Promise<number> {
  const children = await readFile(`/proc/self/task/${process.pid}/children`, "utf8").catch(() => "");
  const sizes = await Promise.all(
    children
      .trim()
      .split(" ")
      .map(async (pid) => {
        const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
        return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024;
      }),
  );
  return Math.max(...sizes);
}

/** Runs `work`, and sees how large its processes become: the children, or this one where it is larger. */
async function watched<T>(work: () => Promise<T>): Promise<{ result: T; mostMb: number }> {
  let isDone = false;
  let mostMb = 0;
  const watch = async () => {
    while (!isDone) {
      mostMb = Math.max(mostMb, process.memoryUsage.rss() / MB, await childrenMb());
      await sleep(250);
    }
  };
  const watching = watch();
  try {
    return { result: await work(), mostMb };
  } finally {
    isDone = true;
    await watching;
  }
}

const LIMIT = candidateLimit(WANTED);
const criteriaOf = (userPrompt: string) =>
  completeCriteria(normaliseCriteria({ userPrompt, count: WANTED }, "first_pass")).criteria;

/** A question as a discovery asks it: all lists, joined. Resolves to the first ten companies. */
async function askWhole(retriever: Retriever, question: string): Promise<string[]> {
  const plan = await retriever.plan(criteriaOf(question));
  const { candidates } = await retriever.fuse(plan, await generatedLists(retriever, plan, LIMIT, null), null);
  const inside = candidates.filter((candidate) => candidate.inside);
  return inside.slice(0, 10).map(({ domain }) => domain);
}

/** The same question up to its list by words. */
async function askFullText(retriever: Retriever, question: string): Promise<void> {
  const plan = await retriever.plan(criteriaOf(question));
  await retriever.generate(plan, "full text", LIMIT, null);
}

/** Asks all questions, one after the other. What a retriever remembers of one is gone before it is asked again. */
async function askAll<T>(ask: (question: string) => Promise<T>) {
  const took: number[] = [];
  const answers: T[] = [];
  for (const question of QUESTIONS) {
    const began = performance.now();
    answers.push(await ask(question));
    took.push(performance.now() - began);
  }
  return { took: times(took), answers };
}

type Built = NonNullable<EngineFigures["build"]>;

/** Processor seconds so far, of this process with its ended children and of the node; 0 for those that /proc must tell where there is none. */
async function processor(node: EngineNode | null): Promise<{ worker: number; node: number }> {
  const { user, system } = process.cpuUsage();
  const { children } = await processorSeconds(process.pid);
  const ofNode = node === null ? 0 : (await processorSeconds(node.pid)).own;
  return { worker: (user + system) / 1e6 + children, node: ofNode };
}

/** Makes the index in the engine by the product's steps, several ranges at once. */
async function rebuild(db: Database, engine: SearchEngine, companies: number, node: EngineNode): Promise<Built> {
  const began = performance.now();
  const { result, mostMb } = await watched(async () => {
    const { index, ranges } = await beginRebuild(db, engine, `bench-${began}-${process.pid}`);
    const lexiconSeconds = secondsSince(began);
    progress(`the lexicon is made after ${lexiconSeconds.toFixed(0)} s`);
    const beganWriting = performance.now();
    const before = await processor(node);
    const { signal } = new AbortController();
    const waiting = ranges.values();
    let written = 0;
    const writeRanges = async () => {
      for (const range of waiting) {
        const more = await indexRange(db, engine, { index: index.name, range }, { signal, onPage: () => {} });
        // Not before the wait: other ranges add to it meanwhile.
        written += more;
        progress(`${written} of ${companies} written, ${(written / secondsSince(beganWriting)).toFixed(0)} a second`);
      }
    };
    await Promise.all(Array.from({ length: RANGES_AT_ONCE }, writeRanges));
    await finishRebuild(db, engine, index.name, signal);
    const after = await processor(node);
    return {
      lexiconSeconds,
      companiesPerSecond: written / secondsSince(beganWriting),
      processor: { worker: after.worker - before.worker, node: after.node - before.node },
    };
  });
  return { seconds: secondsSince(began), mostMb, ...result };
}

async function filesMb(folder: string): Promise<number> {
  const names = await readdir(folder);
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).size));
  return sizes.reduce((sum, size) => sum + size, 0) / MB;
}

/** What the node takes: its index, its heap after the searches, and its resident memory. */
async function nodeFigures({ client, config }: SearchEngine, { pid, heapMb }: EngineNode): Promise<NodeFigures> {
  const { body: of } = await client.indices.stats({ index: `${config.prefix}-*`, metric: ["store"] });
  const { body: nodes } = await client.nodes.stats({ metric: ["jvm"] });
  const [node] = Object.values(nodes.nodes ?? {});
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return {
    heapMb,
    heapUsedMb: Number(node?.jvm?.mem?.heap_used_in_bytes ?? 0) / MB,
    residentMb: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024,
    diskMb: Number(of._all?.primaries?.store?.size_in_bytes ?? 0) / MB,
  };
}

interface Opened {
  engine: SearchEngine | null;
  indexes: DirectoryIndexes;
  built: Built | null;
}

async function openEmbedded(db: Database, { databaseUrl, cacheDir, companies }: EngineTask): Promise<Opened> {
  const wasThere = (await readdir(cacheDir).catch(() => [])).some((name) => name.startsWith("index-"));
  const indexes = createDirectoryIndexes({ db, databaseUrl, embeddings, cacheDir, mayAsk: false, log });
  const began = performance.now();
  const before = await processor(null);
  let told = "";
  const { mostMb } = await watched(() =>
    indexes.current((step) => {
      if (step !== told) progress(`${step}, after ${secondsSince(began).toFixed(0)} s`);
      told = step;
    }),
  );
  const seconds = secondsSince(began);
  const after = await processor(null);
  const built = {
    seconds,
    lexiconSeconds: null,
    companiesPerSecond: companies / seconds,
    mostMb,
    processor: { worker: after.worker - before.worker, node: 0 },
  };
  return { engine: null, indexes, built: wasThere ? null : built };
}

async function openOnNode(db: Database, task: EngineTask, node: EngineNode): Promise<Opened> {
  const { databaseUrl, cacheDir, companies } = task;
  const bare = openSearchEngine({
    kind: "opensearch",
    nodes: [node.url],
    access: null,
    ca: undefined,
    prefix: `bench-${companies}`,
    shards: 1,
    replicas: 0,
  });
  if (bare === null) throw new Error("no engine is configured");
  const generations = createEngineGenerations({ db, databaseUrl, engine: bare, embeddings, cacheDir });
  const engine: SearchEngine = { ...bare, vectors: generations };
  const built = await rebuild(db, engine, companies, node);
  const indexes = createEngineIndexes({ db, engine, generations, mayAsk: false, log });
  await indexes.current();
  return { engine, indexes, built };
}

/** Builds the index of one engine for the directory, then asks it. */
async function measure(task: EngineTask): Promise<EngineFigures> {
  const db = openDatabase(task.databaseUrl);
  const { engine, indexes, built } = await (task.node === null
    ? openEmbedded(db, task)
    : openOnNode(db, task, task.node));
  try {
    const { retriever } = await indexes.current();
    progress(`ready${built === null ? ", from the folder" : ` after ${built.seconds.toFixed(0)} s`}`);
    await askAll((question) => askWhole(retriever, question));
    const before = await processor(task.node);
    const whole = await askAll((question) => askWhole(retriever, question));
    const after = await processor(task.node);
    const fullText = await askAll((question) => askFullText(retriever, question));
    const residentMb = process.memoryUsage.rss() / MB;
    progress(`questions: ${whole.took.p50.toFixed(0)} ms (p50), ${whole.took.p95.toFixed(0)} (p95)`);
    const finder = createCompanyFinder(db, engine);
    const searchMs: EngineFigures["searchMs"] = {};
    for (const kind of await queryKinds(db, randomNumbers(2), SEARCHES)) {
      if (!KINDS.includes(kind.name) || kind.searches.length === 0) continue;
      const { matches, laterMs } = await measureSearches(db, finder, kind, SEARCH_ROUNDS);
      searchMs[kind.name] = { matches, ...times(laterMs) };
      progress(
        `${kind.name}: ${quantile(laterMs, 0.5).toFixed(1)} ms (p50), ${quantile(laterMs, 0.95).toFixed(1)} (p95)`,
      );
    }
    return {
      build: built,
      residentMb,
      withSearchMb: process.memoryUsage.rss() / MB,
      fileMb: engine === null ? await filesMb(task.cacheDir) : null,
      node: engine === null || task.node === null ? null : await nodeFigures(engine, task.node),
      questionProcessorMs: (1_000 * (after.worker - before.worker)) / QUESTIONS.length,
      nodeProcessorMs: (1_000 * (after.node - before.node)) / QUESTIONS.length,
      fullTextMs: fullText.took,
      questionMs: whole.took,
      searchMs,
      firstTen: whole.answers,
    };
  } finally {
    await indexes.close();
    await engine?.close();
    await db.close();
  }
}

process.once("disconnect", () => process.exit(1));
process.once("message", (task: EngineTask) => {
  measure(task).then(
    (figures) => process.send?.({ figures } satisfies EngineMessage, () => process.exit(0)),
    (error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
      process.exit(1);
    },
  );
});
