import type { SifVectors } from "./sif-vectors.ts";

/** Word vectors, for the comparison of words with a question in planning. */
export type WordSpace = Pick<SifVectors, "vectorOf" | "cosine">;

/**
 * The words of a directory, which are all that planning needs. Terms are numbers of stems, valid within one lexicon.
 * The index in memory is a lexicon. A directory in an external engine has its own (`engine/stored-lexicon.ts`).
 */
export interface DirectoryLexicon {
  /** Number of companies in the directory. */
  readonly companies: number;
  /** Null where there was too little text to train word vectors. */
  readonly sif: WordSpace | null;
  /** Returns the number of a stem; undefined where no company's text has it. */
  termNumber(stem: string): number | undefined;
  /** Number of companies whose text has the term. */
  documentFrequency(term: number): number;
  /** BM25's inverse document frequency of a stem. A stem that no company has gets that of a word of one company. */
  idf(stem: string): number;
}
