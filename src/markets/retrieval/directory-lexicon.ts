import type { SifVectors } from "./sif-vectors.ts";

/** Word vectors, as planning compares words with a question. */
export type WordSpace = Pick<SifVectors, "vectorOf" | "cosine">;

/**
 * The words of a directory, which is all that planning knows of it. Terms are numbers of stems, valid within one lexicon. An index in
 * memory is one; a directory in an engine elsewhere has one of its own (`engine/stored-lexicon.ts`).
 */
export interface DirectoryLexicon {
  /** Companies of the directory. */
  readonly companies: number;
  /** Null where there was too little text to learn word vectors from. */
  readonly sif: WordSpace | null;
  /** The number of a stem; undefined where no company's text has it. */
  termNumber(stem: string): number | undefined;
  /** Companies whose text has the term. */
  documentFrequency(term: number): number;
  /** BM25's weight of a stem by how few companies have it; of one that no company has, that of a word of one company. */
  idf(stem: string): number;
}
