import { costOfStatus, notConnectedCode, ProviderError, type ProviderFailure, saidBy } from "./provider-error.ts";
import { retryAfterMs } from "./retry-after.ts";

/** Other statuses below 500 mean a refused request; from 500 on, an unavailable provider. */
const BY_STATUS: Record<number, ProviderFailure> = {
  401: "auth",
  402: "quota",
  403: "auth",
  408: "timeout",
  429: "rate",
};

/** Returns what an HTTP error (3xx, 4xx or 5xx) means for the call. */
const failureOfStatus = (status: number): ProviderFailure =>
  BY_STATUS[status] ?? (status < 500 ? "refused" : "unavailable");

/** An answer that refused the request. */
export interface Refusal {
  provider: string;
  status: number;
  body: string;
  retryAfter: string | null | undefined;
  /** The key, which is removed from the provider's message. */
  apiKey: string | undefined;
  /** Overrides the failure, for a provider that gives its status another meaning. */
  failure?: ProviderFailure;
}

/** Makes the error of a refused request in the provider's words; it never quotes the request. */
export function turnedAway({ provider, status, body, retryAfter, apiKey, failure }: Refusal): ProviderError {
  const said = saidBy(body, apiKey);
  return new ProviderError({
    provider,
    failure: failure ?? failureOfStatus(status),
    message: `${provider} answered ${status}${said === "" ? "" : `: ${said}`}`,
    retryAfterMs: retryAfterMs(retryAfter),
    costMicroUsd: costOfStatus(status),
  });
}

/** Whether an error, or a signal's reason, is a timeout. */
export const isTimeout = (error: unknown): boolean => error instanceof Error && error.name === "TimeoutError";

export const timedOut = (provider: string, cause: unknown): ProviderError =>
  new ProviderError({ provider, failure: "timeout", message: `${provider} did not answer in time`, cause });

/** Makes the error of a call without a connection; undefined where one may have been made. */
export function notConnected(provider: string, error: unknown): ProviderError | undefined {
  const code = notConnectedCode(error);
  if (code === undefined) return undefined;
  const message = `${provider} cannot be reached (${code})`;
  return new ProviderError({ provider, failure: "unavailable", message, costMicroUsd: 0, cause: error });
}

/** Makes the error of a call that ended in the middle of its answer: it may have been charged. */
export const brokenOff = (provider: string, cause: unknown): ProviderError =>
  new ProviderError({
    provider,
    failure: "unavailable",
    message: `${provider} broke off in the middle of its answer`,
    cause,
  });
