import { z } from "zod";
import type { PrismaClient, Transaction } from "#foundation/db/database";
import { isUniqueViolation } from "#foundation/db/unique-violation";
import { ConflictError, InvalidInputError, NotFoundError } from "#foundation/errors/index";
import { hashPassword } from "../auth/password.ts";

/** The fields of a user and their bounds. */
export const USER_FIELDS = {
  email: z.email("is not an e-mail address").max(254).toLowerCase(),
  firstName: z.string().trim().min(1, "is missing").max(100),
  lastName: z.string().trim().min(1, "is missing").max(100),
  password: z.string().min(10, "must have 10 characters or more").max(200, "must have 200 characters or fewer"),
};

const newUser = z.object({ teamId: z.number().int().positive(), ...USER_FIELDS });
export type NewUser = z.input<typeof newUser>;

/**
 * Checks within the transaction that the team has a free place. Locks the team's row, so that two users cannot take the
 * last one. @throws NotFoundError for an unknown team, ConflictError when it is full
 */
export async function takePlace(tx: Transaction, teamId: number): Promise<void> {
  const [team] = await tx.$queryRaw<
    { max_users: number }[]
  >`SELECT max_users FROM teams WHERE id = ${teamId} FOR UPDATE`;
  if (team === undefined) throw new NotFoundError(`team ${teamId}`);
  if ((await tx.membership.count({ where: { teamId } })) >= team.max_users)
    throw new ConflictError(`team ${teamId} already has its maximum of ${team.max_users} users`);
}

/** Makes a user and its membership in one team. @throws InvalidInputError, NotFoundError, ConflictError */
export async function createUser(prisma: PrismaClient, input: NewUser): Promise<{ id: string; email: string }> {
  const parsed = newUser.safeParse(input);
  if (!parsed.success)
    throw new InvalidInputError(
      parsed.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`).join("; "),
    );
  const { teamId, password, ...person } = parsed.data;
  const passwordHash = await hashPassword(password);
  try {
    return await prisma.$transaction(async (tx) => {
      await takePlace(tx, teamId);
      return await tx.user.create({
        data: { ...person, passwordHash, memberships: { create: { teamId } } },
        select: { id: true, email: true },
      });
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw new ConflictError(`a user with the e-mail ${person.email} exists already`);
    throw error;
  }
}
