import { Command } from "commander";
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
    does: "Markets: list them, or show one with its criteria",
    load: async () => (await import("./commands/markets.ts")).marketsCommand(),
  },
  jobs: {
    does: "The discoveries and pipeline jobs of a market",
    load: async () => (await import("./commands/jobs.ts")).jobsCommand(),
  },
  companies: {
    does: "Companies: those of a market, with reasons; or search the directory",
    load: async () => (await import("./commands/companies.ts")).companiesCommand(),
  },
  "why-not": {
    does: "Why a company is not in a market, for any domain, and the smallest change of the criteria that lets it in",
    load: async () => (await import("./commands/why-not.ts")).whyNotCommand(),
  },
  cancel: {
    does: "Cancel the queued or running discovery or publish of a market",
    load: async () => (await import("./commands/cancel.ts")).cancelCommand(),
  },
  publish: {
    does: "Publish a market, with the pipeline jobs that are chosen",
    load: async () => (await import("./commands/publish.ts")).publishCommand(),
  },
  review: {
    does: "Accept or reject a company for a market, or list its reviews and the five that would tell most (docs/reviews.md)",
    load: async () => (await import("./commands/review.ts")).reviewCommand(),
  },
  monitor: {
    does: "Monitors: what entered and left a market or a filter of events, and why (docs/monitors.md)",
    load: async () => (await import("./commands/monitor.ts")).monitorCommand(),
  },
  webhook: {
    does: "Webhooks: addresses that a team's notices are sent to, signed (docs/webhooks.md)",
    load: async () => (await import("./commands/webhook.ts")).webhookCommand(),
  },
  export: {
    does: "Write a market's companies to a file: CSV, NDJSON, XLSX or Parquet (docs/exports.md)",
    load: async () => (await import("./commands/export.ts")).exportCommand(),
  },
  evidence: {
    does: "Write the signed evidence of a market: criteria, verdicts, and the records that they rest on (docs/evidence.md)",
    load: async () => (await import("./commands/evidence.ts")).evidenceCommand(),
  },
  verify: {
    does: "Check a file of evidence, with no server and no network",
    load: async () => (await import("./commands/verify.ts")).verifyCommand(),
  },
  import: {
    does: "Load data into the database",
    load: async () => (await import("./commands/import.ts")).importCommand(),
  },
  events: {
    does: "Events: observations grouped by what happened",
    load: async () => (await import("./commands/events.ts")).eventsCommand(),
  },
  feeds: {
    does: "Addresses that news and observations are read from again and again",
    load: async () => (await import("./commands/feeds.ts")).feedsCommand(),
  },
  sources: {
    does: "Open data that is read again and again: registers and directories (docs/sources.md)",
    load: async () => (await import("./commands/sources.ts")).sourcesCommand(),
  },
  retention: {
    does: "Clear rows that are older than they are kept, or say which are (docs/retention.md)",
    load: async () => (await import("./commands/retention.ts")).retentionCommand(),
  },
  search: {
    does: "The search engine's index: how far it is, and making it anew (docs/search-engine.md)",
    load: async () => (await import("./commands/search.ts")).searchCommand(),
  },
  pages: {
    does: "Pages of the web (docs/pages.md)",
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
    does: "Dossiers: standing questions, and the reports that answer them",
    load: async () => (await import("./commands/dossiers.ts")).dossiersCommand(),
  },
  columns: {
    does: "Fills of markets' columns: pause and resume (docs/columns.md)",
    load: async () => (await import("./commands/columns.ts")).columnsCommand(),
  },
  platform: {
    does: "Show what the platform has spent this month on what belongs to no team (events, the directory's vectors, questions of platform keys); --budget sets its limit",
    load: async () => (await import("./commands/platform.ts")).platformCommand(),
  },
  ledger: {
    does: "Show what calls to paid providers cost: sums, then the newest calls",
    load: async () => (await import("./commands/ledger.ts")).ledgerCommand(),
  },
  encryption: {
    does: "The keys that stored secrets are encrypted with (docs/encryption.md)",
    load: async () => (await import("./commands/encryption.ts")).encryptionCommand(),
  },
  backup: {
    does: "Write the whole database to a file, as it is at one moment, while the product runs (docs/backups.md)",
    load: async () => (await import("./commands/backup.ts")).backupCommand(),
  },
  restore: {
    does: "Make the database what it was at the moment of a backup, while the product does not run (docs/backups.md)",
    load: async () => (await import("./commands/restore.ts")).restoreCommand(),
  },
  replay: {
    does: "Repeat a completed discovery from its recordings, and say whether it comes to the same: it asks neither a model nor the web, and writes nothing",
    load: async () => (await import("./commands/replay.ts")).replayCommand(),
  },
};

/**
 * Runs `market …`. Writes to standard output and standard error, including the reason of a failure.
 * @param args without the program's name
 * @returns the exit code
 */
export async function runMarket(args: string[]): Promise<number> {
  const [first, second] = args;
  const named = first === "help" ? second : first;
  const program = new Command("market")
    .description("Operator's commands: they work beside a running server and against the same configuration.")
    .showHelpAfterError("(market --help lists the commands)");
  for (const [name, { does, load }] of Object.entries(COMMANDS))
    program.addCommand((name === named ? await load() : new Command(name)).description(does));
  try {
    await program.parseAsync(args, { from: "user" });
    return Number(process.exitCode ?? 0);
  } catch (error) {
    return reportFailure(error, { json: args.includes("--json") });
  }
}
