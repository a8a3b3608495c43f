import type { SentenceSource } from "../growing-vectors.ts";

/** The sentence model beside an engine. It makes vectors for the companies that the engine stores. */
export interface EngineSentences {
  source: SentenceSource;
  /** Makes the missing vectors of these companies. The next search finds them. */
  give(ids: readonly number[]): Promise<void>;
  /**
   * Makes vectors for at most `count` further companies, newest first. @returns the number tried, 0 when none is left
   */
  giveNext(count: number): Promise<number>;
  /** Returns the vectors of these companies, whether or not the engine has them. */
  vectorsOf(ids: readonly number[]): Promise<Float32Array[]>;
}
