import { z } from "zod";
import type { PrismaClient } from "../db/database.ts";
import { isUniqueViolation } from "../db/unique-violation.ts";
import { ConflictError, InvalidInputError } from "../errors/index.ts";

const newTeam = z.object({
  name: z.string().trim().min(1, "is missing").max(200, "has more than 200 characters"),
  domain: z
    .string()
    .trim()
    .toLowerCase()
    .regex(
      /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+$/,
      "is not a host name such as acme.com",
    ),
  monthlyQuota: z.number().int().min(0, "must be 0 or more").nullable().optional(),
});
export type NewTeam = z.input<typeof newTeam>;

/** Makes a team. `monthlyQuota`: discovery starts a month, null for no limit, by default 100. @throws InvalidInputError, ConflictError */
export async function createTeam(
  prisma: PrismaClient,
  input: NewTeam,
): Promise<{ id: number; name: string; domain: string }> {
  const parsed = newTeam.safeParse(input);
  if (!parsed.success)
    throw new InvalidInputError(
      parsed.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`).join("; "),
    );
  const { name, domain, monthlyQuota } = parsed.data;
  try {
    return await prisma.team.create({
      data: { name, domain, ...(monthlyQuota === undefined ? {} : { monthlyQuota }) },
      select: { id: true, name: true, domain: true },
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw new ConflictError(`a team "${name}" with the domain ${domain} exists already`);
    throw error;
  }
}
