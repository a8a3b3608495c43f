import type { Queries } from "#foundation/db/database";
import { firstInOrder } from "./choose-page.ts";
import type { Matches } from "./matches.ts";

/** Number of best matches re-ranked by proximity: four usual pages of fifty. */
export const LOOKED_AT = 200;
/** The share of the score for proximity. */
const SHARE = 0.25;

/**
 * Returns the proximity of the words in each company's text, by id: the cover density of `ts_rank_cd`, x / (x + 1)
 * (Clarke, Cormack and Tudhope 2000). One statement.
 * @param query all words, for `to_tsquery('simple', …)`
 */
export async function densities(db: Queries, ids: readonly number[], query: string): Promise<Map<number, number>> {
  const rows = await db.query<{ id: number; density: number }>(
    `SELECT id, ts_rank_cd('{1, 1, 1, 1}', search, to_tsquery('simple', $2), 32)::float8 AS density FROM companies WHERE id = ANY($1::int[])`,
    [ids, query],
  );
  return new Map(rows.map(({ id, density }) => [id, density]));
}

/** Returns a score with its share for proximity. @param density undefined for a company that was not re-ranked */
export const withDensity = (score: number, density: number | undefined): number =>
  density === undefined ? score * (1 - SHARE) : score * (1 - SHARE + SHARE * density);

/**
 * Re-ranks the best matches by the proximity of their words: "wind turbine" as a phrase is better than "turbine" and
 * "wind farm" apart. Word weights alone make three quarters of a score. The rest is multiplied by the density. No
 * company falls below one that was not re-ranked. One statement.
 *
 * @param query all words, for `to_tsquery('simple', …)`
 */
export async function withProximity(db: Queries, matches: Matches, query: string): Promise<Matches> {
  const { ids, scores } = matches;
  if (ids.length === 0) return matches;
  const positions = firstInOrder(ids.length, LOOKED_AT, (a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b);
  const found = await densities(
    db,
    positions.map((position) => ids[position] ?? 0),
    query,
  );
  const raised = scores.map((score) => withDensity(score, undefined));
  for (const position of positions)
    raised[position] = withDensity(scores[position] ?? 0, found.get(ids[position] ?? 0));
  return { ids, scores: raised };
}
