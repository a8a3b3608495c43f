import { weightedStems } from "#companies/analysis/weighted-words";
import type { DirectoryCompany } from "#companies/directory-company";
import { SparseRowsBuilder } from "../postings.ts";
import type { StoredLexicon } from "./stored-lexicon.ts";

/**
 * Returns the word vectors of companies by a lexicon. Null for a company without a word that has a vector, and for all
 * companies where the lexicon has no vectors.
 */
export function wordVectors(lexicon: StoredLexicon, companies: readonly DirectoryCompany[]): (Float32Array | null)[] {
  const { sif } = lexicon;
  if (sif === null) return companies.map(() => null);
  const rows = new SparseRowsBuilder();
  for (const company of companies) {
    const row = new Map<number, number>();
    for (const [stem, count] of weightedStems(company)) {
      const term = lexicon.termNumber(stem);
      if (term !== undefined) row.set(term, count);
    }
    rows.addRow(row);
  }
  const vectors = sif.documentVectors(rows.build());
  return companies.map((_, i) => {
    const vector = vectors.slice(i * sif.dimensions, (i + 1) * sif.dimensions);
    return vector.some((value) => value !== 0) ? vector : null;
  });
}
