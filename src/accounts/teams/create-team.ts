import { z } from "zod";
import type { PrismaClient } from "#foundation/db/database";
import { isUniqueViolation } from "#foundation/db/unique-violation";
import { ConflictError, InvalidInputError } from "#foundation/errors/index";
import { doOnce, type IdempotencyClaim } from "#foundation/idempotency/idempotency";
import { EXPLORER_VIEWS } from "./explorer-permissions.ts";

/** The contract's defaults and bounds of a team. */
export const TEAM_LIMITS = { name: 200, users: 10_000, defaultUsers: 5, theme: 64, featurePermissions: 100 };
const DEFAULT_THEME = "light";

const newTeam = z.object({
  name: z.string().trim().min(1, "is missing").max(TEAM_LIMITS.name, `has more than ${TEAM_LIMITS.name} characters`),
  domain: z
    .string()
    .trim()
    .toLowerCase()
    .regex(
      /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+$/,
      "is not a host name such as acme.com",
    ),
  maxUsersCount: z
    .int("must be a whole number")
    .min(1, "must be 1–10,000")
    .max(TEAM_LIMITS.users, "must be 1–10,000")
    .nullish(),
  teamAdmin: z.uuid("must be a UUID").nullish(),
  theme: z
    .string()
    .trim()
    .min(1, "is empty")
    .max(TEAM_LIMITS.theme, `has more than ${TEAM_LIMITS.theme} characters`)
    .nullish(),
  explorerPermissions: z.partialRecord(z.enum(EXPLORER_VIEWS), z.boolean().nullish()).nullish(),
  featurePermissions: z
    .array(z.string().trim().min(1, "is empty").max(200, "has more than 200 characters"))
    .max(TEAM_LIMITS.featurePermissions, `has more than ${TEAM_LIMITS.featurePermissions} entries`)
    .nullish(),
  isDemo: z.boolean().nullish(),
  monthlyQuota: z.number().int().min(0, "must be 0 or more").nullable().optional(),
});
export type NewTeam = z.input<typeof newTeam>;

export interface CreatedTeam {
  id: number;
  name: string;
  domain: string;
}

/**
 * Makes a team. `teamAdmin` is an existing user, who becomes its first member. `monthlyQuota` is the number of
 * discovery starts a month, by default 100; null means no limit. @throws InvalidInputError (also for an unknown user),
 * ConflictError (same name and domain)
 */
export async function createTeam(prisma: PrismaClient, input: NewTeam, claim?: IdempotencyClaim): Promise<CreatedTeam> {
  const parsed = newTeam.safeParse(input);
  if (!parsed.success)
    throw new InvalidInputError(
      parsed.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`).join("; "),
    );
  const { name, domain, monthlyQuota, teamAdmin, ...rest } = parsed.data;
  try {
    return await doOnce(prisma, claim, async (tx) => {
      if (teamAdmin != null && (await tx.user.count({ where: { id: teamAdmin } })) === 0)
        throw new InvalidInputError(`teamAdmin: there is no user ${teamAdmin}`);
      return await tx.team.create({
        data: {
          name,
          domain,
          maxUsers: rest.maxUsersCount ?? TEAM_LIMITS.defaultUsers,
          theme: rest.theme ?? DEFAULT_THEME,
          isDemo: rest.isDemo ?? false,
          explorerPermissions: rest.explorerPermissions ?? {},
          featurePermissions: [...new Set(rest.featurePermissions ?? [])],
          ...(monthlyQuota === undefined ? {} : { monthlyQuota }),
          ...(teamAdmin == null ? {} : { memberships: { create: { userId: teamAdmin, isAdmin: true } } }),
        },
        select: { id: true, name: true, domain: true },
      });
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw new ConflictError(`a team "${name}" with the domain ${domain} exists already`);
    throw error;
  }
}
