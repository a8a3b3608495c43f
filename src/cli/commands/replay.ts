import { Command } from "commander";
import { type Config, readConfig } from "#foundation/config/config";
import { createLogger } from "#foundation/config/logger";
import type { Database } from "#foundation/db/database";
import type { OpenedIndexes } from "#markets/discovery/open-indexes";
import type { ReplayReport } from "#markets/discovery/replay/replay-job";
import { answer } from "../answer.ts";
import { wholeNumber } from "../option-values.ts";
import { table } from "../table.ts";
import { withDatabase } from "../with-database.ts";

/** Returns the index of the directory: the search engine's, the file that a worker left, or one built now. */
async function indexesOf(config: Config, db: Database): Promise<OpenedIndexes> {
  const { openIndexes } = await import("#markets/discovery/open-indexes");
  return openIndexes(config, {
    db,
    databaseUrl: db.pool.options.connectionString ?? "",
    mayAsk: false,
    log: createLogger({ logLevel: "warn" }, "market"),
  });
}

function describe({ jobId, same, digest, candidates, partings, notes }: ReplayReport): string {
  const count = candidates.toLocaleString("en");
  const lines = [
    same
      ? `Job ${jobId}: the same verdicts on ${count} candidates (${digest.after.slice(0, 12)}).`
      : `Job ${jobId} DIFFERS: ${digest.before.slice(0, 12)} then, ${digest.after.slice(0, 12)} now, ${count} candidates.`,
    ...notes,
  ];
  if (partings.length > 0)
    lines.push(
      table(
        ["At", "Candidate", "Then", "Now"],
        partings.map(({ at, domain, before, after }) => [at, domain ?? "", before, after]),
      ),
    );
  return lines.join("\n");
}

/** `market replay JOB` */
export function replayCommand(): Command {
  return new Command("replay")
    .argument("<job>", "the discovery's jobId")
    .option("--verdicts-only", "do not repeat planning and searching, which need the index of the directory", false)
    .option("--json", "print the report as JSON", false)
    .action(async (job: string, options: { verdictsOnly: boolean; json: boolean }) => {
      const config = readConfig();
      // Loaded late: its dictionaries take seconds, too long for a help text.
      const { replayJob } = await import("#markets/discovery/replay/replay-job");
      const report = await withDatabase(config, async (db) => {
        const opened = options.verdictsOnly ? null : await indexesOf(config, db);
        return replayJob(db, wholeNumber(job, "job"), opened?.indexes ?? null).finally(async () => {
          await opened?.indexes.close();
          await opened?.searchEngine?.close();
        });
      });
      answer(options, report, describe(report));
      process.exitCode = report.same ? 0 : 1;
    });
}
