import type { PoolClient } from "pg";
import type { Database } from "#foundation/db/database";
import { companyText } from "../market-records.ts";
import { PhraseFinder } from "./find-phrases.ts";

/** Companies that are read at a time. */
const BATCH = 1_000;

interface Options {
  /** Tells how far it is, in companies of the directory. */
  report: (done: number, total: number) => void;
  signal: AbortSignal;
}

/** How many companies of the directory use a phrase. */
export interface DirectoryCounts {
  /** Of the directory. */
  companies: number;
  /** By the phrase's key. */
  using: ReadonlyMap<string, number>;
}

/**
 * Counts the companies of the whole directory that use each phrase. What was counted for this version of the directory before is
 * read from a table; the rest takes one pass over all texts, in one snapshot, a batch at a time in memory.
 */
export async function countInDirectory(
  db: Pick<Database, "query" | "pool">,
  keys: readonly string[],
  options: Options,
): Promise<DirectoryCounts> {
  const client = await db.pool.connect();
  let isWhole = false;
  try {
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    const state = await client.query<{ version: number; companies: number }>(
      `SELECT coalesce((SELECT version FROM directory_state WHERE id = 1), 0) AS version, count(*)::int AS companies FROM companies`,
    );
    const { version = 0, companies = 0 } = state.rows[0] ?? {};
    const known = await client.query<{ phrase: string; companies: number }>(
      "SELECT phrase, companies FROM phrase_counts WHERE version = $1 AND phrase = ANY($2::text[])",
      [version, keys],
    );
    const using = new Map(known.rows.map((row) => [row.phrase, row.companies]));
    const missing = keys.filter((key) => !using.has(key));
    const counted =
      missing.length === 0 ? new Map<string, number>() : await countTexts(client, missing, companies, options);
    await client.query("COMMIT");
    isWhole = true;
    await keepCounts(db, version, counted);
    for (const [key, count] of counted) using.set(key, count);
    return { companies, using };
  } finally {
    // A connection in the middle of a cursor is of no use to the next one.
    client.release(!isWhole);
  }
}

async function countTexts(client: PoolClient, keys: readonly string[], total: number, { report, signal }: Options) {
  const finder = new PhraseFinder(keys);
  const counts = new Map<string, number>(keys.map((key) => [key, 0]));
  await client.query("DECLARE texts NO SCROLL CURSOR FOR SELECT description, keywords FROM companies");
  for (let done = 0; ; ) {
    signal.throwIfAborted();
    const { rows } = await client.query<{ description: string; keywords: string[] }>(`FETCH ${BATCH} FROM texts`);
    if (rows.length === 0) return counts;
    for (const row of rows)
      for (const key of finder.find(companyText(row))) counts.set(key, (counts.get(key) ?? 0) + 1);
    done += rows.length;
    report(done, total);
  }
}

/** Kept for this version only: the next one counts anew. */
async function keepCounts(db: Pick<Database, "query">, version: number, counts: ReadonlyMap<string, number>) {
  if (counts.size === 0) return;
  await db.query("DELETE FROM phrase_counts WHERE version < $1", [version]);
  await db.query(
    `INSERT INTO phrase_counts (version, phrase, companies) SELECT $1, phrase, companies FROM unnest($2::text[], $3::int[]) AS c(phrase, companies)
     ON CONFLICT (version, phrase) DO NOTHING`,
    [version, [...counts.keys()], [...counts.values()]],
  );
}
