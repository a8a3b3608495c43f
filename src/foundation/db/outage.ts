import { Prisma } from "#generated/prisma/client";
import { DatabaseUnavailableError } from "./database-unavailable.ts";

/**
 * SQLSTATEs of an unavailable server (PostgreSQL, appendix A): connections (08), resources (53), system errors (58),
 * shutdowns and ended sessions (57P), a demoted primary (25006).
 */
const AWAY_STATES = /^(?:08...|53...|58...|57P0[1235]|25006)$/;
/** A timeout of a statement, transaction or lock, a deadlock, or a serialisation failure. */
const BUSY_STATES = /^(?:57014|55P03|25P0[34]|40001|40P01)$/;

/** Node's codes of a connection that failed or broke. */
const SOCKET_CODES =
  /^(?:ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|ETIMEDOUT)$/;

/** Messages of node-postgres without any code (pg 8, pg-pool 3). */
const DRIVER_WORDS =
  /^(?:Connection terminated|Query read timeout|timeout expired|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed and is not queryable)/;

/** Prisma's codes for the same: unreachable, no answer in time, closed, no connection left; timeout, write conflict. */
const PRISMA_AWAY = /^(?:P1001|P1002|P1008|P1017|P2024|P2037)$/;
const PRISMA_BUSY = /^(?:P2028|P2034)$/;
/** Kinds of error from Prisma's adapter that carry no SQLSTATE. */
const ADAPTER_AWAY = /^(?:DatabaseNotReachable|ConnectionClosed|SocketTimeout|TooManyConnections)$/;

/** `away`: the server, or the way to it, is down. `busy`: the server is up, but could not do this now. */
type Outage = "away" | "busy";

function outageOfCode(code: string): Outage | null {
  if (AWAY_STATES.test(code) || SOCKET_CODES.test(code) || PRISMA_AWAY.test(code)) return "away";
  return BUSY_STATES.test(code) || PRISMA_BUSY.test(code) ? "busy" : null;
}

/** Classifies Prisma's errors, which wrap what the driver said. */
function outageOfPrisma({ code, meta }: Prisma.PrismaClientKnownRequestError): Outage | null {
  const wrapped = meta?.driverAdapterError;
  const facts: { originalCode?: unknown; kind?: unknown } =
    wrapped instanceof Error && typeof wrapped.cause === "object" ? (wrapped.cause ?? {}) : {};
  if (typeof facts.kind === "string" && ADAPTER_AWAY.test(facts.kind)) return "away";
  return outageOfCode(typeof facts.originalCode === "string" ? facts.originalCode : code) ?? outageOfCode(code);
}

/**
 * Returns the outage that made a statement fail and that may pass. Returns null where the statement itself is wrong or
 * no database failed.
 */
export function databaseOutage(error: unknown): Outage | null {
  if (!(error instanceof Error)) return null;
  if (error instanceof DatabaseUnavailableError) return "away";
  if (error instanceof Prisma.PrismaClientKnownRequestError) return outageOfPrisma(error);
  // "Refused on every address" carries its codes in its parts.
  if (error instanceof AggregateError) return databaseOutage(error.errors[0]);
  if ("code" in error && typeof error.code === "string") return outageOfCode(error.code);
  return DRIVER_WORDS.test(error.message) ? "away" : null;
}

export const isDatabaseOutage = (error: unknown): boolean => databaseOutage(error) !== null;
