import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PostingCache } from "#companies/search/posting-cache";
import type { PostingList } from "#companies/search/posting-lists";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { seedCompany } from "../support/impact.ts";

let database: TestDatabase;
let statements = 0;
const db: Pick<TestDatabase["db"], "query"> = {
  query: (text, values) => {
    statements += 1;
    return database.db.query(text, values);
  },
};
const MEGABYTE = 1_048_576;

beforeAll(async () => {
  database = await createTestDatabase();
  for (let i = 0; i < 5; i++)
    await seedCompany(database.db, `kite-${i}.com`, { name: `Kites ${i}`, country: "DE", employees: 10 + i });
}, 60_000);
afterAll(() => database?.drop());

const KEYS = [
  { field: "word", term: "kite" },
  { field: "word", term: "zeppelin" },
  { field: "country", term: "DE" },
  { field: "number", term: "size" },
] as const;

const sizes = (lists: PostingList[]) => lists.map((list) => list.get(0)?.postings.length ?? 0);

describe("lists of the index", () => {
  it("are read once, and again when a company was written", async () => {
    const cache = new PostingCache(db, MEGABYTE);
    expect(sizes(await cache.lists(await cache.state(), KEYS))).toEqual([5, 0, 5, 5]);
    statements = 0;
    expect(sizes(await cache.lists(await cache.state(), KEYS))).toEqual([5, 0, 5, 5]);
    expect(statements).toBe(1);
    await seedCompany(database.db, "zeppelin.com", { name: "Zeppelin kites", country: "FR" });
    expect(sizes(await cache.lists(await cache.state(), KEYS))).toEqual([6, 1, 5, 5]);
    await database.db.query("DELETE FROM companies WHERE domain = 'zeppelin.com'", []);
    expect(sizes(await cache.lists(await cache.state(), KEYS))).toEqual([5, 0, 5, 5]);
  });

  it("are the same for a process that may keep none", async () => {
    const [roomy, tight] = [new PostingCache(db, MEGABYTE), new PostingCache(db, 1)];
    const state = await roomy.state();
    await tight.lists(state, KEYS.slice(0, 2));
    expect(await tight.lists(state, KEYS)).toEqual(await roomy.lists(state, KEYS));
    expect(await tight.family(state, "country")).toEqual(await roomy.family(state, "country"));
    expect(sizes([await tight.keywordsWith(state, "kite")])).toEqual([0]);
  });

  it("carry numbers at each company's place", async () => {
    const cache = new PostingCache(db, MEGABYTE);
    const [list] = await cache.lists(await cache.state(), [{ field: "number", term: "size" }]);
    const known = [...(list?.get(0)?.numbers ?? [])].filter((number) => !Number.isNaN(number));
    expect(known).toEqual([10, 11, 12, 13, 14]);
  });
});
