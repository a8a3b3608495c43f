/**
 * The closed set of errors that callers are told about. Domains throw these; one table (`ERROR_STATUS`) maps the code
 * to HTTP, the GraphQL layer puts it into `extensions.code`. Whatever is not an `AppError` is a bug or an outage: it is
 * logged with its stack and answered INTERNAL_SERVER_ERROR on every surface.
 */

/** Every error code and the HTTP status that it answers with. */
export const ERROR_STATUS = {
  INVALID_INPUT: 400,
  QUERY_VALIDATION_FAILED: 400,
  UNAUTHORISED: 401,
  QUOTA_EXCEEDED: 402,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  CONFLICT: 409,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  RATE_LIMITED: 429,
  INTERNAL_SERVER_ERROR: 500,
  SERVICE_UNAVAILABLE: 503,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** Guards values that come back from outside, such as `extensions.code`. */
export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === "string" && Object.hasOwn(ERROR_STATUS, value);
}

/**
 * An expected failure. `detail` says which value is wrong and why, for the person who sent it; it never carries SQL, a
 * stack or another team's data. `words` replaces the default opening words of the message where the contract wants others.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly detail: string | undefined;
  readonly words: string | undefined;

  constructor(code: ErrorCode, detail?: string, words?: string) {
    super(detail ?? words ?? code);
    this.name = new.target.name;
    this.code = code;
    this.detail = detail;
    this.words = words;
  }
}

/** The request's own values are wrong: 400. */
export class InvalidInputError extends AppError {
  constructor(detail: string) {
    super("INVALID_INPUT", detail);
  }
}

/** No key, a wrong key, or a session or token that is not valid: 401. */
export class UnauthorisedError extends AppError {
  constructor(words = "API Key is missing or invalid") {
    super("UNAUTHORISED", undefined, words);
  }
}

/** A session or a token that is not valid: 401. */
export class UserNotAuthenticatedError extends UnauthorisedError {
  constructor() {
    super("User not authenticated");
  }
}

/** The caller is known and may not: 403. */
export class ForbiddenError extends AppError {
  constructor(detail?: string, words?: string) {
    super("FORBIDDEN", detail, words);
  }
}

/** Nothing of that identity within the caller's tenancy: 404. Also for other teams' objects, so that existence is not leaked. */
export class NotFoundError extends AppError {
  constructor(detail?: string, words?: string) {
    super("NOT_FOUND", detail, words);
  }
}

/** The object's state forbids the operation now: 409. */
export class ConflictError extends AppError {
  constructor(detail: string) {
    super("CONFLICT", detail);
  }
}

/** The team has used up its discovery starts of this month: 402. */
export class QuotaExceededError extends AppError {
  constructor(detail: string) {
    super("QUOTA_EXCEEDED", detail);
  }
}

/** Too many requests: 429. After the given wait, the client is served again. */
export class RateLimitedError extends AppError {
  readonly retryAfterSeconds: number;
  /** How often it is allowed, within the window of time that ends after `retryAfterSeconds`; null: it is no matter of time. */
  readonly limit: number | null;

  constructor(detail: string, retryAfterSeconds: number, limit: number | null) {
    super("RATE_LIMITED", detail);
    this.retryAfterSeconds = retryAfterSeconds;
    this.limit = limit;
  }
}

/** After this many seconds a part that was down may be back. */
export const RETRY_AFTER_SECONDS = 5;

/** A part that the answer needs is down: 503, worth a retry. */
export class ServiceUnavailableError extends AppError {
  constructor(detail: string) {
    super("SERVICE_UNAVAILABLE", detail);
  }
}

/** How long a client is asked to wait before it tries again, in seconds; null where trying again does not help by itself. */
export function retryAfterSeconds(error: AppError): number | null {
  if (error instanceof RateLimitedError) return error.retryAfterSeconds;
  return error.code === "SERVICE_UNAVAILABLE" ? RETRY_AFTER_SECONDS : null;
}

/** The words each message begins with, unless the operation has its own (see the contract's table of messages). */
export const ERROR_WORDS: Record<ErrorCode, string> = {
  INVALID_INPUT: "Invalid input provided",
  QUERY_VALIDATION_FAILED: "Invalid query parameters",
  UNAUTHORISED: "API Key is missing or invalid",
  QUOTA_EXCEEDED: "Team quota exceeded",
  FORBIDDEN: "Forbidden",
  NOT_FOUND: "Not Found",
  METHOD_NOT_ALLOWED: "Method Not Allowed",
  CONFLICT: "Conflict",
  PAYLOAD_TOO_LARGE: "Payload Too Large",
  UNSUPPORTED_MEDIA_TYPE: "Unsupported Media Type",
  RATE_LIMITED: "Too Many Requests",
  INTERNAL_SERVER_ERROR: "Internal Server Error",
  SERVICE_UNAVAILABLE: "Service Unavailable",
};

/** `words` of the code (or the error's own), then `: ` and the detail where there is one. */
export function messageOf(error: AppError, words: string = ERROR_WORDS[error.code]): string {
  const opening = error.words ?? words;
  return error.detail === undefined ? opening : `${opening}: ${error.detail}`;
}
