/** JSON as it can be stored and compared. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json | undefined };

/** One call to a paid provider: what decides its answer and its cost, and how an attempt is made. */
export interface ProviderCall<T extends Json> {
  /** Name of the provider as the configuration knows it. */
  provider: string;
  /** The operation: `chat`, `search`. */
  operation: string;
  model?: string;
  /** All that decides the answer; never a key. */
  request: Json;
  /** The most that one attempt can cost, in millionths of a US dollar. */
  capMicroUsd: number;
  /** An attempt ends after this time. */
  timeoutMs: number;
  /** One attempt. @throws ProviderError */
  run(signal: AbortSignal): Promise<{ answer: T; costMicroUsd: number; usage: Record<string, number> }>;
}

/**
 * Makes a call on the payer's account: enters it in the ledger, retries it, and records its answer. Providers call only
 * through it, so no call bypasses the ledger.
 * @throws ProviderError, CostCapReachedError
 */
export type Pay = <T extends Json>(call: ProviderCall<T>) => Promise<T>;
