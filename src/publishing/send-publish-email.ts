import type { Database } from "../db/database.ts";
import { AppError } from "../errors/index.ts";
import type { Mailer } from "../providers/mail/mailer.ts";

/** Companies that the mail names. */
const NAMED_COMPANIES = 10;

/**
 * Tells the users of a market's team by e-mail that it is published, or, on a discovery, ready for review. One mail a job.
 * @throws AppError when the team has no users to write to
 */
export async function sendPublishEmail(
  { db, mailer, publicUrl }: { db: Database; mailer: Mailer; publicUrl: string },
  { jobId, marketId }: { jobId: number; marketId: number },
): Promise<{ summary: string }> {
  const market = await db.prisma.market.findUniqueOrThrow({
    where: { id: marketId },
    include: {
      team: { include: { memberships: { include: { user: { select: { email: true } } } } } },
      companies: {
        orderBy: { rank: "asc" },
        take: NAMED_COMPANIES,
        include: { company: { select: { name: true, domain: true } } },
      },
      _count: { select: { companies: true } },
    },
  });
  const to = market.team.memberships.map(({ user }) => user.email);
  if (to.length === 0)
    throw new AppError(
      "CONFLICT",
      `team ${market.team.name} has no users to write to; add one with "market -- users create"`,
    );
  const state = market.status === "published" ? "is published" : "is ready for review";
  const total = market._count.companies;
  const lines = market.companies.map(
    ({ rank, reason, company }) => `${rank}. ${company.name} (${company.domain}): ${reason}`,
  );
  await mailer.send({
    id: `market-${marketId}-job-${jobId}`,
    to,
    subject: `Market "${market.name}" ${state}: ${total} ${total === 1 ? "company" : "companies"}`,
    text: [
      `The market "${market.name}" (${marketId}) ${state}.`,
      "",
      ...lines,
      ...(total > lines.length ? [`… and ${total - lines.length} more.`] : []),
      "",
      `Explore it: ${publicUrl}/graphql`,
      "",
    ].join("\n"),
  });
  return {
    summary: `sent to ${to.length} ${to.length === 1 ? "user" : "users"} by ${mailer.name === "smtp" ? "SMTP" : "the file outbox"}`,
  };
}
