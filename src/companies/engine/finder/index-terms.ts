import type { Queries } from "#foundation/db/database";
import type { TermIndex } from "../../search/asked-words.ts";
import { asToken } from "../company-document.ts";
import type { SearchEngine } from "../search-engine.ts";
import { type Clause, countsOf } from "./ask-index.ts";

/** A term, and how many companies have it. */
export interface CountedTerm {
  term: string;
  companies: number;
}

/** Terms that are asked for together at first, when most of them are of no company. */
const GROUP = 64;
/** Into so many parts a group is cut that has some. */
const PARTS = 8;

export const hasTerm = (term: string): Clause => ({ term: { lexemes: asToken(term) } });

const cut = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size));

/**
 * Those of many terms that companies use, with their counts. Of the hundreds of words that a slip may stand for a few are words at all, so
 * that groups are asked for first: three requests in place of hundreds of searches.
 */
async function usedTerms(engine: SearchEngine, terms: readonly string[]): Promise<CountedTerm[]> {
  let groups = cut(terms, GROUP);
  for (let size = GROUP; size > 1; size = Math.ceil(size / PARTS)) {
    const counts = await countsOf(
      engine,
      groups.map((group) => ({ terms: { lexemes: group.map(asToken) } })),
    );
    groups = groups.filter((_, at) => (counts[at] ?? 0) > 0).flatMap((group) => cut(group, Math.ceil(size / PARTS)));
  }
  const last = groups.flat();
  const counts = await countsOf(engine, last.map(hasTerm));
  return last.map((term, at) => ({ term, companies: counts[at] ?? 0 })).filter(({ companies }) => companies > 0);
}

/** The words of the engine's index. Their stems are the database's, which reads no table for them. */
export function indexTerms(db: Queries, engine: SearchEngine): TermIndex<CountedTerm> {
  return {
    async lookUp(terms) {
      const counts = await countsOf(engine, terms.map(hasTerm));
      return terms.map((term, at) => ({ term, companies: counts[at] ?? 0 }));
    },
    isUnknown: ({ companies }) => companies === 0,
    async corrections({ asked, slips }) {
      const rows = await db.query<{ asked: string; term: string }>(
        `SELECT DISTINCT s.asked, stem AS term FROM unnest($1::text[], $2::text[]) AS s(asked, slip), unnest(ts_lexize('english_stem', s.slip)) AS stem`,
        [asked, slips],
      );
      const used = await usedTerms(engine, [...new Set(rows.map(({ term }) => term))]);
      const counts = new Map(used.map(({ term, companies }) => [term, companies]));
      return rows
        .filter(({ term }) => counts.has(term))
        .sort(
          (a, b) =>
            (counts.get(b.term) ?? 0) - (counts.get(a.term) ?? 0) ||
            Buffer.compare(Buffer.from(a.term), Buffer.from(b.term)),
        );
    },
  };
}
