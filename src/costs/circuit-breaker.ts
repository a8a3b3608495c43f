import { ProviderError } from "#providers/provider-error";
import { CostCapReachedError } from "./cost-cap.ts";

/** Number of consecutive failures after which a provider counts as down. */
const MOST_FAILURES_IN_A_ROW = 5;

/** Tells when calling a provider again is pointless within one piece of work. */
export interface CircuitBreaker {
  /** Returns why the provider is no longer called; null while it is called. */
  stopped(): string | null;
  succeeded(): void;
  /**
   * Counts a failure. After a reached cap, a refused key or an empty account, no call will succeed. Other failures open
   * the breaker after five in a row.
   * @throws the error itself, where neither a provider nor a cap caused it
   */
  failed(error: unknown): void;
}

export function createCircuitBreaker(): CircuitBreaker {
  let inARow = 0;
  let reason: string | null = null;
  const reasonOf = (error: ProviderError | CostCapReachedError): string | null => {
    if (error instanceof CostCapReachedError) return error.detail ?? "the cost cap is reached";
    if (error.failure === "auth" || error.failure === "quota") return error.message;
    return ++inARow >= MOST_FAILURES_IN_A_ROW ? `${inARow} failures in a row; the last: ${error.message}` : null;
  };
  return {
    stopped: () => reason,
    succeeded() {
      inARow = 0;
    },
    failed(error) {
      if (!(error instanceof ProviderError || error instanceof CostCapReachedError)) throw error;
      reason ??= reasonOf(error);
    },
  };
}
