import { Command } from "commander";
import { readConfig } from "../../config/config.ts";
import { InvalidInputError } from "../../errors/index.ts";
import { createTeam } from "../../teams/create-team.ts";
import { answer } from "../answer.ts";
import { wholeNumber } from "../whole-number.ts";
import { withDatabase } from "../with-database.ts";

/** `market teams …` */
export function teamsCommand(): Command {
  const command = new Command("teams").description("Teams: the owners of markets and keys");
  command
    .command("create")
    .description("Make a team")
    .requiredOption("--name <name>", "its name")
    .requiredOption("--domain <domain>", "its domain, such as acme.com")
    .option("--quota <starts>", "discovery starts a month, or none for no limit", "100")
    .option("--json", "print JSON", false)
    .action(async (options: { name: string; domain: string; quota: string; json: boolean }) => {
      const monthlyQuota = options.quota === "none" ? null : wholeNumber(options.quota, "--quota");
      if (monthlyQuota !== null && monthlyQuota < 0) throw new InvalidInputError("--quota must be 0 or more, or none");
      const team = await withDatabase(readConfig(), (db) => createTeam(db.prisma, { ...options, monthlyQuota }));
      answer(options, team, `Team ${team.id}: ${team.name} (${team.domain})`);
    });
  return command;
}
