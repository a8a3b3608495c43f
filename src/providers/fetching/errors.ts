/** The address may not be fetched at all: not public, not http(s), forbidden by robots.txt. Trying again cannot help. */
export class FetchRefusedError extends Error {
  readonly retryable = false;
  readonly url: string;

  /** `reason` is the rest of a sentence that begins with the address: "leads to an address that is not public". */
  constructor(url: URL | string, reason: string, options?: ErrorOptions) {
    super(`${shownUrl(url)} ${reason}.`, options);
    this.name = "FetchRefusedError";
    this.url = String(url);
  }
}

/** Fetching is allowed but failed: no answer, a broken one, or one that is too large. */
export class FetchFailedError extends Error {
  /** Whether the same request may succeed later. */
  readonly retryable: boolean;
  readonly url: string;
  /** How long the server asks to wait, where it says so. */
  readonly retryAfterMs: number | null;

  constructor(
    url: URL | string,
    reason: string,
    retryable: boolean,
    options?: ErrorOptions & { retryAfterMs?: number | null },
  ) {
    super(`${shownUrl(url)} ${reason}.`, options);
    this.name = "FetchFailedError";
    this.url = String(url);
    this.retryable = retryable;
    this.retryAfterMs = options?.retryAfterMs ?? null;
  }
}

const LONGEST_SHOWN = 120;

/** An address for people: without a password and without the query, which may hold a key. */
export function shownUrl(url: URL | string): string {
  let shown = "The address";
  try {
    const { protocol, host, pathname } = new URL(url);
    shown = host === "" ? `An address of the scheme ${protocol}` : `${protocol}//${host}${pathname}`;
  } catch {
    // A text that is no URL is not repeated: it may be anything.
  }
  return shown.length > LONGEST_SHOWN ? `${shown.slice(0, LONGEST_SHOWN - 1)}…` : shown;
}

/** Explains an error of Node's or undici's: the rest of a sentence, and whether the same request may succeed later. */
const MEANINGS: [codes: RegExp, reason: string, retryable: boolean][] = [
  [/^(?:ENOTFOUND|ENODATA)$/, "has a host name that does not exist", false],
  [/^(?:EAI_AGAIN|ETIMEOUT)$/, "has a host name that could not be looked up now", true],
  [/^ECONNREFUSED$/, "is not served: the connection was refused", true],
  [/^(?:ECONNRESET|EPIPE|UND_ERR_SOCKET|UND_ERR_ABORTED)$/, "broke off the connection", true],
  [/^(?:ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/, "could not be connected to in time", true],
  [/^UND_ERR_HEADERS_TIMEOUT$/, "did not begin its answer in time", true],
  [/^UND_ERR_BODY_TIMEOUT$/, "stopped in the middle of its answer", true],
  [/^(?:UND_ERR_HEADERS_OVERFLOW|HPE_HEADER_OVERFLOW)$/, "answered with headers that are too large", false],
  [/^(?:EHOSTUNREACH|ENETUNREACH|ENETDOWN|EADDRNOTAVAIL)$/, "cannot be reached from here", true],
  [/^Z_|^ERR__ERROR|^ERR_BROTLI|^ERR_PADDING/, "sent a body that is not in the compression that it names", false],
  [/^HPE_|^UND_ERR_RES/, "did not answer in HTTP", false],
  [
    /^(?:CERT_|ERR_TLS_CERT|DEPTH_ZERO_|SELF_SIGNED|UNABLE_TO_|ERR_TLS_INVALID|HOSTNAME_MISMATCH)/,
    "has a certificate that is not valid for it",
    false,
  ],
  [/^(?:ERR_SSL|ERR_TLS|EPROTO)/, "could not agree on an encrypted connection", false],
];

/** Wraps errors of Node and undici; refusals and our own failures pass unchanged. */
export function toFetchError(url: URL, error: unknown): FetchRefusedError | FetchFailedError {
  if (error instanceof FetchRefusedError || error instanceof FetchFailedError) return error;
  const code = codeOf(error);
  const meaning = MEANINGS.find(([codes]) => codes.test(code));
  if (meaning) return new FetchFailedError(url, meaning[1], meaning[2], { cause: error });
  return new FetchFailedError(url, "could not be fetched", false, { cause: error });
}

/** Node tries all addresses of a host and reports an AggregateError; its first part says what happened. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return "";
  const code: unknown = Reflect.get(error, "code");
  if (typeof code === "string" && code !== "") return code;
  if (error instanceof AggregateError) return codeOf(error.errors[0]);
  return error.cause === undefined ? "" : codeOf(error.cause);
}
