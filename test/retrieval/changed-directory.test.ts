import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import pino from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { importCompanies } from "#companies/import-companies";
import { readConfig } from "#foundation/config/config";
import { projectRoot } from "#foundation/config/project-root";
import { type CurrentIndex, createDirectoryIndexes, type DirectoryIndexes } from "#markets/discovery/directory-indexes";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { eventually } from "../support/system.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { criteria } from "./small-directory.ts";

/** Enough companies of the sample for word vectors, and few enough to be built twice. */
const COMPANIES = 1_200;
/** Together fewer than lead to a new training. */
const CHANGED = 10;
const NEW = 12;

let database: TestDatabase;
const opened: DirectoryIndexes[] = [];

interface Row {
  domain: string;
  industries?: string[];
  name: string;
  keywords?: string[];
}

async function load(rows: readonly object[]): Promise<void> {
  const file = join(await temporaryFolder(), "companies.ndjson");
  await writeFile(file, rows.map((row) => JSON.stringify(row)).join("\n"));
  await importCompanies(database.db, file, { source: "test" });
}

/** A worker's indexes, with a cache folder of its own where none is given. */
async function worker(
  cacheDir?: string,
): Promise<DirectoryIndexes & { cacheDir: string; builds: () => Promise<number> }> {
  const folder = cacheDir ?? (await temporaryFolder());
  const indexes = createDirectoryIndexes({
    db: database.db,
    databaseUrl: database.url,
    embeddings: { ...readConfig({}).embeddings, kind: "word2vec" },
    cacheDir: folder,
    log: pino({ level: "silent" }),
  });
  opened.push(indexes);
  const builds = async () => (await readdir(folder)).filter((name) => name.startsWith("index-")).length;
  return { ...indexes, cacheDir: folder, builds };
}

const QUESTIONS = [
  { userPrompt: "Banks that offer mortgages" },
  { userPrompt: "Makers of wind turbines", marketRole: "manufacturer" },
  { userPrompt: "Software for hospitals" },
  { userPrompt: "Airlines and airports in Germany" },
  { userPrompt: "companies like these", seedDomains: ["1und1.ag"] },
];

/** The best candidates of a question, with their relevance. */
async function answers(
  { retriever }: CurrentIndex,
  question: (typeof QUESTIONS)[number],
): Promise<Map<string, number>> {
  const plan = await retriever.plan(criteria(question));
  const lists = [];
  for (const generator of await retriever.generators(plan))
    lists.push(await retriever.generate(plan, generator, 50, null));
  const { candidates } = await retriever.fuse(plan, lists, null);
  return new Map(candidates.slice(0, 20).map(({ domain, relevance }) => [domain, relevance]));
}

let before: Awaited<ReturnType<typeof worker>>;
let base: CurrentIndex;
let changed: CurrentIndex;
let rebuilt: CurrentIndex;

beforeAll(async () => {
  database = await createTestDatabase();
  const sample = (await readFile(join(projectRoot(), "prisma/sample/companies.ndjson"), "utf8"))
    .trim()
    .split("\n")
    .map((line): Row => JSON.parse(line))
    // Those with labels say more of themselves than a line does, which word vectors need.
    .filter((row) => row.industries !== undefined || row.keywords !== undefined);
  await load(sample.slice(0, COMPANIES));
  before = await worker();
  base = await before.current();
  await load([
    ...sample.slice(COMPANIES, COMPANIES + NEW),
    // A word that nobody had, and another offer than before.
    ...sample.slice(0, CHANGED).map((row) => ({ ...row, keywords: ["Glimmerwidgets", ...(row.keywords ?? [])] })),
  ]);
  await database.db.prisma.company.delete({ where: { domain: sample[CHANGED]?.domain ?? "" } });
  changed = await before.current();
  rebuilt = await (await worker()).current();
}, 180_000);

afterAll(async () => {
  await Promise.all(opened.map((indexes) => indexes.close()));
  await database?.drop();
});

describe("a directory that a few companies were imported into", () => {
  it("is asked without building its index anew: of the one before, with the companies that have changed", async () => {
    expect(await before.builds()).toBe(1);
    expect(changed.trainedOn).toBe(base.digest);
    expect(changed.digest).toBe(rebuilt.digest);
    expect(rebuilt.trainedOn).toBe(rebuilt.digest);
    expect(changed.version).toBeGreaterThan(base.version);
  });

  it.each(QUESTIONS)("finds for $userPrompt what an index that is built anew finds", async (question) => {
    const [now, anew] = await Promise.all([answers(changed, question), answers(rebuilt, question)]);
    expect(anew.size).toBeGreaterThan(0);
    const both = [...anew.keys()].filter((domain) => now.has(domain));
    // Word vectors are those from before: at most one in five of the best twenty may be another, and none of the best three.
    expect(both.length).toBeGreaterThanOrEqual(0.8 * anew.size);
    for (const domain of [...anew.keys()].slice(0, 3)) expect(now.has(domain)).toBe(true);
  });

  it("gives the same full text scores for a plan as an index that is built anew", async () => {
    for (const question of QUESTIONS.slice(0, 4)) {
      const plan = await changed.retriever.plan(criteria(question));
      const lexical = async ({ retriever }: CurrentIndex) => {
        const list = await retriever.generate(plan, "full text", 1_000, null);
        const { candidates } = await retriever.fuse(plan, [list], null);
        return new Map(candidates.map(({ domain, signals }) => [domain, signals.lexical]));
      };
      const [now, anew] = await Promise.all([lexical(changed), lexical(rebuilt)]);
      const both = [...anew].filter(([domain]) => now.has(domain));
      expect(both.length).toBeGreaterThan(10);
      for (const [domain, score] of both) expect(now.get(domain)).toBeCloseTo(score, 6);
    }
  });

  it("finds a word that came with the import, and a company that left no more", async () => {
    const asked = { userPrompt: "Producers of industrial glimmerwidgets" };
    const [now, anew] = await Promise.all([answers(changed, asked), answers(rebuilt, asked)]);
    const carriers = (found: Map<string, number>) => [...found.keys()].slice(0, CHANGED).sort();
    expect(carriers(now)).toEqual(carriers(anew));
    const plan = await changed.retriever.plan(criteria({ userPrompt: "Banks" }));
    const all = await changed.retriever.generate(plan, "full text", 2_000, null);
    const ids = new Set((await database.db.prisma.company.findMany({ select: { id: true } })).map(({ id }) => id));
    expect(all.filter(({ companyId }) => !ids.has(companyId))).toEqual([]);
  });

  it("is asked alike by a worker that starts later, of the file that is there", async () => {
    const later = await worker(before.cacheDir);
    const again = await later.current();
    expect(again.trainedOn).toBe(base.digest);
    expect(await later.builds()).toBe(1);
    for (const question of QUESTIONS) expect(await answers(again, question)).toEqual(await answers(changed, question));
  });
});

describe("a directory of which much has changed", () => {
  it("is asked as before while its word vectors are learned anew, beside the questions", async () => {
    await load(
      Array.from({ length: 30 }, (_, i) => ({ domain: `soon-${i}.com`, name: `Soon ${i}`, keywords: ["Gondolas"] })),
    );
    const current = await before.current();
    expect(current.trainedOn).toMatch(new RegExp(`^${base.digest}\\+`));
    expect((await answers(current, { userPrompt: "gondolas" })).size).toBeGreaterThan(0);
    await eventually(
      () => before.current(),
      ({ trainedOn, digest }) => trainedOn === digest,
    );
  });

  it("has its index built anew", async () => {
    const rows = Array.from({ length: COMPANIES / 2 }, (_, i) => ({
      domain: `late-${i}.com`,
      name: `Late ${i}`,
      keywords: ["Zeppelins", "airship moorings"],
    }));
    await load(rows);
    const current = await before.current();
    expect(current.trainedOn).toBe(current.digest);
    expect((await answers(current, { userPrompt: "airship moorings" })).size).toBe(20);
  });
});
