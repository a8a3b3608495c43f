import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { openDatabase, type Queries } from "#foundation/db/database";
import { transaction } from "#foundation/db/transaction";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { eventually } from "../support/system.ts";

const INSERT = "INSERT INTO phrase_counts (version, phrase, companies) VALUES (1, $1, 1)";

describe("a transaction", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  const backend = async (inside: Queries) =>
    (await inside.query<{ pid: number }>("SELECT pg_backend_pid() AS pid"))[0]?.pid ?? 0;
  const stored = async () =>
    (await database.db.query<{ phrase: string }>("SELECT phrase FROM phrase_counts ORDER BY phrase")).map(
      ({ phrase }) => phrase,
    );

  it("is undone by what its work throws, and its connection serves the next one", async () => {
    const { db } = database;
    let first = 0;
    const failed = transaction(db, async (inside) => {
      first = await backend(inside);
      await inside.query(INSERT, ["lost"]);
      throw new Error("half way");
    });
    await expect(failed).rejects.toThrow("half way");
    const second = await transaction(db, async (inside) => {
      await inside.query(INSERT, ["kept"]);
      return backend(inside);
    });
    expect(second).toBe(first);
    expect(await stored()).toEqual(["kept"]);
  });

  it("finds a connection for what is asked beside it, though more transactions want one than there are", async () => {
    const db = openDatabase(database.url, { maxConnections: 3 });
    try {
      const beside = () => db.query<{ n: number }>("SELECT 1 AS n FROM pg_sleep(0.02)", []);
      const ends = await Promise.all(
        Array.from({ length: 12 }, (_, i) =>
          i % 2 === 0 ? transaction(db, beside) : db.prisma.$transaction(async () => beside()),
        ),
      );
      expect(ends).toEqual(Array.from({ length: 12 }, () => [{ n: 1 }]));
      expect(db.pool.totalCount).toBe(3);
    } finally {
      await db.close();
    }
  });

  it("is run again where it gave way to another one, if its work may be repeated", async () => {
    const { db } = database;
    await transaction(db, (inside) => inside.query(`${INSERT}, (1, $2, 1)`, ["this", "that"]));
    const count = "UPDATE phrase_counts SET companies = companies + 1 WHERE phrase = $1";
    const bothOrders = (isRepeatable: boolean) => {
      let begun = 0;
      return Promise.allSettled(
        [
          ["this", "that"],
          ["that", "this"],
        ].map((order) =>
          transaction(
            db,
            async (inside) => {
              await inside.query(count, [order[0]]);
              begun++;
              await vi.waitUntil(() => begun >= 2);
              await inside.query(count, [order[1]]);
            },
            { isRepeatable },
          ),
        ),
      );
    };
    const ends = await bothOrders(false);
    expect(ends.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect((await bothOrders(true)).map(({ status }) => status)).toEqual(["fulfilled", "fulfilled"]);
    const counted = "SELECT companies FROM phrase_counts WHERE phrase IN ('this', 'that')";
    expect(await db.query(counted, [])).toEqual([{ companies: 4 }, { companies: 4 }]);
    await db.query("DELETE FROM phrase_counts WHERE phrase IN ('this', 'that')", []);
  });

  it("is undone by a statement that fails", async () => {
    const work = transaction(database.db, async (inside) => {
      await inside.query(INSERT, ["lost"]);
      await inside.query("SELECT 1 / 0");
    });
    await expect(work).rejects.toThrow("division by zero");
    expect(await stored()).toEqual(["kept"]);
  });

  it("survives a connection that is killed in the middle: nothing is stored, and the pool gets rid of it", async () => {
    const { db } = database;
    let killed = 0;
    const work = transaction(db, async (inside) => {
      killed = await backend(inside);
      await inside.query(INSERT, ["lost"]);
      await db.query("SELECT pg_terminate_backend($1)", [killed]);
      await inside.query(INSERT, ["lost too"]);
    });
    // The server's word, or the driver's where the end of the connection came first.
    await expect(work).rejects.toThrow(/terminat|not queryable/i);
    expect(await stored()).toEqual(["kept"]);
    const others = await Promise.all(Array.from({ length: 4 }, () => transaction(db, backend)));
    expect(others).not.toContain(killed);
    expect(db.pool.idleCount).toBe(db.pool.totalCount);
  });

  it("keeps nothing of a rehearsal, and writes nothing in a snapshot", async () => {
    await transaction(database.db, (inside) => inside.query(INSERT, ["rehearsed"]), { isRehearsal: true });
    const snapshot = transaction(database.db, (inside) => inside.query(INSERT, ["lost"]), { isSnapshot: true });
    await expect(snapshot).rejects.toThrow("read-only transaction");
    expect(await stored()).toEqual(["kept"]);
  });

  it("waits for another one with the same lock", async () => {
    const { db } = database;
    const order: string[] = [];
    const waits = async () =>
      (await db.query("SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted")).length > 0;
    const second: Promise<unknown>[] = [];
    await transaction(
      db,
      async () => {
        second.push(transaction(db, async () => order.push("second"), { lock: 7 }));
        await eventually(waits, (found) => found);
        order.push("first");
      },
      { lock: 7 },
    );
    await Promise.all(second);
    expect(order).toEqual(["first", "second"]);
  });
});
