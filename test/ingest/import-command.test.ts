import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { importRecordsCommand } from "#cli/import-records";
import { readConfig } from "#foundation/config/config";
import type { ArticleKind } from "#intelligence/ingest/article-staging";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { seedCompany } from "../support/impact.ts";
import { marketCommand } from "../support/market.ts";
import { program } from "../support/program.ts";
import { eventually } from "../support/system.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { type FeedServer, rssOf, startFeedServer } from "./feed-server.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

let folder: string;
let server: FeedServer;
let disturbed: TestDatabase;
let undisturbed: TestDatabase;
beforeAll(async () => {
  [folder, server, disturbed, undisturbed] = await Promise.all([
    temporaryFolder(),
    startFeedServer(),
    createTestDatabase(),
    createTestDatabase(),
  ]);
  for (const { db } of [disturbed, undisturbed])
    await seedCompany(db, "kiteworks.com", { name: "Northern Kiteworks GmbH" });
});
afterAll(async () => {
  await Promise.all([disturbed.drop(), undisturbed.drop(), server.close()]);
});

const environment = (database: TestDatabase) => ({
  DATABASE_URL: database.url,
  DATA_DIR: folder,
  NODE_ENV: "test",
  FETCH_ALLOW: server.hostAndPort,
  // By rules in this process too: the models cost processor time and change nothing here.
  EMBEDDINGS: "word2vec",
});

/** An import as the command runs it, in this process. */
async function run(database: TestDatabase, kind: ArticleKind, target: string, options: { analysis?: boolean } = {}) {
  const write = vi.spyOn(process.stdout, "write").mockImplementation(() => true);
  try {
    const settings = { json: true, dryRun: false, analysis: true, ...options };
    const config = readConfig(environment(database));
    const code = await importRecordsCommand(kind, target, settings, config, (work) => work(database.db));
    return { code, report: JSON.parse(write.mock.calls.map(([text]) => String(text)).join("")) };
  } finally {
    write.mockRestore();
  }
}

/** A command that goes on until it is stopped. */
function begin(database: TestDatabase, ...args: string[]): ChildProcess {
  const child = spawn(process.execPath, [...program("src/cli/market.ts"), ...args], {
    cwd: ROOT,
    env: { ...process.env, ...environment(database) },
    stdio: ["pipe", "pipe", "pipe"],
  });
  // It is killed while it is written to.
  child.stdin?.on("error", () => {});
  return child;
}

/** Waits for a command's end. */
async function end(child: ChildProcess): Promise<{ code: number | null }> {
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  return { code: child.exitCode };
}

/** Waits until a command has begun to copy what it reads on its standard input, which stays open. */
async function copying(child: ChildProcess, database: TestDatabase): Promise<void> {
  for (const line of lines(3_000)) child.stdin?.write(line);
  const running = `pg_stat_activity WHERE query ~ '^\\s*COPY staged_articles' AND datname = current_database()`;
  await eventually(
    () => count(database, running),
    (backends) => {
      if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}`);
      return backends > 0;
    },
  );
}

const count = async ({ db }: TestDatabase, sql: string) =>
  (await db.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${sql}`, []))[0]?.n ?? 0;

const TOPICS = ["harbour strike", "kite recall", "bridge opening", "grid failure", "fair in Bremen", "storm damage"];
/** Articles over eight weeks, every seventh of them about the company. */
const articles = (length: number) =>
  Array.from({ length }, (_, i) => ({
    url: `https://press.example.com/${i}`,
    title: `${i % 7 === 0 ? "Northern Kiteworks GmbH and the " : ""}${TOPICS[i % TOPICS.length]} number ${i % 40}`,
    published: new Date(Date.UTC(2026, 2, 2 + (i % 56))).toISOString(),
    publisher: `Paper ${i % 9}`,
  }));
const lines = (length: number) => articles(length).map((article) => `${JSON.stringify(article)}\n`);

const NEWS = `SELECT n.url, n.title, n.sentiment, s.url AS story, n.analysed_at IS NULL AS waits,
    array(SELECT c.domain FROM company_news k JOIN companies c ON c.id = k.company_id WHERE k.news_item_id = n.id) AS companies
  FROM news_items n LEFT JOIN news_items s ON s.id = n.story_id ORDER BY n.url`;
const EVENTS = `SELECT e.title, e.summary, e.published_at, array_agg(o.url ORDER BY o.url) AS urls
  FROM observations o LEFT JOIN events e ON e.id = o.event_id GROUP BY e.id ORDER BY min(o.url)`;

describe("an import that is killed", () => {
  test("while it reads leaves nothing", async () => {
    const child = begin(disturbed, "import", "news", "-");
    await copying(child, disturbed);
    child.kill("SIGKILL");
    await end(child);
    expect(await count(disturbed, "news_items")).toBe(0);
  });

  test.each<{ kind: ArticleKind; table: string; done: string; rows: string }>([
    { kind: "news", table: "news_items", done: "analysed_at IS NOT NULL", rows: NEWS },
    { kind: "observations", table: "observations", done: "event_id IS NOT NULL", rows: EVENTS },
  ])(
    "while it works on $kind is finished by the next one, as if nothing had happened",
    { timeout: 180_000 },
    async (kind) => {
      const file = join(folder, `${kind.kind}.ndjson`);
      const size = 2_400;
      await writeFile(file, lines(size).join(""));
      const whole = await run(undisturbed, kind.kind, file);
      for (let kills = 0, before = 0; kills < 2; kills += 1) {
        const child = begin(disturbed, "import", kind.kind, file);
        const done = await eventually(
          () => count(disturbed, `${kind.table} WHERE ${kind.done}`),
          (rows) => rows > before || child.exitCode !== null,
          120_000,
        );
        child.kill("SIGKILL");
        await end(child);
        before = await count(disturbed, `${kind.table} WHERE ${kind.done}`);
        // Otherwise it was killed too late to prove anything.
        expect(done).toBeGreaterThan(0);
        expect(before).toBeLessThan(size);
      }
      const last = await run(disturbed, kind.kind, file);
      expect(last.report).toMatchObject({ read: size, inserted: 0, unchanged: size });
      expect(whole.report).toMatchObject({ read: size, inserted: size });
      expect(await disturbed.db.query(kind.rows, [])).toEqual(await undisturbed.db.query(kind.rows, []));
      expect(await count(disturbed, `${kind.table} WHERE NOT (${kind.done})`)).toBe(0);
    },
  );

  test("by Ctrl-C says that nothing was imported, and ends with 130", async () => {
    const child = begin(disturbed, "import", "observations", "-", "--source", "never");
    let stderr = "";
    child.stderr?.on("data", (chunk: Buffer) => {
      stderr += chunk.toString();
    });
    await copying(child, disturbed);
    child.kill("SIGINT");
    expect(await end(child)).toEqual({ code: 130 });
    expect(stderr).toContain("Interrupted: nothing was imported from the file.");
    expect(await count(disturbed, "observations WHERE source = 'never'")).toBe(0);
  });
});

describe("an import from an address", () => {
  test("stores what is there; what may not or cannot be fetched is said in a sentence", async () => {
    server.answer = ({ url }, response) =>
      url === "/feed" ? response.end(rssOf("From afar")) : response.writeHead(404).end();
    expect(await run(undisturbed, "news", server.url, { analysis: false })).toMatchObject({
      code: 0,
      report: { source: `rss:${server.url}`, inserted: 1, derived: null },
    });
    const missing = server.url.replace("feed", "nothing");
    await expect(run(undisturbed, "news", missing)).rejects.toThrow(`${missing} answered with the status 404`);
    await expect(run(undisturbed, "news", "http://127.0.0.1:1/feed")).rejects.toThrow(/not on the public Internet/);
    await expect(run(undisturbed, "news", "gopher://example.com/")).rejects.toThrow(/neither a file nor an http/);
  });
});

describe("market feeds", () => {
  test("adds a feed, and polls it", async () => {
    server.answer = (_request, response) => response.end(rssOf("Polled by hand"));
    const feeds = async (...args: string[]) => {
      const { stdout } = await marketCommand(["feeds", ...args, "--json"], environment(undisturbed));
      return JSON.parse(stdout);
    };
    const feed = await feeds("add", server.url, "--kind", "news", "--every", "10", "--name", "Press");
    expect(feed).toMatchObject({ kind: "news", everyMinutes: 10, name: "Press" });
    expect(await feeds("poll")).toMatchObject({
      polls: [{ feedId: feed.id, outcome: "stored", inserted: 1 }],
      derived: { news: { analysed: expect.any(Number) }, observations: null },
    });
  });
});
