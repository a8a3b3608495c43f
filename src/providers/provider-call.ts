/** JSON as it can be stored and compared. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json | undefined };

/** One call to a paid provider: what determines its answer and its cost, and how an attempt is made. */
export interface ProviderCall<T extends Json> {
  /** The provider's name in the configuration. */
  provider: string;
  /** The operation: `chat`, `search`. */
  operation: string;
  model?: string;
  /** Everything that determines the answer; never a key. */
  request: Json;
  /** Maximum cost of one attempt, in millionths of a US dollar. */
  capMicroUsd: number;
  /** Time limit of an attempt. */
  timeoutMs: number;
  /** Makes one attempt. @throws ProviderError */
  run(signal: AbortSignal): Promise<{ answer: T; costMicroUsd: number; usage: Record<string, number> }>;
}

/**
 * Makes a call on the payer's account: enters it in the ledger, retries it, and records its answer. Providers call only
 * through it, so no call bypasses the ledger.
 * @throws ProviderError, CostCapReachedError
 */
export type Pay = <T extends Json>(call: ProviderCall<T>) => Promise<T>;
