import { Prisma } from "#generated/prisma/client";

/** Whether a write failed because a unique index, partial ones included, already holds such a row. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Prisma.PrismaClientKnownRequestError && error.code === "P2002";
}
