import { hash } from "@node-rs/argon2";
import { z } from "zod";
import type { PrismaClient } from "../db/database.ts";
import { isUniqueViolation } from "../db/unique-violation.ts";
import { ConflictError, InvalidInputError, NotFoundError } from "../errors/index.ts";

/** OWASP's argon2id setting for interactive sign-in: 19 MiB, two passes, one lane. */
const ARGON2ID = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

const newUser = z.object({
  teamId: z.number().int().positive(),
  email: z.email("is not an e-mail address").max(254).toLowerCase(),
  firstName: z.string().trim().min(1, "is missing").max(100),
  lastName: z.string().trim().min(1, "is missing").max(100),
  password: z.string().min(10, "must have 10 characters or more").max(200, "must have 200 characters or fewer"),
});
export type NewUser = z.input<typeof newUser>;

/** Makes a user and its membership in one team. @throws InvalidInputError, NotFoundError, ConflictError */
export async function createUser(prisma: PrismaClient, input: NewUser): Promise<{ id: string; email: string }> {
  const parsed = newUser.safeParse(input);
  if (!parsed.success)
    throw new InvalidInputError(
      parsed.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`).join("; "),
    );
  const { teamId, password, ...person } = parsed.data;
  const passwordHash = await hash(password, ARGON2ID);
  try {
    return await prisma.$transaction(async (tx) => {
      // Locks the team, so that two users cannot share its last place.
      const [team] = await tx.$queryRaw<
        { max_users: number }[]
      >`SELECT max_users FROM teams WHERE id = ${teamId} FOR UPDATE`;
      if (team === undefined) throw new NotFoundError(`team ${teamId}`);
      if ((await tx.membership.count({ where: { teamId } })) >= team.max_users)
        throw new ConflictError(`team ${teamId} has its ${team.max_users} users already`);
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
