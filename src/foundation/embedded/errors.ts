/** The embedded PostgreSQL cannot be used; the message says why and what to do. */
export class PostgresUnavailableError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "PostgresUnavailableError";
  }
}

/** No Temporal server can be used; the message says what was tried and what to do. */
export class TemporalUnavailableError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "TemporalUnavailableError";
  }
}

/** The Temporal server panicked at its start. Another start may succeed. */
export class TemporalStartPanicError extends TemporalUnavailableError {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "TemporalStartPanicError";
  }
}
