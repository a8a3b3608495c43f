import { Prisma } from "#generated/prisma/client";
import { DatabaseUnavailableError } from "./database-unavailable.ts";

/**
 * SQLSTATEs that say nothing about the statement and all about the server (PostgreSQL, appendix A): connections (08), resources
 * (53), the system below (58), shutdowns and cancels (57), locks that were not given in time (55P03), sessions that were ended
 * (25P03, 25P04), a primary that is one no more (25006), and transactions that got into each other's way (40001, 40P01).
 */
const OUTAGE_STATES = /^(?:08...|53...|58...|57014|57P0[1235]|55P03|25P0[34]|25006|40001|40P01)$/;

/** Node's codes of a connection that was not made or that broke. */
const SOCKET_CODES =
  /^(?:ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|ETIMEDOUT)$/;

/** What node-postgres says without any code (pg 8, pg-pool 3). */
const DRIVER_WORDS =
  /^(?:Connection terminated|Query read timeout|timeout expired|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed and is not queryable)/;

/** Prisma's codes for the same: not reachable, timed out, closed, no connection left, transactions that conflict or took too long. */
const PRISMA_CODES = /^(?:P1001|P1002|P1008|P1017|P2024|P2028|P2034|P2037)$/;

/** What the driver said, where Prisma has put its own words around it. */
function driverFacts({ meta }: Prisma.PrismaClientKnownRequestError): { originalCode?: unknown; kind?: unknown } {
  const wrapped = meta?.driverAdapterError;
  if (!(wrapped instanceof Error) || typeof wrapped.cause !== "object" || wrapped.cause === null) return {};
  return wrapped.cause;
}

/** Kinds of Prisma's adapter that come without an SQLSTATE. */
const ADAPTER_KINDS = /^(?:DatabaseNotReachable|ConnectionClosed|SocketTimeout|TooManyConnections)$/;

/**
 * Whether a failed statement failed because of the database server, or of the way to it, and not because of what it asked: the same
 * may succeed later.
 */
export function isDatabaseOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof DatabaseUnavailableError) return true;
  if (error instanceof Prisma.PrismaClientKnownRequestError) {
    const { originalCode, kind } = driverFacts(error);
    return (
      PRISMA_CODES.test(error.code) ||
      (typeof originalCode === "string" && OUTAGE_STATES.test(originalCode)) ||
      (typeof kind === "string" && ADAPTER_KINDS.test(kind))
    );
  }
  // "Refused on every address" carries its codes in the parts.
  if (error instanceof AggregateError) return error.errors.length > 0 && error.errors.every(isDatabaseOutage);
  if ("code" in error && typeof error.code === "string")
    return OUTAGE_STATES.test(error.code) || SOCKET_CODES.test(error.code);
  return DRIVER_WORDS.test(error.message);
}
