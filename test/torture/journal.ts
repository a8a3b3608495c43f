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
  monitors: {
    monitorId: number /** Companies that were in at its first look, before anything was told. */;
    startedWith: number[];
  }[];
  webhooks: { webhookId: number; teamId: number; secret: string }[];
  /** What webhooks received. */
  messages: Message[];
  /** Columns by their Idempotency-Key. */
  columns: Map<string, Set<number>>;
  /** Columns whose filling was acknowledged, and when that was asked for; named as the tables name them. */
  fills: { column_id: number; since: Date }[];
  /** Markets whose fill somebody cancelled, and did not resume. */
  stoppedMarkets: Set<number>;
  /** Backups that were acknowledged, oldest first, each with what had been acknowledged before it began. */
  backups: { file: string; before: Journal }[];
  /** What must never happen, seen as it happened. */
  faults: string[];
  /** How often a key was asked with after its revocation, and refused. */
  refusals: number;
  /** Answers that acknowledged something. */
  acknowledged: number;
}

/** A message to a webhook, as it came. */
export interface Message {
  teamId: number;
  /** `webhook-id`. */
  id: string;
  /** `webhook-timestamp`, seconds of Unix time. */
  timestamp: number;
  signature: string;
  body: string;
  noticeId: string;
  /** Whether the receiver has said that it has it. */
  isAccepted: boolean;
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
  monitors: [],
  webhooks: [],
  messages: [],
  columns: new Map(),
  fills: [],
  stoppedMarkets: new Set(),
  backups: [],
  faults: [],
  refusals: 0,
  acknowledged: 0,
});

/** A journal as it stands, without the long lists that no backup is compared with. */
export const copyOf = (journal: Journal): Journal => structuredClone({ ...journal, messages: [], backups: [] });
