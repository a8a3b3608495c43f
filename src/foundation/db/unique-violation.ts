import pg from "pg";
import { Prisma } from "#generated/prisma/client";

/** PostgreSQL's SQLSTATE. */
const UNIQUE_VIOLATION = "23505";

/** Whether a write failed because a unique index, also a partial one, already holds such a row. */
export function isUniqueViolation(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return error.code === UNIQUE_VIOLATION;
  if (!(error instanceof Prisma.PrismaClientKnownRequestError)) return false;
  return error.code === "P2002" || (error.code === "P2010" && codeOf(error.meta) === UNIQUE_VIOLATION);
}

/** Returns the SQLSTATE of a raw statement's error from its details, where Prisma's adapters put it. */
function codeOf(meta: { driverAdapterError?: { cause?: { originalCode?: unknown } }; code?: unknown } = {}): unknown {
  return meta.driverAdapterError?.cause?.originalCode ?? meta.code;
}
