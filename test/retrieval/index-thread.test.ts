import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Worker } from "node:worker_threads";
import pino from "pino";
import { afterEach, describe, expect, it, vi } from "vitest";
import { importCompanies } from "#companies/import-companies";
import { readConfig } from "#foundation/config/config";
import { createDirectoryIndexes } from "#markets/discovery/directory-indexes";
import { buildIndex, type IndexThread, openIndex, startIndexThread } from "#markets/retrieval/index";
import { EmbeddingsError, normalize } from "#providers/embeddings/embeddings-provider";
import { createTestDatabase } from "../support/database.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { company, criteria, PROSE, searchBy } from "./small-directory.ts";

const started: IndexThread[] = [];

function startThread(): IndexThread {
  const thread = startIndexThread(() => {});
  started.push(thread);
  return thread;
}

async function fileOf(companies = PROSE): Promise<string> {
  const path = join(await temporaryFolder(), "index.bin");
  await writeFile(path, await buildIndex(companies));
  return path;
}

async function opened(thread: IndexThread, ...[path, source = null]: [string, Parameters<IndexThread["open"]>[1]?]) {
  const index = await thread.open(path, source);
  if (index === null) throw new Error("there is no index");
  return index;
}

afterEach(async () => {
  vi.useRealTimers();
  for (const thread of started.splice(0)) await thread.stop();
});

describe("the thread of the directory's index", () => {
  const question = criteria({ userPrompt: "makers of rotor blades for wind turbines", seedDomains: [] });

  it("answers as an index in the same thread does", async () => {
    const { retriever } = await opened(startThread(), await fileOf());
    const here = await openIndex(await buildIndex(PROSE));
    const plan = await retriever.plan(question);
    expect(plan).toEqual(await here.plan(question));
    expect(retriever.notes).toEqual(here.notes);
    expect(await searchBy(retriever, plan)).toEqual(await searchBy(here, plan));
  });

  it("takes in what has changed beside the index that there is", async () => {
    const index = await opened(startThread(), await fileOf());
    const added = company(900, "Zeppelin Works", { description: "It builds zeppelins." });
    const next = await index.changed({ changed: [added], gone: [] }, null);
    expect(next.companies).toBe(index.companies + 1);
    expect((await next.recordDigests(900, 901)).map(([id]) => id)).toEqual([900]);
    expect(await index.recordDigests(900, 901)).toEqual([]);
    const zeppelins = criteria({ userPrompt: "builders of zeppelins" });
    const { candidates } = await searchBy(next.retriever, await next.retriever.plan(zeppelins));
    expect(candidates[0]?.companyId).toBe(900);
  });

  it("hands back the very error of a model that it asks, and goes on without one that only compares", async () => {
    const folder = await temporaryFolder();
    const fault = new Error("a paid call was refused");
    const { retriever } = await opened(startThread(), await fileOf(), {
      model: "test",
      folder,
      embed: async (texts) => texts.map((_, i) => normalize(Float32Array.of(1, i))),
      companies: async (ids) => PROSE.filter(({ id }) => ids.includes(id)),
      compare: () => Promise.reject(new EmbeddingsError("the model's process ended", true)),
    });
    const plan = await retriever.plan(question);
    await expect(retriever.questionVector(plan, () => Promise.reject(fault))).rejects.toBe(fault);
    while ((await retriever.makeVectors(64)) > 0);
    const vector = await retriever.questionVector(plan, async (texts) => texts.map(() => Float32Array.of(1, 0)));
    const lists = [await retriever.generate(plan, "vectors", 3, vector)];
    expect((await retriever.fuse(plan, lists, vector)).candidates).toHaveLength(3);
  });

  it("says that there is no file, and refuses one that is no index", async () => {
    const thread = startThread();
    const folder = await temporaryFolder();
    await writeFile(join(folder, "other.bin"), "something else entirely");
    expect(await thread.open(join(folder, "none.bin"), null)).toBeNull();
    await expect(thread.open(join(folder, "other.bin"), null)).rejects.toThrow(RangeError);
    await opened(thread, await fileOf());
  });

  it("ends within a question, and whoever waits is told", async () => {
    const thread = startThread();
    const { retriever } = await opened(thread, await fileOf());
    const waiting = Promise.allSettled([retriever.plan(question), retriever.plan(question)]);
    await thread.stop();
    for (const { status, ...end } of await waiting) {
      expect(status).toBe("rejected");
      expect(end).toMatchObject({ reason: { name: "IndexGoneError" } });
    }
    await expect(retriever.plan(question)).rejects.toThrow("was stopped");
  });

  it("keeps an index that another has replaced for a minute after its last question", async () => {
    const index = await opened(startThread(), await fileOf());
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    index.release();
    vi.advanceTimersByTime(59_000);
    await index.retriever.plan(question);
    vi.advanceTimersByTime(59_000);
    await index.retriever.plan(question);
    vi.advanceTimersByTime(60_000);
    await expect(index.retriever.plan(question)).rejects.toMatchObject({ name: "IndexGoneError" });
  });
});

describe("a worker whose index's thread has failed", () => {
  it("answers the next question by another thread, from the file that is there", async () => {
    const database = await createTestDatabase();
    const folder = await temporaryFolder();
    const file = join(folder, "companies.ndjson");
    await writeFile(file, JSON.stringify({ domain: "zeppelin.example", name: "Zeppelin Works", country: "DE" }));
    await importCompanies(database.db, file, { source: "test" });
    const threads: Worker[] = [];
    const note = (worker: Worker) => threads.push(worker);
    process.on("worker", note);
    const indexes = createDirectoryIndexes({
      db: database.db,
      databaseUrl: database.url,
      embeddings: { ...readConfig({}).embeddings, kind: "word2vec" },
      cacheDir: join(folder, "index"),
      log: pino({ level: "silent" }),
    });
    try {
      const before = await indexes.current();
      await threads[0]?.terminate();
      expect(indexes.loadedVersion()).toBeNull();
      const after = await indexes.current();
      expect(threads).toHaveLength(2);
      expect(after.digest).toBe(before.digest);
      expect((await after.retriever.plan(criteria({ userPrompt: "zeppelins" }))).topic).toContain("zeppelin");
    } finally {
      process.off("worker", note);
      await indexes.close();
      await database.drop();
    }
  });
});
