import { randomBytes } from "node:crypto";
import type { Database, Queries } from "#foundation/db/database";
import { transaction } from "#foundation/db/transaction";
import { indexName } from "./index-names.ts";

/** An index that changes of companies are written to. */
export interface RegisteredIndex {
  generation: number;
  name: string;
  state: "building" | "live";
}

const FIELDS = "generation, name, state";

export async function registeredIndexes(db: Queries): Promise<RegisteredIndex[]> {
  return db.query<RegisteredIndex>(`SELECT ${FIELDS} FROM company_indexes ORDER BY generation`);
}

/**
 * Registers a new index. From now on, every change of a company is noted. Indexes of abandoned runs are unregistered. A
 * repeated call of the same run returns the same index.
 * @returns the index, and the names of the unregistered ones
 */
export async function registerIndex(
  db: Pick<Database, "pool">,
  prefix: string,
  startedBy: string,
): Promise<{ index: RegisteredIndex; givenUp: string[] }> {
  return transaction(db, async (inside) => {
    const known = await inside.query<RegisteredIndex>(`SELECT ${FIELDS} FROM company_indexes WHERE started_by = $1`, [
      startedBy,
    ]);
    if (known[0] !== undefined) return { index: known[0], givenUp: [] };
    // Before the first index, writers of companies do not note changes. The lock waits for those in progress.
    await inside.query("LOCK TABLE companies IN SHARE ROW EXCLUSIVE MODE");
    const old = await inside.query<{ name: string }>(
      "DELETE FROM company_indexes WHERE state = 'building' RETURNING name",
    );
    const [made] = await inside.query<RegisteredIndex>(
      `INSERT INTO company_indexes (name, started_by) VALUES ($1, $2) RETURNING ${FIELDS}`,
      [indexName(prefix, randomBytes(6).toString("hex")), startedBy],
    );
    if (made === undefined) throw new Error("the new index was not registered");
    return { index: made, givenUp: old.map(({ name }) => name) };
  });
}

/** Makes an index the live one. @returns the names of the others, which are unregistered */
export async function makeLive(db: Pick<Database, "pool">, generation: number): Promise<string[]> {
  return transaction(db, async (inside) => {
    await inside.query("UPDATE company_indexes SET state = 'live', live_at = now() WHERE generation = $1", [
      generation,
    ]);
    const old = await inside.query<{ name: string }>(
      "DELETE FROM company_indexes WHERE generation <> $1 RETURNING name",
      [generation],
    );
    return old.map(({ name }) => name);
  });
}

/**
 * Unregisters all indexes and deletes the noted changes. No change is noted from now on. @returns the names of the
 * indexes
 */
export async function forgetIndexes(db: Pick<Database, "pool">): Promise<string[]> {
  return transaction(db, async (inside) => {
    await inside.query("LOCK TABLE companies IN SHARE ROW EXCLUSIVE MODE");
    const old = await inside.query<{ name: string }>("DELETE FROM company_indexes RETURNING name");
    await inside.query("DELETE FROM company_changes");
    return old.map(({ name }) => name);
  });
}
