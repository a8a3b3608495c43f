import type { Config } from "#foundation/config/config";

/** The first message to the process that builds an index, or the lexicon of one elsewhere. */
export type IndexTask = {
  databaseUrl: string;
  /** Where the finished file is written. */
  path: string;
} & ({ what: "index"; embeddings: Config["embeddings"] } | { what: "lexicon" });

/** Its progress messages. */
export interface IndexProgressMessage {
  step: string;
  /** 0–1 within the step. */
  fraction: number;
}

/** Its exit code where the vectors do not fit into the platform's budget; its output has the message. */
export const NOT_PAID_FOR = 3;

/** Its exit code for a permanent failure, such as an unknown key; its output has the reason. */
export const NOT_WORTH_A_RETRY = 4;

/** Its exit codes for outages, where a retry may succeed. */
export const PROVIDER_AWAY = 5;
export const DATABASE_AWAY = 6;
