import { brokenOff, isTimeout, notConnected, timedOut, turnedAway } from "../failed-call.ts";
import { ProviderError, saidBy } from "../provider-error.ts";
import { FormRefusedError, refusesForm } from "./form-refused.ts";
import { sdk } from "./sdk.ts";

export interface FailedCall {
  provider: string;
  /** The key, which servers may repeat in their messages. */
  apiKey: string | undefined;
  signal: AbortSignal;
}

/**
 * Converts the SDK's error into a ProviderError. A status of 3xx, 4xx or 5xx means the call was refused and costs
 * nothing, except for gateway errors. A call that breaks off midway may have been charged. SDK errors that quote the
 * answer are not kept as the cause, because a server may repeat the key there and logs show causes.
 */
export function toProviderError(error: unknown, { provider, apiKey, signal }: FailedCall): ProviderError {
  const { APICallError, NoObjectGeneratedError } = sdk();
  if (isTimeout(signal.reason) || isTimeout(error)) return timedOut(provider, error);
  if (APICallError.isInstance(error) && error.statusCode !== undefined && error.statusCode >= 300) {
    const { statusCode: status, responseBody: body = "", responseHeaders } = error;
    const refusal = turnedAway({ provider, status, body, apiKey, retryAfter: responseHeaders?.["retry-after"] });
    if (!refusesForm(status, body)) return refusal;
    return new FormRefusedError({ provider, failure: "refused", message: refusal.message });
  }
  const unconnected = notConnected(provider, error);
  if (unconnected !== undefined) return unconnected;
  if (APICallError.isInstance(error) && error.statusCode === undefined) return brokenOff(provider, error);
  if (NoObjectGeneratedError.isInstance(error) || APICallError.isInstance(error))
    return new ProviderError({
      provider,
      failure: "malformed",
      message: `${provider} gave a response that cannot be read`,
    });
  return new ProviderError({
    provider,
    failure: "unavailable",
    message: `${provider} failed: ${error instanceof Error ? saidBy(error.message, apiKey) : "for no reason given"}`,
  });
}
