import { z } from "zod";
import type { PrismaClient } from "#foundation/db/database";
import { isUniqueViolation } from "#foundation/db/unique-violation";
import { ConflictError, InvalidInputError, NotFoundError } from "#foundation/errors/index";
import { MICRO_USD, toMicroUsd } from "#foundation/micro-usd";
import { TEAM_LIMITS } from "./create-team.ts";

export interface ListedTeam {
  id: number;
  name: string;
  domain: string;
  /** Discovery starts a month; null means no limit. */
  monthlyQuota: number | null;
  /** Null means that access never expires. */
  accessExpiresAt: Date | null;
  maxUsers: number;
  users: number;
  /** Monthly budget for paid providers, in US dollars; null means no limit. */
  monthlyBudgetUsd: number | null;
}

const SHOWN = {
  id: true,
  name: true,
  domain: true,
  monthlyQuota: true,
  accessExpiresAt: true,
  maxUsers: true,
  monthlyBudget: true,
  _count: { select: { memberships: true } },
} as const;

/** Returns all teams by id. */
export async function listTeams(prisma: PrismaClient): Promise<ListedTeam[]> {
  const teams = await prisma.team.findMany({ select: SHOWN, orderBy: { id: "asc" } });
  return teams.map(listed);
}

type ShownTeam = Omit<ListedTeam, "users" | "monthlyBudgetUsd"> & {
  monthlyBudget: bigint | null;
  _count: { memberships: number };
};

const listed = ({ _count, monthlyBudget, ...team }: ShownTeam): ListedTeam => ({
  ...team,
  users: _count.memberships,
  monthlyBudgetUsd: monthlyBudget === null ? null : Number(monthlyBudget) / MICRO_USD,
});

/** Upper bound in US dollars: a larger amount counts as a typing error. */
const MOST_USD = 1_000_000;

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
  monthlyBudgetUsd: z
    .number()
    .min(0, "must be 0 or more")
    .max(MOST_USD, "must be 1,000,000 or less")
    .nullable()
    .optional(),
});
/**
 * Changes of a team; omitted fields stay. `monthlyQuota` and `monthlyBudgetUsd` null mean no limit; `accessExpiresAt`
 * null means never.
 */
export type TeamChanges = z.input<typeof changes>;

/** Changes a team; it takes effect with the next request. @throws InvalidInputError, NotFoundError, ConflictError */
export async function changeTeam(prisma: PrismaClient, id: number, input: TeamChanges): Promise<ListedTeam> {
  const parsed = changes.safeParse(input);
  if (!parsed.success)
    throw new InvalidInputError(
      parsed.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`).join("; "),
    );
  const { name, monthlyQuota, accessExpiresAt, maxUsers, monthlyBudgetUsd } = parsed.data;
  try {
    const { count } = await prisma.team.updateMany({
      where: { id },
      data: {
        ...(name === undefined ? {} : { name }),
        ...(monthlyQuota === undefined ? {} : { monthlyQuota }),
        ...(accessExpiresAt === undefined ? {} : { accessExpiresAt }),
        ...(maxUsers === undefined ? {} : { maxUsers }),
        ...(monthlyBudgetUsd === undefined
          ? {}
          : { monthlyBudget: monthlyBudgetUsd === null ? null : BigInt(toMicroUsd(monthlyBudgetUsd)) }),
      },
    });
    if (count === 0) throw new NotFoundError(`team ${id}`);
  } catch (error) {
    if (isUniqueViolation(error)) throw new ConflictError(`a team "${name}" with the same domain exists already`);
    throw error;
  }
  return listed(await prisma.team.findUniqueOrThrow({ where: { id }, select: SHOWN }));
}
