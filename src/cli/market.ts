import { Command } from "commander";
import { reportFailure } from "./report-failure.ts";

/** The commands in the order of the help. Each is loaded when it is named: some bring dictionaries that take a second to load. */
const COMMANDS: Record<string, () => Promise<Command>> = {
  import: async () => (await import("./commands/import.ts")).importCommand(),
  events: async () => (await import("./commands/events.ts")).eventsCommand(),
  feeds: async () => (await import("./commands/feeds.ts")).feedsCommand(),
  pages: async () => (await import("./commands/pages.ts")).pagesCommand(),
  teams: async () => (await import("./commands/teams.ts")).teamsCommand(),
  users: async () => (await import("./commands/users.ts")).usersCommand(),
  keys: async () => (await import("./commands/keys.ts")).keysCommand(),
  sessions: async () => (await import("./commands/sessions.ts")).sessionsCommand(),
  collections: async () => (await import("./commands/collections.ts")).collectionsCommand(),
  dossiers: async () => (await import("./commands/dossiers.ts")).dossiersCommand(),
  platform: async () => (await import("./commands/platform.ts")).platformCommand(),
  ledger: async () => (await import("./commands/ledger.ts")).ledgerCommand(),
  encryption: async () => (await import("./commands/encryption.ts")).encryptionCommand(),
  replay: async () => (await import("./commands/replay.ts")).replayCommand(),
};

const named = process.argv[2] ?? "";
// Whatever is not a command's name, a slip of the keys among it, is answered with all of them at hand.
const loaders = Object.hasOwn(COMMANDS, named) ? [COMMANDS[named]] : Object.values(COMMANDS);

const program = new Command("market")
  .description("Operator's commands: they work beside a running server and against the same configuration.")
  .showHelpAfterError("(market --help lists the commands)");
for (const load of loaders) if (load !== undefined) program.addCommand(await load());

try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = reportFailure(error, { json: process.argv.includes("--json") });
}
