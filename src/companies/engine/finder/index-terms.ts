import type { Queries } from "#foundation/db/database";
import type { TermIndex } from "../../search/asked-words.ts";
import { asToken } from "../company-document.ts";
import type { SearchEngine } from "../search-engine.ts";
import { type Clause, countsOf } from "./ask-index.ts";

/** A term and the number of companies that have it. */
export interface CountedTerm {
  term: string;
  companies: number;
}

/** Number of terms in a group of the first request. Most of them belong to no company. */
const GROUP = 64;
/** Number of parts that a group with known terms is divided into. */
const PARTS = 8;

export const hasTerm = (term: string): Clause => ({ term: { lexemes: asToken(term) } });

const cut = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size));

/**
 * Returns the terms that companies use, with their counts. Few of the hundreds of slips of a word are words themselves.
 * Groups are therefore tested first: three requests replace hundreds of searches.
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

/** Looks up the words of the engine's index. The database stems them without reading a table. */
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
