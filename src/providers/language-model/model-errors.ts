import { APICallError, NoObjectGeneratedError } from "ai";
import { costOfStatus, notConnectedCode, ProviderError, type ProviderFailure, saidBy } from "../provider-error.ts";
import { retryAfterMs } from "../retry-after.ts";
import { FormRefusedError, refusesForm } from "./form-refused.ts";

const BY_STATUS: Record<number, ProviderFailure> = {
  400: "refused",
  401: "auth",
  402: "quota",
  403: "auth",
  404: "refused",
  408: "timeout",
  413: "refused",
  422: "refused",
  429: "rate",
};

const failureOf = (status: number): ProviderFailure => BY_STATUS[status] ?? (status < 500 ? "refused" : "unavailable");

function isNamed(error: unknown, ...names: string[]): boolean {
  return error instanceof Error && names.includes(error.name);
}

export interface FailedCall {
  provider: string;
  /** The key, which servers may repeat in what they say. */
  apiKey: string | undefined;
  signal: AbortSignal;
}

/**
 * An error of the SDK in the terms of all providers. A status of 3xx, 4xx or 5xx was turned away and costs nothing, but for
 * those of gateways; a call that ends in the middle may have been charged. Errors of the SDK that quote the answer are not kept as
 * the cause: a server may repeat the key in it, and logs show causes.
 */
export function toProviderError(error: unknown, { provider, apiKey, signal }: FailedCall): ProviderError {
  if (isNamed(signal.reason, "TimeoutError") || isNamed(error, "TimeoutError"))
    return new ProviderError({
      provider,
      failure: "timeout",
      message: `${provider} did not answer in time`,
      cause: error,
    });
  if (APICallError.isInstance(error) && error.statusCode !== undefined && error.statusCode >= 300) {
    const body = error.responseBody ?? "";
    const said = saidBy(body, apiKey);
    const message = `${provider} answered ${error.statusCode}${said === "" ? "" : `: ${said}`}`;
    if (refusesForm(error.statusCode, body)) return new FormRefusedError({ provider, failure: "refused", message });
    return new ProviderError({
      provider,
      failure: failureOf(error.statusCode),
      message,
      retryAfterMs: retryAfterMs(error.responseHeaders?.["retry-after"]),
      costMicroUsd: costOfStatus(error.statusCode),
    });
  }
  const code = notConnectedCode(error);
  if (code !== undefined)
    return new ProviderError({
      provider,
      failure: "unavailable",
      message: `${provider} cannot be reached (${code})`,
      costMicroUsd: 0,
      cause: error,
    });
  if (APICallError.isInstance(error) && error.statusCode === undefined)
    return new ProviderError({
      provider,
      failure: "unavailable",
      message: `${provider} broke off in the middle of its answer`,
      cause: error,
    });
  if (NoObjectGeneratedError.isInstance(error) || APICallError.isInstance(error))
    return new ProviderError({
      provider,
      failure: "malformed",
      message: `${provider} gave an answer that nobody can read`,
    });
  return new ProviderError({
    provider,
    failure: "unavailable",
    message: `${provider} failed: ${error instanceof Error ? saidBy(error.message, apiKey) : "for no reason given"}`,
  });
}
