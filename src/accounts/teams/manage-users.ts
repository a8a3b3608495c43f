import { z } from "zod";
import type { PrismaClient, Transaction } from "#foundation/db/database";
import { isUniqueViolation } from "#foundation/db/unique-violation";
import { ConflictError, InvalidInputError, NotFoundError } from "#foundation/errors/index";
import { hashPassword } from "../auth/password.ts";
import { revokeSessionsOf } from "../auth/sessions.ts";
import { takePlace, USER_FIELDS } from "./create-user.ts";

/** A user as the operator sees it. */
export interface ListedUser {
  id: string;
  email: string;
  firstName: string;
  lastName: string;
  createdAt: Date;
  teams: { teamId: number; isAdmin: boolean }[];
}

const SHOWN = {
  id: true,
  email: true,
  firstName: true,
  lastName: true,
  createdAt: true,
  memberships: { select: { teamId: true, isAdmin: true }, orderBy: { teamId: "asc" } },
} as const;

const listed = ({ memberships, ...user }: Omit<ListedUser, "teams"> & { memberships: ListedUser["teams"] }) => ({
  ...user,
  teams: memberships,
});

/** Returns the users of a team, or all, by e-mail. */
export async function listUsers(prisma: PrismaClient, teamId?: number): Promise<ListedUser[]> {
  const users = await prisma.user.findMany({
    where: teamId === undefined ? {} : { memberships: { some: { teamId } } },
    select: SHOWN,
    orderBy: { email: "asc" },
  });
  return users.map(listed);
}

/** Returns the id of a user, given by id or e-mail. @throws NotFoundError */
export async function userNamed(prisma: Transaction, name: string): Promise<string> {
  const where = z.uuid().safeParse(name).success ? { id: name } : { email: name.trim().toLowerCase() };
  const user = await prisma.user.findUnique({ where, select: { id: true } });
  if (user === null) throw new NotFoundError(`user ${name}`);
  return user.id;
}

const { email, firstName, lastName, password } = USER_FIELDS;
const changes = z.object({ email, firstName, lastName, password }).partial();
export type UserChanges = z.input<typeof changes>;

/**
 * Changes a user. A new e-mail or password ends all of the user's sessions.
 * @throws InvalidInputError, NotFoundError, ConflictError
 */
export async function changeUser(prisma: PrismaClient, name: string, input: UserChanges): Promise<ListedUser> {
  const parsed = changes.safeParse(input);
  if (!parsed.success)
    throw new InvalidInputError(
      parsed.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`).join("; "),
    );
  const { password: newPassword, ...person } = parsed.data;
  const known = Object.fromEntries(Object.entries(person).filter(([, value]) => value !== undefined));
  if (newPassword === undefined && Object.keys(known).length === 0) throw new InvalidInputError("no change is given");
  const secret = newPassword === undefined ? {} : { passwordHash: await hashPassword(newPassword) };
  try {
    return await prisma.$transaction(async (tx) => {
      const id = await userNamed(tx, name);
      const user = await tx.user.update({ where: { id }, data: { ...known, ...secret }, select: SHOWN });
      if (newPassword !== undefined || person.email !== undefined)
        await revokeSessionsOf(tx, id, "the user's e-mail or password was changed");
      return listed(user);
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw new ConflictError(`a user with the e-mail ${person.email} exists already`);
    throw error;
  }
}

/** Makes a user a member of a team, or changes whether they are its admin. @throws NotFoundError, ConflictError when the team is full */
export async function addMember(
  prisma: PrismaClient,
  name: string,
  teamId: number,
  isAdmin: boolean,
): Promise<ListedUser> {
  return prisma.$transaction(async (tx) => {
    const userId = await userNamed(tx, name);
    const member = await tx.membership.findUnique({ where: { teamId_userId: { teamId, userId } } });
    if (member === null) {
      await takePlace(tx, teamId);
      await tx.membership.create({ data: { teamId, userId, isAdmin } });
    } else await tx.membership.update({ where: { teamId_userId: { teamId, userId } }, data: { isAdmin } });
    return listed(await tx.user.findUniqueOrThrow({ where: { id: userId }, select: SHOWN }));
  });
}

/**
 * Removes a user from a team at once. Without a team, deletes the user's account with its sessions and memberships.
 * @throws NotFoundError for an unknown user, or one outside this team
 */
export async function removeUser(
  prisma: PrismaClient,
  name: string,
  teamId?: number,
): Promise<{ id: string; teamId: number | null }> {
  const id = await userNamed(prisma, name);
  if (teamId === undefined) {
    await prisma.user.delete({ where: { id } });
    return { id, teamId: null };
  }
  const { count } = await prisma.membership.deleteMany({ where: { userId: id, teamId } });
  if (count === 0) throw new NotFoundError(`user ${name} in team ${teamId}`);
  return { id, teamId };
}
