import type { Queries } from "#foundation/db/database";
import type { TermIndex } from "./asked-words.ts";
import type { IndexState, PostingCache } from "./posting-cache.ts";
import type { PostingList } from "./posting-lists.ts";

/**
 * Looks up the words of the index in the database: one statement for lists that are not cached, one for corrections.
 */
export function embeddedTerms(db: Queries, cache: PostingCache, state: IndexState): TermIndex<PostingList> {
  return {
    lookUp: (terms) =>
      cache.lists(
        state,
        terms.map((term) => ({ field: "word", term }) as const),
      ),
    isUnknown: (list) => list.size === 0,
    corrections: ({ asked, slips }) =>
      db.query<{ asked: string; term: string }>(
        `SELECT s.asked, p.term FROM (
           SELECT DISTINCT s.asked, stem FROM unnest($1::text[], $2::text[]) AS s(asked, slip), unnest(ts_lexize('english_stem', s.slip)) AS stem
         ) s JOIN company_postings p ON p.field = 'word' AND p.term = s.stem
         GROUP BY s.asked, p.term ORDER BY s.asked, sum(p.companies) DESC, p.term`,
        [asked, slips],
      ),
  };
}
