import { z } from "zod";
import type { PrismaClient } from "../db/database.ts";
import { isUniqueViolation } from "../db/unique-violation.ts";
import { ConflictError, InvalidInputError, NotFoundError } from "../errors/index.ts";
import { TEAM_LIMITS } from "./create-team.ts";

export interface ListedTeam {
  id: number;
  name: string;
  domain: string;
  /** Discovery starts a month; null: no limit. */
  monthlyQuota: number | null;
  /** Null: access never expires. */
  accessExpiresAt: Date | null;
  maxUsers: number;
  users: number;
}

const SHOWN = {
  id: true,
  name: true,
  domain: true,
  monthlyQuota: true,
  accessExpiresAt: true,
  maxUsers: true,
  _count: { select: { memberships: true } },
} as const;

/** All teams, by id. */
export async function listTeams(prisma: PrismaClient): Promise<ListedTeam[]> {
  const teams = await prisma.team.findMany({ select: SHOWN, orderBy: { id: "asc" } });
  return teams.map(({ _count, ...team }) => ({ ...team, users: _count.memberships }));
}

const changes = z.object({
  name: z
    .string()
    .trim()
    .min(1, "is empty")
    .max(TEAM_LIMITS.name, `has more than ${TEAM_LIMITS.name} characters`)
    .optional(),
  monthlyQuota: z.int().min(0, "must be 0 or more").nullable().optional(),
  accessExpiresAt: z.date().nullable().optional(),
  maxUsers: z.int().min(1, "must be 1–10,000").max(TEAM_LIMITS.users, "must be 1–10,000").optional(),
});
/** What is left out stays as it is. `monthlyQuota` null: no limit; `accessExpiresAt` null: never. */
export type TeamChanges = z.input<typeof changes>;

/** Changes a team; it takes effect with the next request. @throws InvalidInputError, NotFoundError, ConflictError */
export async function changeTeam(prisma: PrismaClient, id: number, input: TeamChanges): Promise<ListedTeam> {
  const parsed = changes.safeParse(input);
  if (!parsed.success)
    throw new InvalidInputError(
      parsed.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`).join("; "),
    );
  const { name, monthlyQuota, accessExpiresAt, maxUsers } = parsed.data;
  try {
    const { count } = await prisma.team.updateMany({
      where: { id },
      data: {
        ...(name === undefined ? {} : { name }),
        ...(monthlyQuota === undefined ? {} : { monthlyQuota }),
        ...(accessExpiresAt === undefined ? {} : { accessExpiresAt }),
        ...(maxUsers === undefined ? {} : { maxUsers }),
      },
    });
    if (count === 0) throw new NotFoundError(`team ${id}`);
  } catch (error) {
    if (isUniqueViolation(error)) throw new ConflictError(`a team "${name}" with the same domain exists already`);
    throw error;
  }
  const { _count, ...team } = await prisma.team.findUniqueOrThrow({ where: { id }, select: SHOWN });
  return { ...team, users: _count.memberships };
}
