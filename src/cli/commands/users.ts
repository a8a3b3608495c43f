import { Command } from "commander";
import { readConfig } from "../../config/config.ts";
import { createUser } from "../../teams/create-user.ts";
import { answer } from "../answer.ts";
import { wholeNumber } from "../whole-number.ts";
import { withDatabase } from "../with-database.ts";

interface CreateUserOptions {
  team: string;
  email: string;
  firstName: string;
  lastName: string;
  password: string;
  json: boolean;
}

/** `market users …` */
export function usersCommand(): Command {
  const command = new Command("users").description("Users of teams");
  command
    .command("create")
    .description("Make a user of a team")
    .requiredOption("--team <id>", "the team's id")
    .requiredOption("--email <address>", "the address to sign in with")
    .requiredOption("--first-name <name>")
    .requiredOption("--last-name <name>")
    .requiredOption("--password <password>", "10 characters or more")
    .option("--json", "print JSON", false)
    .action(async (options: CreateUserOptions) => {
      const teamId = wholeNumber(options.team, "--team");
      const user = await withDatabase(readConfig(), (db) => createUser(db.prisma, { ...options, teamId }));
      answer(options, user, `User ${user.id}: ${user.email}`);
    });
  return command;
}
