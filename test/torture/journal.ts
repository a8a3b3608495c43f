/** What the product has acknowledged to somebody: each of it has to be true in the end. */
export interface Journal {
  /** Starts by their Idempotency-Key: the markets that answers to it named. */
  starts: Map<string, Set<number>>;
  /** Jobs of acknowledged extensions and publishes, by their Idempotency-Key. */
  jobs: Map<string, Set<number>>;
  /** Markets and jobs of which a cancel was acknowledged. */
  cancelled: { marketId: number; jobId: number }[];
  /** What somebody who followed a market saw, resumed after each interruption. */
  followed: { marketId: number; entries: { sequence: number; message: string }[] }[];
  /** Domains of imports that ended well. */
  domains: string[];
  /** Addresses of observations whose import ended well. */
  observations: string[];
  /** Runs of dossiers. */
  dossierTasks: string[];
  races: Race[];
  /** What must never happen, seen as it happened. */
  faults: string[];
  /** How often a key was asked with after its revocation, and refused. */
  refusals: number;
  /** Answers that acknowledged something. */
  acknowledged: number;
}

export interface Race {
  marketId: number;
  racers: number;
  /** Jobs of the answers that granted an extension. */
  wonBy: number[];
  conflicts: number;
  /** Racers that gave up without an answer. */
  unanswered: number;
}

export const emptyJournal = (): Journal => ({
  starts: new Map(),
  jobs: new Map(),
  cancelled: [],
  followed: [],
  domains: [],
  observations: [],
  dossierTasks: [],
  races: [],
  faults: [],
  refusals: 0,
  acknowledged: 0,
});
