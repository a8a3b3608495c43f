import type { PrismaClient, Queries, Transaction } from "#foundation/db/database";
import { NotFoundError } from "#foundation/errors/index";

/** @throws NotFoundError for an unknown team */
export async function requireTeam(db: Transaction, id: number): Promise<void> {
  if ((await db.team.count({ where: { id } })) === 0) throw new NotFoundError(`team ${id}`);
}

/** Part of a statement: `team` (id, monthly_quota) is the one that `asked` names (team_id); empty for an unknown team. */
export const TEAM_PART = "team AS (SELECT t.id, t.monthly_quota FROM teams t JOIN asked a ON t.id = a.team_id)";

/** Returns the team of this name and domain; makes it without a quota where it does not exist yet. */
export async function ownTeam(prisma: PrismaClient, team: { name: string; domain: string }): Promise<{ id: number }> {
  return prisma.team.upsert({
    where: { name_domain: team },
    create: { ...team, monthlyQuota: null },
    update: {},
    select: { id: true },
  });
}

/** Returns a team's name and its users' e-mail addresses. */
export async function teamMembers(prisma: PrismaClient, id: number): Promise<{ name: string; emails: string[] }> {
  const { name, memberships } = await prisma.team.findUniqueOrThrow({
    where: { id },
    include: { memberships: { include: { user: { select: { email: true } } } } },
  });
  return { name, emails: memberships.map(({ user }) => user.email) };
}

/** Returns a user's e-mail address while the user is in the team; null otherwise. */
export async function memberEmail(db: Queries, teamId: number, userId: string): Promise<string | null> {
  const [member] = await db.query<{ email: string }>(
    "SELECT u.email FROM memberships m JOIN users u ON u.id = m.user_id WHERE m.team_id = $1 AND m.user_id = $2",
    [teamId, userId],
  );
  return member?.email ?? null;
}

/** Returns the team's user with an e-mail address, ignoring case; null where there is none. */
export async function memberByEmail(db: Queries, teamId: number, email: string): Promise<string | null> {
  const [member] = await db.query<{ id: string }>(
    "SELECT u.id FROM memberships m JOIN users u ON u.id = m.user_id WHERE m.team_id = $1 AND u.email = lower($2)",
    [teamId, email.trim()],
  );
  return member?.id ?? null;
}

/** Returns the monthly budget of a team for paid providers, in micro-dollars; null means no limit. */
export async function teamBudget(tx: Transaction, id: number): Promise<number | null> {
  const [team] = await tx.$queryRaw<{ budget: number | null }[]>`
    SELECT monthly_budget::float8 AS budget FROM teams WHERE id = ${id}`;
  return team?.budget ?? null;
}

/** Whether a team still has access. */
export async function hasAccess(db: Queries, id: number): Promise<boolean> {
  const rows = await db.query(
    "SELECT 1 FROM teams WHERE id = $1 AND (access_expires_at IS NULL OR access_expires_at > now())",
    [id],
  );
  return rows.length > 0;
}
