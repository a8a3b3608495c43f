import { Command } from "commander";
import { z } from "zod";
import { listSessions, revokeListedSession, revokeSessionsOf } from "#accounts/auth/sessions";
import { userNamed } from "#accounts/teams/manage-users";
import { readConfig } from "#foundation/config/config";
import { InvalidInputError } from "#foundation/errors/index";
import { answer } from "../answer.ts";
import { wholeNumber } from "../option-values.ts";
import { table } from "../table.ts";
import { changeDatabase, withDatabase } from "../with-database.ts";

const HEADINGS = ["Session", "User", "Signed in", "Cookie last used", "Ends", "Revoked"];

const list = () =>
  new Command("list")
    .description("Show the sessions of signed-in users, newest first")
    .option("--user <user>", "only those of one user, by id or e-mail")
    .option("--team <id>", "only those of a team's users")
    .option("--all", "also ended ones", false)
    .option("--json", "print JSON", false)
    .action(async (options: { user?: string; team?: string; all: boolean; json: boolean }) => {
      const team = options.team === undefined ? {} : { teamId: wholeNumber(options.team, "--team") };
      const sessions = await withDatabase(readConfig(), async (db) => {
        const user = options.user === undefined ? {} : { userId: await userNamed(db.prisma, options.user) };
        return listSessions(db.prisma, { ...team, ...user, all: options.all });
      });
      const rows = sessions.map((session) => [
        session.id,
        session.email,
        session.createdAt.toISOString(),
        session.lastUsedAt.toISOString(),
        session.expiresAt.toISOString(),
        session.revokedBecause ?? "",
      ]);
      answer(options, sessions, table(HEADINGS, rows));
    });

const revoke = () =>
  new Command("revoke")
    .description("End a session or all sessions of a user immediately")
    .argument("[id]", "the session's id")
    .option("--user <user>", "all sessions of this user, by id or e-mail")
    .option("--json", "print JSON", false)
    .action(async (id: string | undefined, options: { user?: string; json: boolean }) => {
      const { user } = options;
      if ((id === undefined) === (user === undefined))
        throw new InvalidInputError("give either a session's id or --user");
      if (id !== undefined && !z.uuid().safeParse(id).success)
        throw new InvalidInputError(`"${id}" is not the id of a session; market sessions list shows the ids`);
      const change = { operation: "revokeSessions", subject: { id } };
      const revoked = await changeDatabase(readConfig(), change, async ({ prisma }) => {
        if (id !== undefined) return { revoked: 1, ...(await revokeListedSession(prisma, id)) };
        const userId = await userNamed(prisma, user ?? "");
        return { revoked: await revokeSessionsOf(prisma, userId, "revoked by an operator"), userId };
      });
      answer(
        options,
        revoked,
        revoked.revoked === 1 ? "One session is revoked." : `${revoked.revoked} sessions are revoked.`,
      );
    });

/** `market sessions …` */
export function sessionsCommand(): Command {
  return new Command("sessions").addCommand(list()).addCommand(revoke());
}
