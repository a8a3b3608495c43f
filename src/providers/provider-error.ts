import { storableLine } from "#foundation/language/storable-text";

/**
 * Failures of any provider. `auth`: unknown key · `quota`: the account is exhausted · `rate`: too many requests ·
 * `refused`: it rejects this request · `unavailable`: it is unreachable or failed · `timeout`: no answer in time ·
 * `malformed`: an unreadable answer.
 */
export type ProviderFailure = "auth" | "quota" | "rate" | "refused" | "unavailable" | "timeout" | "malformed";

export interface ProviderErrorFacts {
  provider: string;
  failure: ProviderFailure;
  /** One sentence for people, without keys and without the body of the answer beyond a short quote. */
  message: string;
  /**
   * Whether the same request may succeed later. By default true for `rate`, `unavailable`, `timeout` and `malformed`.
   */
  retryable?: boolean;
  /** The wait that the provider asks for. */
  retryAfterMs?: number | undefined;
  /**
   * Possible cost of the call, in millionths of a US dollar: 0 when the provider refused it, the reported usage,
   * otherwise undefined. By default 0 for `auth`, `quota`, `rate` and `refused`.
   */
  costMicroUsd?: number | undefined;
  cause?: unknown;
}

const WORTH_A_RETRY: ReadonlySet<ProviderFailure> = new Set(["rate", "unavailable", "timeout", "malformed"]);
const TURNED_AWAY: ReadonlySet<ProviderFailure> = new Set(["auth", "quota", "rate", "refused"]);

/** How many characters of a provider's message are kept. */
const LONGEST_SAID = 200;
/** Shorter keys are plain words, given to servers that need no key; removing them would only garble the message. */
const SHORTEST_SECRET = 6;

const literally = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/**
 * Matches a secret in any form that a server may write: each character plain, or escaped as in JSON or in an address.
 */
function asWritten(secret: string): RegExp {
  const characters = [...secret].map((character) => {
    const code = character.charCodeAt(0).toString(16).padStart(4, "0");
    const ways = [character, encodeURIComponent(character), `%${code.slice(-2)}`, `\\u${code}`];
    if (character === " ") ways.push("+");
    return `\\\\?(?:${ways.map(literally).join("|")})`;
  });
  return new RegExp(characters.join(""), "gi");
}

/** A provider's error message, shortened for logs and records, without the key. */
export function saidBy(text: string, secret: string | undefined): string {
  const isSecret = secret !== undefined && secret.length >= SHORTEST_SECRET;
  return storableLine(isSecret ? text.replace(asWritten(secret), "…") : text, LONGEST_SAID);
}

/**
 * Node's and undici's codes for a connection that was never made, including one with an invalid certificate. Nothing
 * was sent, so nothing was charged.
 */
const NOT_CONNECTED =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|CERT_.*|ERR_TLS_CERT.*|DEPTH_ZERO_.*|SELF_SIGNED.*|UNABLE_TO_.*)$/;

/**
 * Returns the code of an error that proves that no connection was made, however it is wrapped; undefined where one may
 * have been made.
 */
export function notConnectedCode(error: unknown): string | undefined {
  for (let at: unknown = error; at instanceof Error; at = at.cause)
    if ("code" in at && typeof at.code === "string") return NOT_CONNECTED.test(at.code) ? at.code : undefined;
  return undefined;
}

/**
 * Statuses of a gateway that lost the provider behind it, which may have continued and charged: 502, 504, and
 * Cloudflare's 524.
 */
const LOST_BEHIND_GATEWAY: ReadonlySet<number> = new Set([502, 504, 524]);

/** Returns the possible cost of an HTTP error (3xx, 4xx or 5xx): nothing, or an unknown amount. */
export const costOfStatus = (status: number): number | undefined => (LOST_BEHIND_GATEWAY.has(status) ? undefined : 0);

/** Failures that do not concern the request: the provider, or the way to it, is unavailable. */
const AWAY: ReadonlySet<ProviderFailure> = new Set(["rate", "unavailable", "timeout"]);

/** Whether a provider did not answer but may answer the same request later. */
export const isProviderAway = (error: unknown): error is ProviderError =>
  error instanceof ProviderError && error.retryable && AWAY.has(error.failure);

/** A call to a provider that gave no usable answer. */
export class ProviderError extends Error {
  readonly provider: string;
  readonly failure: ProviderFailure;
  readonly retryable: boolean;
  readonly retryAfterMs: number | undefined;
  readonly costMicroUsd: number | undefined;

  constructor(facts: ProviderErrorFacts) {
    super(facts.message, { cause: facts.cause });
    this.name = "ProviderError";
    this.provider = facts.provider;
    this.failure = facts.failure;
    this.retryable = facts.retryable ?? WORTH_A_RETRY.has(facts.failure);
    this.retryAfterMs = facts.retryAfterMs;
    this.costMicroUsd = facts.costMicroUsd ?? (TURNED_AWAY.has(facts.failure) ? 0 : undefined);
  }
}
