import { storableLine } from "#foundation/language/storable-text";

/**
 * What can go wrong with a provider, the same set for all of them.
 * `auth`: it does not know the key · `quota`: the account has nothing left · `rate`: too often · `refused`: it will not do this
 * request · `unavailable`: it is not there or failed · `timeout`: no answer in time · `malformed`: an answer nobody can read.
 */
export type ProviderFailure = "auth" | "quota" | "rate" | "refused" | "unavailable" | "timeout" | "malformed";

export interface ProviderErrorFacts {
  provider: string;
  failure: ProviderFailure;
  /** One sentence for people, without keys and without the body of the answer beyond a short quote. */
  message: string;
  /** Whether the same request may succeed later. By default true of `rate`, `unavailable`, `timeout` and `malformed`. */
  retryable?: boolean;
  /** What the provider asks to wait for. */
  retryAfterMs?: number | undefined;
  /**
   * What the call can have cost, in millionths of a US dollar: 0 when the provider turned it away, a number when it told its
   * usage, undefined when nobody knows. By default 0 of `auth`, `quota`, `rate` and `refused`.
   */
  costMicroUsd?: number | undefined;
  cause?: unknown;
}

const WORTH_A_RETRY: ReadonlySet<ProviderFailure> = new Set(["rate", "unavailable", "timeout", "malformed"]);
const TURNED_AWAY: ReadonlySet<ProviderFailure> = new Set(["auth", "quota", "rate", "refused"]);

/** Characters of what a provider says that are told. */
const LONGEST_SAID = 200;
/** Shorter keys are words, which servers that want none are given; taking them out would only garble the message. */
const SHORTEST_SECRET = 6;

const literally = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** A secret in whatever way a server writes it: each character as it is, or escaped as in JSON or in an address. */
function asWritten(secret: string): RegExp {
  const characters = [...secret].map((character) => {
    const code = character.charCodeAt(0).toString(16).padStart(4, "0");
    const ways = [character, encodeURIComponent(character), `%${code.slice(-2)}`, `\\u${code}`];
    if (character === " ") ways.push("+");
    return `\\\\?(?:${ways.map(literally).join("|")})`;
  });
  return new RegExp(characters.join(""), "gi");
}

/** What a provider says of its own error, in a few words that can be logged and stored, without the key that it was sent. */
export function saidBy(text: string, secret: string | undefined): string {
  const isSecret = secret !== undefined && secret.length >= SHORTEST_SECRET;
  return storableLine(isSecret ? text.replace(asWritten(secret), "…") : text, LONGEST_SAID);
}

/**
 * Node's and undici's codes for a connection that was never made, a certificate that is not valid included: nothing was sent, so
 * nothing can have been charged.
 */
const NOT_CONNECTED =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|CERT_.*|ERR_TLS_CERT.*|DEPTH_ZERO_.*|SELF_SIGNED.*|UNABLE_TO_.*)$/;

/** The code of an error that says that no connection was made, however it is wrapped; undefined where one may have been. */
export function notConnectedCode(error: unknown): string | undefined {
  for (let at: unknown = error; at instanceof Error; at = at.cause)
    if ("code" in at && typeof at.code === "string") return NOT_CONNECTED.test(at.code) ? at.code : undefined;
  return undefined;
}

/** A gateway lost the provider behind it, which may have gone on and charged: 502, 504, and 524 of Cloudflare's. */
const LOST_BEHIND_GATEWAY: ReadonlySet<number> = new Set([502, 504, 524]);

/** What an answer of a status of 3xx, 4xx or 5xx can have cost: nothing, or nobody knows. */
export const costOfStatus = (status: number): number | undefined => (LOST_BEHIND_GATEWAY.has(status) ? undefined : 0);

/** Failures that say nothing about the request: the provider, or the way to it, is not there now. */
const AWAY: ReadonlySet<ProviderFailure> = new Set(["rate", "unavailable", "timeout"]);

/** Whether a provider did not answer, and may answer the same request later. */
export const isProviderAway = (error: unknown): error is ProviderError =>
  error instanceof ProviderError && error.retryable && AWAY.has(error.failure);

/** A call to a provider that gave no answer that can be used. */
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
