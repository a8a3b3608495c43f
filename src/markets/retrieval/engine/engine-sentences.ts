import type { SentenceSource } from "../growing-vectors.ts";

/** The sentence model beside an engine: it gives the companies that the engine stores their vectors. */
export interface EngineSentences {
  source: SentenceSource;
  /** Gives these companies vectors, as far as they have none, and lets the next search find them. */
  give(ids: readonly number[]): Promise<void>;
  /** Gives at most so many further companies their vectors, the newest first. @returns how many were tried, 0 when none is left */
  giveNext(count: number): Promise<number>;
  /** The vectors of these companies, whether the engine has them or not. */
  vectorsOf(ids: readonly number[]): Promise<Float32Array[]>;
}
