import { afterAll, beforeAll, expect, it } from "vitest";
import { type Database, openDatabase } from "#foundation/db/database";
import { transaction } from "#foundation/db/transaction";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";

let database: TestDatabase;
let db: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  // All statements go through one connection.
  db = openDatabase(database.url, { maxConnections: 1 });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

const MOST = 500;
const HOT = "SELECT $1::int + 1 AS hot";
const rare = (place: number) => `SELECT $1::int + ${place} AS rare`;

interface Prepared {
  statements: number;
  /** Runs of the hot statement since it was prepared, and of the one that Prisma wrote. */
  hot: number;
  prisma: number;
}

async function prepared(): Promise<Prepared> {
  const { rows } = await db.pool.query<Prepared>(
    `SELECT count(*)::int AS statements, sum(generic_plans + custom_plans) FILTER (WHERE statement = '${HOT}')::int AS hot,
       sum(generic_plans + custom_plans) FILTER (WHERE statement LIKE '%"public"."teams"%')::int AS prisma
     FROM pg_prepared_statements`,
  );
  return rows[0] as Prepared;
}

it("a statement that is used stays prepared among any number of rare ones, which give way", async () => {
  for (let i = 0; i < 3 * MOST; i++) {
    expect(await db.query(rare(i), [1])).toEqual([{ rare: i + 1 }]);
    if (i % 100 === 0) {
      expect(await db.query(HOT, [i])).toEqual([{ hot: i + 1 }]);
      await db.prisma.team.findMany({ where: { name: "x" } });
    }
  }
  expect(await prepared()).toEqual({ statements: MOST, hot: 15, prisma: 15 });
  // One that gave way is prepared again.
  expect(await db.query(rare(0), [1])).toEqual([{ rare: 1 }]);
  expect(await prepared()).toEqual({ statements: MOST, hot: 15, prisma: 15 });
});

it("a statement first comes after more others than a connection holds, and is prepared all the same", async () => {
  await db.query("SELECT $1::int AS late", [1]);
  const { rows } = await db.pool.query("SELECT statement FROM pg_prepared_statements WHERE statement LIKE '%AS late'");
  expect(rows).toHaveLength(1);
});

it("statements give way in a transaction that has failed, and after errors, as elsewhere", async () => {
  const failing = transaction(db, async (inside) => {
    for (let i = 0; i < MOST; i++) await inside.query(rare(10_000 + i), [1]);
    await inside.query("SELECT 1 / $1::int", [0]).catch(() => {});
    for (let i = 0; i < 20; i++) await inside.query(rare(20_000 + i), [1]).catch(() => {});
    await inside.query(HOT, [1]);
  });
  await expect(failing).rejects.toThrow("current transaction is aborted");
  await expect(db.query("SELECT nothing FROM nowhere WHERE 1 = $1", [1])).rejects.toThrow("nowhere");
  for (let i = 0; i < MOST + 20; i++) expect(await db.query(rare(10_000 + i), [1])).toEqual([{ rare: 10_001 + i }]);
  for (let i = 0; i < 20; i++) expect(await db.query(rare(20_000 + i), [1])).toEqual([{ rare: 20_001 + i }]);
  expect(await db.query(HOT, [1])).toEqual([{ hot: 2 }]);
  expect((await prepared()).statements).toBeLessThanOrEqual(MOST);
});
