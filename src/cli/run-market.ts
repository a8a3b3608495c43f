import { Command } from "commander";
import { nameOperator } from "./operator.ts";
import { reportFailure } from "./report-failure.ts";

interface Entry {
  /** Text for the help. */
  does: string;
  load(): Promise<Command>;
}

/**
 * The commands in the order of the help. Only the named one is loaded, because some bring dictionaries that take a
 * second to load.
 */
const COMMANDS: Record<string, Entry> = {
  markets: {
    does: "List markets, or show one with its criteria",
    load: async () => (await import("./commands/markets.ts")).marketsCommand(),
  },
  jobs: {
    does: "Show the discoveries and pipeline jobs of a market, and control runs",
    load: async () => (await import("./commands/jobs.ts")).jobsCommand(),
  },
  companies: {
    does: "Show the companies of a market with reasons, or search the directory",
    load: async () => (await import("./commands/companies.ts")).companiesCommand(),
  },
  "why-not": {
    does: "Explain why a company is not in a market, with the smallest change of the criteria that would include it",
    load: async () => (await import("./commands/why-not.ts")).whyNotCommand(),
  },
  cancel: {
    does: "Cancel the queued or running discovery or publish of a market",
    load: async () => (await import("./commands/cancel.ts")).cancelCommand(),
  },
  publish: {
    does: "Publish a market, with the chosen pipeline jobs",
    load: async () => (await import("./commands/publish.ts")).publishCommand(),
  },
  review: {
    does: "Accept or reject a company for a market, or list its reviews and the five reviews that would help most (docs/reviews.md)",
    load: async () => (await import("./commands/review.ts")).reviewCommand(),
  },
  monitor: {
    does: "Monitors: report what entered and left a market or an event filter, and why (docs/monitors.md)",
    load: async () => (await import("./commands/monitor.ts")).monitorCommand(),
  },
  webhook: {
    does: "Webhooks: addresses that receive a team's notices, signed (docs/webhooks.md)",
    load: async () => (await import("./commands/webhook.ts")).webhookCommand(),
  },
  export: {
    does: "Write a market's companies to a file: CSV, NDJSON, XLSX or Parquet (docs/exports.md)",
    load: async () => (await import("./commands/export.ts")).exportCommand(),
  },
  evidence: {
    does: "Write the signed evidence of a market: criteria, verdicts, and the judged records (docs/evidence.md)",
    load: async () => (await import("./commands/evidence.ts")).evidenceCommand(),
  },
  verify: {
    does: "Check an evidence file, without a server or a network",
    load: async () => (await import("./commands/verify.ts")).verifyCommand(),
  },
  import: {
    does: "Load data into the database",
    load: async () => (await import("./commands/import.ts")).importCommand(),
  },
  events: {
    does: "Events: group observations of the same occurrence, and show events",
    load: async () => (await import("./commands/events.ts")).eventsCommand(),
  },
  feeds: {
    does: "Feeds: addresses that are polled for news and observations",
    load: async () => (await import("./commands/feeds.ts")).feedsCommand(),
  },
  sources: {
    does: "Sources of open data that are synced repeatedly: registers and directories (docs/sources.md)",
    load: async () => (await import("./commands/sources.ts")).sourcesCommand(),
  },
  retention: {
    does: "Delete rows whose retention period is over, or list them (docs/retention.md)",
    load: async () => (await import("./commands/retention.ts")).retentionCommand(),
  },
  search: {
    does: "The search engine's index: show its state, or rebuild it (docs/search-engine.md)",
    load: async () => (await import("./commands/search.ts")).searchCommand(),
  },
  pages: {
    does: "Read pages of the web (docs/pages.md)",
    load: async () => (await import("./commands/pages.ts")).pagesCommand(),
  },
  teams: {
    does: "Teams: the owners of markets and keys",
    load: async () => (await import("./commands/teams.ts")).teamsCommand(),
  },
  users: {
    does: "Users of teams",
    load: async () => (await import("./commands/users.ts")).usersCommand(),
  },
  keys: {
    does: "API keys: each belongs to one team, or to the platform",
    load: async () => (await import("./commands/keys.ts")).keysCommand(),
  },
  sessions: {
    does: "Sessions of signed-in users",
    load: async () => (await import("./commands/sessions.ts")).sessionsCommand(),
  },
  collections: {
    does: "Collections: folders of a team's markets and dossiers",
    load: async () => (await import("./commands/collections.ts")).collectionsCommand(),
  },
  dossiers: {
    does: "Dossiers: recurring questions, and the reports that answer them",
    load: async () => (await import("./commands/dossiers.ts")).dossiersCommand(),
  },
  columns: {
    does: "Fills of markets' columns: pause and resume (docs/columns.md)",
    load: async () => (await import("./commands/columns.ts")).columnsCommand(),
  },
  platform: {
    does: "Show this month's spending of the platform itself (events, the directory's vectors, questions by platform keys); --budget sets its limit",
    load: async () => (await import("./commands/platform.ts")).platformCommand(),
  },
  ledger: {
    does: "Show the cost of calls to paid providers: sums, then the newest calls",
    load: async () => (await import("./commands/ledger.ts")).ledgerCommand(),
  },
  encryption: {
    does: "Encryption keys of stored secrets (docs/encryption.md)",
    load: async () => (await import("./commands/encryption.ts")).encryptionCommand(),
  },
  backup: {
    does: "Back up the whole database to a file, as a snapshot, while the product runs (docs/backups.md)",
    load: async () => (await import("./commands/backup.ts")).backupCommand(),
  },
  restore: {
    does: "Restore the database from a backup, while the product is stopped (docs/backups.md)",
    load: async () => (await import("./commands/restore.ts")).restoreCommand(),
  },
  replay: {
    does: "Repeat a completed discovery from its recordings, and compare the results. It calls no model and no web search, and writes nothing",
    load: async () => (await import("./commands/replay.ts")).replayCommand(),
  },
};

/**
 * Runs `market …`. Writes to standard output and standard error, including the reason of a failure.
 * @param args without the program's name
 * @returns the exit code
 */
export async function runMarket(args: string[]): Promise<number> {
  // Behind `help`, and behind options of all commands.
  const named = args.find((arg) => Object.hasOwn(COMMANDS, arg));
  const program = new Command("market")
    .description("Commands for operators. They work while a server runs, with the same configuration.")
    .option("--author <name>", "who runs the command, for the audit trail; by default the account of this machine")
    .showHelpAfterError("(market --help lists the commands)");
  for (const [name, { does, load }] of Object.entries(COMMANDS))
    program.addCommand((name === named ? await load() : new Command(name)).description(does));
  let running: Command | undefined;
  program.hook("preAction", (_program, command) => {
    running = command;
    nameOperator(program.opts<{ author?: string }>().author);
  });
  try {
    await program.parseAsync(args, { from: "user" });
    return Number(process.exitCode ?? 0);
  } catch (error) {
    return reportFailure(error, { json: args.includes("--json"), args, command: running });
  }
}
