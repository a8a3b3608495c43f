/** JSON as it can be stored and compared. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json | undefined };

/** One question to a paid provider: what decides its answer and its cost, and how one attempt is made. */
export interface ProviderCall<T extends Json> {
  /** Name of the provider as the configuration knows it. */
  provider: string;
  /** What it is asked to do: `chat`, `search`. */
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
 * Makes a call for whoever pays: counts it, repeats what may succeed later, and remembers its answer. Providers are given it, so
 * that none of them is called past the ledger.
 * @throws ProviderError, CostCapReachedError
 */
export type Pay = <T extends Json>(call: ProviderCall<T>) => Promise<T>;
