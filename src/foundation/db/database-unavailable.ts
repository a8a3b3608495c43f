/** The database cannot be used. The message is one line that says why and what to do, without the password. */
export class DatabaseUnavailableError extends Error {
  /** Whether the database may recover by itself; otherwise the operator has to fix something. */
  readonly isAway: boolean;

  constructor(message: string, { isAway = false, ...options }: ErrorOptions & { isAway?: boolean } = {}) {
    super(message, options);
    this.name = "DatabaseUnavailableError";
    this.isAway = isAway;
  }
}

/** What each failed connection means to the operator, by SQLSTATE or code of the system call. */
const REASONS: Record<string, string> = {
  "28P01": "the user or the password is wrong",
  "28000": "the server does not let this user in from here",
  "3D000": "there is no such database on the server: create it, because the product does not",
  "42501": "the user lacks the rights: it must be allowed to create tables, types and extensions in the database",
  "53300": "the server has no connection left",
  "57P03": "the server is starting or shutting down",
  ECONNREFUSED: "nothing listens there: is the server running?",
  ECONNRESET: "the server closed the connection",
  ENOTFOUND: "the host name is unknown",
  EAI_AGAIN: "the host name cannot be looked up now",
  EHOSTUNREACH: "the host cannot be reached",
  ENETUNREACH: "the network cannot be reached",
  ETIMEDOUT: "the server does not answer",
};

/** Codes that waiting does not cure. */
const LASTING: ReadonlySet<string> = new Set(["28P01", "28000", "3D000", "42501"]);

/** Formats `host:port/database as user` for messages: all of the URL but the password and the options. */
export function describeDatabase(url: string): string {
  const { hostname, port, pathname, username } = new URL(url);
  const user = username === "" ? "" : ` as ${decodeURIComponent(username)}`;
  return `${hostname || "localhost"}:${port || "5432"}${decodeURIComponent(pathname)}${user}`;
}

/**
 * Describes a failed connection in words. Keeps the driver's own text where the code is unknown, and an error that is
 * described already.
 */
export function databaseUnavailable(url: string, error: unknown): DatabaseUnavailableError {
  if (error instanceof DatabaseUnavailableError) return error;
  // "Refused on every address" carries its codes in its parts.
  const [cause] = error instanceof AggregateError ? error.errors : [error];
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  const own = cause instanceof Error ? cause.message : String(cause);
  const known = REASONS[code] ?? (/timeout/i.test(own) ? "the server does not answer" : undefined);
  return new DatabaseUnavailableError(`The database ${describeDatabase(url)} cannot be used: ${known ?? own}`, {
    cause: error,
    isAway: (known !== undefined || /^Connection terminated/.test(own)) && !LASTING.has(code),
  });
}
