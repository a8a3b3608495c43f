import { teamMembers } from "#accounts/teams/find-team";
import type { Database } from "#foundation/db/database";
import { NotFoundError } from "#foundation/errors/index";
import { teamOfMarket } from "#markets/find-market";
import { bestCompanies, marketSummary } from "#markets/market-summary";
import type { Mailer } from "#providers/mail/mailer";
import { pipelineFlag } from "./pipeline-flag.ts";

export const runSendPublishEmail = pipelineFlag({
  name: "runSendPublishEmail",
  does: "an e-mail that announces the market to the users of the team",
  needs: ["mailer"],
  step: sendPublishEmail,
});

/** Number of companies that the mail names. */
const NAMED_COMPANIES = 10;

/**
 * Tells the users of a market's team by e-mail that it is published, or, after a discovery, ready for review. One mail
 * per job. The mail to a team without users stays in the outbox, where it can be fetched. By SMTP it would have no
 * recipient, so none is sent.
 */
export async function sendPublishEmail(
  { db, mailer, publicUrl }: { db: Database; mailer: Mailer; publicUrl: string },
  { jobId, marketId }: { jobId: number; marketId: number },
): Promise<{ summary: string; report: { notes: string[]; recipients: number } }> {
  const market = await marketSummary(db, marketId);
  if (market === null) throw new NotFoundError(`market ${marketId}`);
  const team = await teamMembers(db.prisma, await teamOfMarket(db.prisma, marketId));
  const to = team.emails;
  const nobody = `team ${team.name} has no users to write to; "market -- users create" adds one`;
  if (to.length === 0 && mailer.name === "smtp")
    return { summary: `no mail was sent: ${nobody}`, report: { notes: [nobody], recipients: 0 } };
  const state = market.status === "published" ? "is published" : "is ready for review";
  const total = market.companies;
  const named = await bestCompanies(db, marketId, NAMED_COMPANIES);
  const lines = named.map(({ rank, reason, name, domain }) => `${rank}. ${name} (${domain}): ${reason}`);
  const where = await mailer.send({
    id: `market-${marketId}-job-${jobId}`,
    group: team.name,
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
  if (to.length === 0)
    return { summary: `written ${where}, addressed to nobody: ${nobody}`, report: { notes: [nobody], recipients: 0 } };
  const users = `${to.length} ${to.length === 1 ? "user" : "users"}`;
  const summary = mailer.name === "smtp" ? `sent to ${users} ${where}` : `written to ${users} ${where}`;
  return { summary, report: { notes: [], recipients: to.length } };
}
