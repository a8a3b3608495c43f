import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pino from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readConfig } from "#foundation/config/config";
import { dot } from "#foundation/language/matrix";
import { createDirectoryIndexes } from "#markets/discovery/directory-indexes";
import type { ReplayReport } from "#markets/discovery/replay/replay-job";
import { embeddingsInProcess } from "#providers/embeddings/embeddings-in-process";
import { EmbeddingsError } from "#providers/embeddings/embeddings-provider";
import { missingForOnnx } from "#providers/embeddings/onnx-embeddings";
import { command } from "../support/command.ts";
import { importTestCompanies, TEST_COMPANIES } from "../support/companies.ts";
import { ended, start, WIND_CRITERIA } from "../support/discovery.ts";
import { eventually, startSystem, type TestSystem } from "../support/system.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

// The runtime is an optional package; the product has to work on a machine without it, and so have its tests.
const works = missingForOnnx(readConfig({}).embeddings.modelDir) === null;
const TOKEN_VECTORS = /^tokens:company-tokens:128:adapter-[0-9a-f]{8}$/;
const MODEL = works ? /^onnx:all-MiniLM-L6-v2-int8:128:adapter-[0-9a-f]{8}$/ : TOKEN_VECTORS;

let system: TestSystem;
let key: string;

beforeAll(async () => {
  // As where nothing is configured.
  system = await startSystem({ temporal: true, worker: true, environment: { EMBEDDINGS: "" } });
  await importTestCompanies(system.database.db);
  ({ key } = await system.team());
});
afterAll(async () => {
  await system?.stop();
});

async function discover() {
  const { market, job } = await start(system, key, WIND_CRITERIA);
  const { jobs } = await ended(system, key, market.marketId);
  const { manifest } = await system.database.db.prisma.job.findUniqueOrThrow({ where: { id: job.jobId } });
  expect(jobs[0]?.status).toBe("COMPLETED");
  return {
    jobId: job.jobId,
    notes: jobs[0]?.report?.notes.join("\n") ?? "",
    manifest: manifest as { providers: { embeddings: string }; vectors: object | null },
  };
}

describe("the sentence model that ships with the product", () => {
  it("compares the likeliest companies while the first question waits, and all of them soon after; the report says how many", async () => {
    const first = await discover();
    expect(first.manifest.providers.embeddings).toMatch(MODEL);
    expect(first.notes).toContain("Sentence vectors: ");
    if (!works) expect(first.notes).toContain("Without a sentence model");
    // The companies of other places are no likely answers: they get their vectors when nobody has asked for a while.
    const all = `all ${TEST_COMPANIES.length} companies have one`;
    const later = async () => {
      await sleep(4_000);
      return (await discover()).notes;
    };
    await eventually(later, (notes) => notes.includes(all));
  }, 120_000);

  it("gives the same vectors to a replay, which repeats the search", async () => {
    const { jobId, manifest } = await discover();
    expect(manifest.vectors).toEqual({ withVectors: TEST_COMPANIES.length, companies: TEST_COMPANIES.length });
    const { code, stdout } = await command("src/cli/market.ts", ["replay", String(jobId), "--json"], {
      DATABASE_URL: system.database.url,
      DATA_DIR: system.config.dataDir,
      EMBEDDINGS: "",
    });
    const { same, notes }: ReplayReport = JSON.parse(stdout);
    expect({ code, same, notes }).toEqual({ code: 0, same: true, notes: [] });
  });
});

describe("comparing a question with texts token by token", () => {
  it("tells who makes the thing from who makes it for others, in the model's own process", async () => {
    const { modelDir } = readConfig({}).embeddings;
    const model = embeddingsInProcess({ folder: modelDir, threads: 1, niceness: 0 });
    const compared = model.compareTokens?.(
      [{ text: "rotor blades for wind turbines", heads: ["blades"] }],
      [
        "manufactures rotor blades for wind turbines.",
        "manufactures bearings for wind turbines.",
        `${"It bakes bread. ".repeat(60)}It manufactures rotor blades.`,
      ],
    );
    if (!works) return expect(compared).rejects.toThrow(EmbeddingsError);
    const [blades = [], bearings = [], far = []] = (await compared) ?? [];
    model.stop();
    expect([blades.length, bearings.length]).toEqual([6, 6]);
    // The mean, the least and the head's, of the whole text and of its beginning.
    for (const i of [0, 1, 2, 3, 4, 5]) expect(blades[i] ?? 0).toBeGreaterThan((bearings[i] ?? 1) + 0.1);
    expect([...blades.slice(0, 3)]).toEqual([...blades.slice(3)]);
    // What stands beyond the first 80 tokens is not read.
    expect(far[2] ?? 1).toBeLessThan(bearings[2] ?? 0);
  });
});

describe("the process of a sentence model", () => {
  it("that is stopped leaves nobody waiting, so that a worker can end while vectors are made", async () => {
    const { modelDir } = readConfig({}).embeddings;
    const model = embeddingsInProcess({ folder: modelDir, threads: 1, niceness: 0 });
    const made = model.embed(Array.from({ length: 256 }, (_, i) => `makes ${"wind turbines ".repeat(60)}${i}`));
    model.stop();
    await expect(made).rejects.toThrow(EmbeddingsError);
  }, 10_000);
});

describe("a machine where the shipped model does not work", () => {
  const indexesWith = async (isDefault: boolean) =>
    createDirectoryIndexes({
      db: system.database.db,
      databaseUrl: system.database.url,
      embeddings: { ...system.config.embeddings, isDefault, modelDir: join(await temporaryFolder(), "no-such-model") },
      cacheDir: join(system.config.dataDir, "index"),
      log: pino({ level: "silent" }),
    });

  it("compares companies by token vectors and says so; a model that was named and does not work is an error", async () => {
    const indexes = await indexesWith(true);
    const { retriever, embeddings, sentenceModel } = await indexes.current();
    expect(embeddings).toMatch(TOKEN_VECTORS);
    expect(sentenceModel?.name).toBe(embeddings);
    const unpaid = () => Promise.reject(new Error("nothing is paid for"));
    const texts = ["makers of wind turbines", "bakeries", "The company manufactures turbines for wind farms."];
    const [makers = [], bakeries = [], company = []] = (await sentenceModel?.embed(texts, unpaid)) ?? [];
    expect(dot(makers, company)).toBeGreaterThan(dot(bakeries, company) + 0.3);
    expect(retriever.notes.join()).toMatch(/Without a sentence model.*no-such-model/);
    await indexes.close();
    await expect((await indexesWith(false)).current()).rejects.toThrow(/no-such-model/);
  });
});
