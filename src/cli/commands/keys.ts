import { Command } from "commander";
import { issueKey, revokeKey } from "../../auth/api-keys.ts";
import { SCOPES, SUBSCRIPTIONS } from "../../auth/scopes.ts";
import { readConfig } from "../../config/config.ts";
import { InvalidInputError } from "../../errors/index.ts";
import { answer } from "../answer.ts";
import { wholeNumber } from "../whole-number.ts";
import { withDatabase } from "../with-database.ts";

interface CreateKeyOptions {
  team?: string;
  platform: boolean;
  scopes: string;
  subscriptions?: string;
  name: string;
  json: boolean;
}

/** `market keys …` */
export function keysCommand(): Command {
  const command = new Command("keys").description("API keys: each belongs to one team, or to the platform");
  command
    .command("create")
    .description("Make a key; it is shown this once")
    .option("--team <id>", "the key's team")
    .option("--platform", "a key of the platform: it sees every team", false)
    .requiredOption("--scopes <scopes>", `all, or some of: ${SCOPES.join(",")}`)
    .option("--subscriptions <names>", `some of: ${SUBSCRIPTIONS.join(",")}`)
    .option("--name <name>", "what the key is for", "")
    .option("--json", "print JSON", false)
    .action(async (options: CreateKeyOptions) => {
      if ((options.team === undefined) !== options.platform)
        throw new InvalidInputError("give either --team ID or --platform");
      const teamId = options.team === undefined ? null : wholeNumber(options.team, "--team");
      const config = readConfig();
      const key = await withDatabase(config, (db) =>
        issueKey(db.prisma, {
          teamId,
          scopes: [options.scopes],
          subscriptions: options.subscriptions?.split(",").map((name) => name.trim()) ?? [],
          name: options.name,
          environment: config.mode === "test" ? "test" : "live",
        }),
      );
      answer(
        options,
        key,
        `${key.key}\n\nKeep it now: it is not shown again. Revoke it with: market keys revoke ${key.prefix}`,
      );
    });
  command
    .command("revoke")
    .description("End a key at once")
    .argument("<prefix>", "the 8 characters after mk_<env>_")
    .option("--json", "print JSON", false)
    .action(async (prefix: string, options: { json: boolean }) => {
      const revoked = await withDatabase(readConfig(), (db) => revokeKey(db.prisma, prefix));
      answer(options, revoked, `Key ${prefix} is revoked.`);
    });
  return command;
}
