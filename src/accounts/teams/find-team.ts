import type { PrismaClient, Queries, Transaction } from "#foundation/db/database";
import { NotFoundError } from "#foundation/errors/index";

/** @throws NotFoundError where there is no such team */
export async function requireTeam(db: Transaction, id: number): Promise<void> {
  if ((await db.team.count({ where: { id } })) === 0) throw new NotFoundError(`team ${id}`);
}

/** Part of a statement: `team` (id, monthly_quota) is the one that `asked` names (team_id); empty where there is none. */
export const TEAM_PART = "team AS (SELECT t.id, t.monthly_quota FROM teams t JOIN asked a ON t.id = a.team_id)";

/** The team of this name and domain, made without a quota where there is none yet. */
export async function ownTeam(prisma: PrismaClient, team: { name: string; domain: string }): Promise<{ id: number }> {
  return prisma.team.upsert({
    where: { name_domain: team },
    create: { ...team, monthlyQuota: null },
    update: {},
    select: { id: true },
  });
}

/** A team's name and the e-mail addresses of its users. */
export async function teamMembers(prisma: PrismaClient, id: number): Promise<{ name: string; emails: string[] }> {
  const { name, memberships } = await prisma.team.findUniqueOrThrow({
    where: { id },
    include: { memberships: { include: { user: { select: { email: true } } } } },
  });
  return { name, emails: memberships.map(({ user }) => user.email) };
}

/** The e-mail address of a user, as long as the user is in the team; null: is not. */
export async function memberEmail(db: Queries, teamId: number, userId: string): Promise<string | null> {
  const [member] = await db.query<{ email: string }>(
    "SELECT u.email FROM memberships m JOIN users u ON u.id = m.user_id WHERE m.team_id = $1 AND m.user_id = $2",
    [teamId, userId],
  );
  return member?.email ?? null;
}

/** The user of the team with an e-mail address, in any case; null: there is none. */
export async function memberByEmail(db: Queries, teamId: number, email: string): Promise<string | null> {
  const [member] = await db.query<{ id: string }>(
    "SELECT u.id FROM memberships m JOIN users u ON u.id = m.user_id WHERE m.team_id = $1 AND u.email = lower($2)",
    [teamId, email.trim()],
  );
  return member?.id ?? null;
}

/** What paid providers may cost a team in a month, in micro-dollars; null: no limit. */
export async function teamBudget(tx: Transaction, id: number): Promise<number | null> {
  const [team] = await tx.$queryRaw<{ budget: number | null }[]>`
    SELECT monthly_budget::float8 AS budget FROM teams WHERE id = ${id}`;
  return team?.budget ?? null;
}

/** Whether a team's access has not ended. */
export async function hasAccess(db: Queries, id: number): Promise<boolean> {
  const rows = await db.query(
    "SELECT 1 FROM teams WHERE id = $1 AND (access_expires_at IS NULL OR access_expires_at > now())",
    [id],
  );
  return rows.length > 0;
}
