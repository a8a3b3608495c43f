import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { holdTable, untilBlocked } from "../support/hold-table.ts";
import { seedCompany } from "../support/impact.ts";
import { marketCommand } from "../support/market.ts";
import { eventually } from "../support/system.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** PostgreSQL looks for a deadlock once in a wait, after `deadlock_timeout`, which is a second. */
const PAST_THE_CHECK_MS = 1_500;
const ARTICLES = 20;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await seedCompany(database.db, "kiteworks.com", { name: "Northern Kiteworks GmbH" });
});
afterAll(() => database.drop());

it("an import that PostgreSQL ends as the victim of a deadlock is repeated, and loses and doubles nothing", async () => {
  const { db, url } = database;
  const folder = await temporaryFolder();
  const file = join(folder, "news.ndjson");
  const rows = Array.from({ length: ARTICLES }, (_, i) => ({
    url: `https://news.example.org/${i}`,
    title: `Northern Kiteworks wins order number ${i} for kites`,
    publishedAt: "2026-11-01T10:00:00Z",
    publisher: "Example News",
  }));
  await writeFile(file, rows.map((row) => JSON.stringify(row)).join("\n"));
  const deadlocks = async () =>
    (
      await db.query<{ count: number }>(
        "SELECT deadlocks::int AS count FROM pg_stat_database WHERE datname = current_database()",
      )
    )[0]?.count ?? 0;
  const before = await deadlocks();

  // The other transaction has the table that the import needs last, and then wants a row that the import has locked.
  const other = await db.pool.connect();
  const letOn = await holdTable(db, "company_news");
  try {
    await other.query("BEGIN; LOCK TABLE news_story_keys IN EXCLUSIVE MODE");
    const importing = marketCommand(["import", "news", file, "--json"], {
      DATABASE_URL: url,
      DATA_DIR: folder,
      NODE_ENV: "test",
      EMBEDDINGS: "word2vec",
    });
    await untilBlocked(db, "company_news");
    const updating = other.query("UPDATE news_items SET publisher = publisher");
    await untilBlocked(db, "UPDATE news_items SET publisher");
    // It has looked for a deadlock and found none, so that the import finds it and gives way.
    await sleep(PAST_THE_CHECK_MS);
    await letOn();
    expect((await updating).rowCount).toBe(ARTICLES);
    await other.query("COMMIT");
    const { code, stdout } = await importing;
    expect([code, JSON.parse(stdout)]).toEqual([0, expect.objectContaining({ read: ARTICLES, inserted: ARTICLES })]);
  } finally {
    other.release();
  }

  await eventually(deadlocks, (count) => count === before + 1);
  const [stored] = await db.query(
    `SELECT count(*)::int AS articles, count(analysed_at)::int AS analysed,
       (SELECT count(*)::int FROM company_news) AS links,
       (SELECT count(DISTINCT news_item_id)::int FROM news_story_keys) AS keyed FROM news_items`,
  );
  expect(stored).toEqual({ articles: ARTICLES, analysed: ARTICLES, links: ARTICLES, keyed: ARTICLES });
});
