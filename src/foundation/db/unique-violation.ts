import pg from "pg";
import { Prisma } from "#generated/prisma/client";

/** PostgreSQL's code of it. */
const UNIQUE_VIOLATION = "23505";

/** Whether a write failed because a unique index, partial ones included, already holds such a row. */
export function isUniqueViolation(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return error.code === UNIQUE_VIOLATION;
  if (!(error instanceof Prisma.PrismaClientKnownRequestError)) return false;
  // A raw statement's error has PostgreSQL's code in its details.
  return error.code === "P2002" || (error.code === "P2010" && error.meta?.code === UNIQUE_VIOLATION);
}
