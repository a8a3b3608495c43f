import type { Config } from "#foundation/config/config";

/** What the process that builds an index is given, as its first message. */
export interface IndexTask {
  databaseUrl: string;
  embeddings: Config["embeddings"];
  /** Where the finished index is written. */
  path: string;
}

/** What it says while it works. */
export interface IndexProgressMessage {
  step: string;
  /** 0–1 within the step. */
  fraction: number;
}

/** Its exit code where the platform's budget does not hold the vectors; what it writes says so. */
export const NOT_PAID_FOR = 3;

/** Its exit code where trying again cannot help, such as for a key that is not known; what it writes says why. */
export const NOT_WORTH_A_RETRY = 4;

/** Its exit codes where the same may succeed later: what it needs does not answer now. */
export const PROVIDER_AWAY = 5;
export const DATABASE_AWAY = 6;
