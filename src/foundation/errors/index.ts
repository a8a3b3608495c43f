/**
 * The closed set of errors that callers see. Domains throw them.
 * One table (`ERROR_STATUS`) maps the code to HTTP, and the GraphQL layer puts it into `extensions.code`.
 * Anything but an `AppError` is a bug or an outage: it is logged with its stack and answered as INTERNAL_SERVER_ERROR
 * everywhere.
 */

/** Every error code with its HTTP status. */
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

/** Guards values from outside, such as `extensions.code`. */
export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === "string" && Object.hasOwn(ERROR_STATUS, value);
}

/**
 * An expected failure. `detail` tells the sender which value is wrong and why.
 * It never carries SQL, a stack or another team's data.
 * `words` replaces the default opening words of the message where the contract wants others.
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

/** The request's values are wrong: 400. */
export class InvalidInputError extends AppError {
  constructor(detail: string) {
    super("INVALID_INPUT", detail);
  }
}

/** The key is missing or wrong, or the session or token is invalid: 401. */
export class UnauthorisedError extends AppError {
  constructor(words = "API Key is missing or invalid") {
    super("UNAUTHORISED", undefined, words);
  }
}

/** A session or token is invalid: 401. */
export class UserNotAuthenticatedError extends UnauthorisedError {
  constructor() {
    super("User not authenticated");
  }
}

/** The caller is known but lacks the permission: 403. */
export class ForbiddenError extends AppError {
  constructor(detail?: string, words?: string) {
    super("FORBIDDEN", detail, words);
  }
}

/**
 * Nothing with that identity in the caller's tenancy: 404. Used for other teams' objects too, so that their existence
 * does not leak.
 */
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

/** Too many requests: 429. The client is served again after the given wait. */
export class RateLimitedError extends AppError {
  readonly retryAfterSeconds: number;
  /** Requests allowed within the window that ends after `retryAfterSeconds`; null where the limit is not one of time. */
  readonly limit: number | null;

  constructor(detail: string, retryAfterSeconds: number, limit: number | null) {
    super("RATE_LIMITED", detail);
    this.retryAfterSeconds = retryAfterSeconds;
    this.limit = limit;
  }
}

/** Seconds after which a failed part may be back. */
export const RETRY_AFTER_SECONDS = 5;

/** A part that the answer needs is down: 503, worth a retry. */
export class ServiceUnavailableError extends AppError {
  constructor(detail: string) {
    super("SERVICE_UNAVAILABLE", detail);
  }
}

/** Returns how many seconds a client should wait before it tries again; null where trying again does not help by itself. */
export function retryAfterSeconds(error: AppError): number | null {
  if (error instanceof RateLimitedError) return error.retryAfterSeconds;
  return error.code === "SERVICE_UNAVAILABLE" ? RETRY_AFTER_SECONDS : null;
}

/** The opening words of each message, unless the operation has its own (see the contract's table of messages). */
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

/** Returns the opening words (the error's own, or those given), then `: ` and the detail where there is one. */
export function messageOf(error: AppError, words: string = ERROR_WORDS[error.code]): string {
  const opening = error.words ?? words;
  return error.detail === undefined ? opening : `${opening}: ${error.detail}`;
}
