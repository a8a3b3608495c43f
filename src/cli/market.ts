import { Command } from "commander";
import { collectionsCommand } from "./commands/collections.ts";
import { dossiersCommand } from "./commands/dossiers.ts";
import { eventsCommand } from "./commands/events.ts";
import { feedsCommand } from "./commands/feeds.ts";
import { importCommand } from "./commands/import.ts";
import { keysCommand } from "./commands/keys.ts";
import { ledgerCommand } from "./commands/ledger.ts";
import { pagesCommand } from "./commands/pages.ts";
import { replayCommand } from "./commands/replay.ts";
import { sessionsCommand } from "./commands/sessions.ts";
import { teamsCommand } from "./commands/teams.ts";
import { usersCommand } from "./commands/users.ts";
import { reportFailure } from "./report-failure.ts";

const program = new Command("market")
  .description("Operator's commands: they work beside a running server and against the same configuration.")
  .addCommand(importCommand())
  .addCommand(eventsCommand())
  .addCommand(feedsCommand())
  .addCommand(pagesCommand())
  .addCommand(teamsCommand())
  .addCommand(usersCommand())
  .addCommand(keysCommand())
  .addCommand(sessionsCommand())
  .addCommand(collectionsCommand())
  .addCommand(dossiersCommand())
  .addCommand(ledgerCommand())
  .addCommand(replayCommand())
  .showHelpAfterError("(market --help lists the commands)");

try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = reportFailure(error, { json: process.argv.includes("--json") });
}
