import type { Queries } from "#foundation/db/database";
import type { StoredArticle } from "../stored-article.ts";
import { type Fingerprint, fingerprint, isSameStory } from "./fingerprint.ts";

/** Maximum hours between copies of a story. The same words a week later are another report. */
export const STORY_WINDOW_HOURS = 72;
const WINDOW_MS = STORY_WINDOW_HOURS * 3_600_000;
/** Characters of a text that the fingerprint reads. */
const TEXT_LENGTH = 4_800;

type ArticleRow = Omit<StoredArticle, "isAnalysed">;

const ARTICLE = `id, url, title, publisher, left(text, ${TEXT_LENGTH}) AS text, published_at AS "publishedAt", story_id AS "storyId"`;

/** The affected stories: those that articles joined, left or stayed in. */
export interface JoinedStories {
  storyIds: number[];
  /** Number of given articles that are copies of an earlier one. */
  copies: number;
}

/**
 * Joins articles with keys in `news_story_keys` to stories. A story is a connected component of near-duplicates
 * (`isSameStory`) published within `STORY_WINDOW_HOURS`. Only articles that share a key are compared. A pair is decided
 * only by its two articles, so the stories do not depend on the order or batches in which articles arrive. `story_id`
 * is the id of the earliest article; ties go to the first by URL. A changed article leaves its story, and the rest of
 * that story is compared again. Call it in the transaction that stored the keys, one at a time.
 */
export async function joinStories(db: Queries, articleIds: readonly number[]): Promise<JoinedStories> {
  const seeds = await db.query<ArticleRow>(
    `SELECT ${ARTICLE} FROM news_items WHERE id = ANY($1::int[])
     UNION SELECT ${ARTICLE} FROM news_items WHERE story_id = ANY(ARRAY(
       SELECT story_id FROM news_items WHERE id = ANY($1::int[]) AND story_id IS NOT NULL))`,
    [articleIds],
  );
  const pairs = await pairsWithSharedKey(db, seeds);
  const known = new Map(seeds.map((row) => [row.id, row]));
  const others = await readArticles(
    db,
    [...new Set(pairs.map(({ b }) => b))].filter((id) => !known.has(id)),
  );
  for (const row of others) known.set(row.id, row);
  const firsts = await readArticles(
    db,
    [...new Set(others.flatMap(({ storyId }) => storyId ?? []))].filter((id) => !known.has(id)),
  );
  for (const row of firsts) known.set(row.id, row);

  const groups = components(seeds, others, pairs, known);
  const moved = new Map<number, number>();
  for (const group of groups) {
    const first = group.reduce((best, row) => (isEarlier(row, best) ? row : best));
    for (const { id } of group) moved.set(id, first.id);
  }
  await writeStories(db, seeds, others, moved);
  const given = new Set(articleIds);
  return {
    storyIds: [...new Set([...moved.values(), ...seeds.flatMap(({ storyId }) => storyId ?? [])])],
    copies: [...given].filter((id) => moved.has(id) && moved.get(id) !== id).length,
  };
}

function append<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

/**
 * Finds pairs of one of these articles and another article within the time window that share a key. The pairs are made
 * here, because a join in SQL is quadratic while the table's statistics are outdated.
 */
async function pairsWithSharedKey(db: Queries, seeds: readonly ArticleRow[]): Promise<{ a: number; b: number }[]> {
  const shared = await db.query<{ key: string; id: number; publishedAt: Date }>(
    `SELECT k.key, k.news_item_id AS id, n.published_at AS "publishedAt" FROM news_story_keys k JOIN news_items n ON n.id = k.news_item_id
     WHERE k.key = ANY(ARRAY(SELECT s.key FROM news_story_keys s WHERE s.news_item_id = ANY($1::int[])))`,
    [seeds.map(({ id }) => id)],
  );
  const byKey = new Map<string, typeof shared>();
  for (const row of shared) append(byKey, row.key, row);
  const seedIds = new Set(seeds.map(({ id }) => id));
  const near = new Map<number, Set<number>>();
  for (const rows of byKey.values())
    for (const seed of rows)
      if (seedIds.has(seed.id))
        for (const other of rows)
          if (other.id !== seed.id && Math.abs(other.publishedAt.getTime() - seed.publishedAt.getTime()) <= WINDOW_MS)
            near.set(seed.id, (near.get(seed.id) ?? new Set()).add(other.id));
  return [...near].flatMap(([a, others]) => [...others].map((b) => ({ a, b })));
}

const readArticles = (db: Queries, ids: number[]): Promise<ArticleRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : db.query<ArticleRow>(`SELECT ${ARTICLE} FROM news_items WHERE id = ANY($1::int[])`, [ids]);

/** Compares by time; ties by URL in the order of code units. */
const isEarlier = (a: ArticleRow, b: ArticleRow) =>
  a.publishedAt.getTime() - b.publishedAt.getTime() < 0 ||
  (a.publishedAt.getTime() === b.publishedAt.getTime() && a.url < b.url);

/**
 * Returns the groups of articles that are one story. The first article of an existing story stands for the whole story.
 */
function components(
  seeds: readonly ArticleRow[],
  others: readonly ArticleRow[],
  pairs: readonly { a: number; b: number }[],
  known: ReadonlyMap<number, ArticleRow>,
): ArticleRow[][] {
  const parent = new Map<number, number>();
  const find = (id: number): number => {
    const above = parent.get(id) ?? id;
    if (above === id) return id;
    const root = find(above);
    parent.set(id, root);
    return root;
  };
  const union = (a: number, b: number) => parent.set(find(a), find(b));
  const prints = new Map<number, Fingerprint>();
  const printOf = (row: ArticleRow) => {
    const print = prints.get(row.id) ?? fingerprint(row);
    prints.set(row.id, print);
    return print;
  };
  for (const { a, b } of pairs) {
    const left = known.get(a);
    const right = known.get(b);
    if (left === undefined || right === undefined || find(a) === find(b)) continue;
    if (isSameStory(printOf(left), printOf(right))) union(a, b);
  }
  for (const { id, storyId } of others) if (storyId !== null) union(id, storyId);
  const touched = new Set(seeds.map(({ id }) => find(id)));
  const groups = new Map<number, ArticleRow[]>();
  for (const row of known.values()) {
    const root = find(row.id);
    if (touched.has(root)) append(groups, root, row);
  }
  return [...groups.values()];
}

async function writeStories(
  db: Queries,
  seeds: readonly ArticleRow[],
  others: readonly ArticleRow[],
  moved: ReadonlyMap<number, number>,
): Promise<void> {
  const write = (where: string, rows: [number, number][]) =>
    db.query(
      `UPDATE news_items n SET story_id = v.story_id FROM unnest($1::int[], $2::int[]) AS v(id, story_id)
       WHERE ${where} = v.id AND n.story_id IS DISTINCT FROM v.story_id`,
      [rows.map(([id]) => id), rows.map(([, storyId]) => storyId)],
    );
  // First whole stories that were joined to others, then the compared articles one by one.
  const joined = new Map<number, number>();
  for (const { id, storyId } of others) {
    const target = moved.get(id);
    if (target !== undefined && storyId !== null && storyId !== target) joined.set(storyId, target);
  }
  await write("n.story_id", [...joined]);
  await write(
    "n.id",
    [...seeds, ...others].flatMap(({ id }) => {
      const target = moved.get(id);
      return target === undefined ? [] : [[id, target] as [number, number]];
    }),
  );
}

/**
 * Marks in `company_news` the articles that a company's list omits: all except the earliest article of each story about
 * the company.
 * @returns the articles whose mark changed.
 */
export async function markCopies(db: Queries, storyIds: readonly number[]): Promise<number[]> {
  const rows = await db.query<{ id: number }>(
    `WITH ranked AS (
       SELECT cn.company_id, cn.news_item_id,
         row_number() OVER (PARTITION BY cn.company_id, n.story_id ORDER BY n.published_at, n.url COLLATE "C") > 1 AS copy
       FROM news_items n JOIN company_news cn ON cn.news_item_id = n.id WHERE n.story_id = ANY($1::int[])
     )
     UPDATE company_news cn SET is_copy = r.copy FROM ranked r
     WHERE cn.company_id = r.company_id AND cn.news_item_id = r.news_item_id AND cn.is_copy <> r.copy
     RETURNING cn.news_item_id AS id`,
    [storyIds],
  );
  return [...new Set(rows.map(({ id }) => id))];
}
