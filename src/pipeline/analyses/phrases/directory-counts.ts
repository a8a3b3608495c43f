import { directorySize } from "#companies/directory";
import { directoryTexts } from "#companies/directory-texts";
import type { Database, Queries } from "#foundation/db/database";
import { transaction } from "#foundation/db/transaction";
import { companyText } from "../market-records.ts";
import { PhraseFinder } from "./find-phrases.ts";

interface Options {
  /** Reports progress in companies of the directory. */
  report: (done: number, total: number) => void;
  signal: AbortSignal;
}

/** How many companies of the directory use a phrase. */
export interface DirectoryCounts {
  /** Number of companies in the directory. */
  companies: number;
  /** Number of companies that use a phrase, by the phrase's key. */
  using: ReadonlyMap<string, number>;
}

/**
 * Counts the companies of the whole directory that use each phrase. Reads counts for this version of the directory from
 * a table. Missing ones take one pass over all texts, in one snapshot, with a batch at a time in memory.
 */
export async function countInDirectory(
  db: Pick<Database, "query" | "pool">,
  keys: readonly string[],
  options: Options,
): Promise<DirectoryCounts> {
  const { version, companies, using, counted } = await transaction(
    db,
    async (inside) => {
      const size = await directorySize(inside);
      const known = await inside.query<{ phrase: string; companies: number }>(
        "SELECT phrase, companies FROM phrase_counts WHERE version = $1 AND phrase = ANY($2::text[])",
        [size.version, keys],
      );
      const using = new Map(known.map((row) => [row.phrase, row.companies]));
      const missing = keys.filter((key) => !using.has(key));
      const counted = await countTexts(inside, missing, size.companies, options);
      return { ...size, using, counted };
    },
    { isSnapshot: true },
  );
  await keepCounts(db, version, counted);
  for (const [key, count] of counted) using.set(key, count);
  return { companies, using };
}

async function countTexts(
  inside: Queries,
  keys: readonly string[],
  total: number,
  { report, signal }: Options,
): Promise<Map<string, number>> {
  const counts = new Map<string, number>(keys.map((key) => [key, 0]));
  if (keys.length === 0) return counts;
  const finder = new PhraseFinder(keys);
  let done = 0;
  for await (const texts of directoryTexts(inside)) {
    signal.throwIfAborted();
    for (const company of texts)
      for (const key of finder.find(companyText(company))) counts.set(key, (counts.get(key) ?? 0) + 1);
    done += texts.length;
    report(done, total);
  }
  return counts;
}

/** Stores counts for this version only; the next version counts again. */
async function keepCounts(db: Queries, version: number, counts: ReadonlyMap<string, number>) {
  if (counts.size === 0) return;
  await db.query("DELETE FROM phrase_counts WHERE version < $1", [version]);
  await db.query(
    `INSERT INTO phrase_counts (version, phrase, companies) SELECT $1, phrase, companies FROM unnest($2::text[], $3::int[]) AS c(phrase, companies)
     ON CONFLICT (version, phrase) DO NOTHING`,
    [version, [...counts.keys()], [...counts.values()]],
  );
}
