import { Command } from "commander";
import { fillStates } from "#columns/fills/fill-lifecycle";
import { taskStates } from "#dossiers/tasks/task-lifecycle";
import type { BackupHeader } from "#foundation/backup/backup-file";
import { checkBackup, restoreBackup } from "#foundation/backup/restore-backup";
import { type Config, readConfig } from "#foundation/config/config";
import type { Queries } from "#foundation/db/database";
import { WORK_LIMITS } from "#foundation/db/limits";
import { forgetTemporalState } from "#foundation/embedded/temporal";
import { ConflictError } from "#foundation/errors/index";
import { tellOpenRuns } from "#jobs/progress-log";
import { marketRunStates } from "#jobs/workflow-runs";
import { answer } from "../answer.ts";
import { Bar } from "../bar.ts";
import { checkStoredSecrets } from "../doctor/encryption.ts";
import { otherConnections, withServer } from "../with-database.ts";

interface RestoreCommandOptions {
  replace: boolean;
  check: boolean;
  json: boolean;
}

const UNLIMITED = { ...WORK_LIMITS, statementMs: 0 };

/** The platform's budget is a single row, made with its table. */
const FILLED_BY_MIGRATIONS = ["platform"];

/** `market restore` */
export function restoreCommand(): Command {
  return new Command("restore")
    .argument("<file>", "a file written by market backup of this version or an earlier one")
    .option("--replace", "delete the present contents of the database first", false)
    .option("--check", "only check whether the file is complete and fits this version", false)
    .option("--json", "print JSON", false)
    .action(async (file: string, options: RestoreCommandOptions) => {
      const bar = new Bar(options);
      try {
        await (options.check ? check : restore)(file, options, bar);
      } finally {
        bar.stop();
      }
    });
}

async function check(file: string, options: RestoreCommandOptions, bar: Bar): Promise<void> {
  const { header, end, tables } = await checkBackup(file, (read, of) => bar.show("checking", read, of));
  bar.stop();
  answer(
    options,
    { file, madeAt: header.madeAt, version: header.version, rows: end.rows, tables },
    `${file} is complete: ${end.rows.toLocaleString("en")} rows of ${end.tables} tables, of ${header.madeAt}, by version ${header.version}`,
  );
}

async function restore(file: string, options: RestoreCommandOptions, bar: Bar): Promise<void> {
  const config = readConfig();
  let restarted = 0;
  const { contents, secrets } = await withServer(
    config,
    async (server) => {
      const others = await otherConnections(server.db);
      if (others > 0)
        throw new ConflictError(
          `${others} ${others === 1 ? "connection is" : "connections are"} open to the database: stop the product and its commands first`,
        );
      const contents = await restoreBackup(server, file, {
        replace: options.replace,
        filledByMigrations: FILLED_BY_MIGRATIONS,
        onBegin: () => forgetOwnTemporal(config),
        onProgress: (phase, read, of) => bar.show(phase, read, of),
        adapt: async (inside, header) => {
          restarted = await restartRuns(inside, header);
        },
      });
      return { contents, secrets: await checkStoredSecrets(server.db, config) };
    },
    UNLIMITED,
  );
  bar.stop();
  const { header, end, tables } = contents;
  const lines = [
    `${end.rows.toLocaleString("en")} rows of ${end.tables} tables, as they were at ${header.madeAt}.`,
    ...(restarted === 0 ? [] : [`Open runs that start again with the next worker: ${restarted}.`]),
    ...secrets.map(({ found, cure }) => `Note: ${found}${cure === undefined ? "" : `: ${cure}`}.`),
    ...(config.searchEngine === null
      ? []
      : ["Rebuild the index of the search engine, because it was built from other data: market search rebuild."]),
    ...(config.temporal.address === undefined
      ? []
      : [
          "Use a separate Temporal namespace (TEMPORAL_NAMESPACE), because the ids of runs are reused (docs/backups.md).",
        ]),
  ];
  const needsSearchRebuild = config.searchEngine !== null;
  answer(
    options,
    { file, madeAt: header.madeAt, rows: end.rows, restarted, needsSearchRebuild, tables },
    lines.join("\n"),
  );
}

/** Forgets the state of our own Temporal, which is about runs of the database being replaced. */
async function forgetOwnTemporal({ temporal, dataDir }: Config): Promise<void> {
  if (temporal.address === undefined) await forgetTemporalState(dataDir);
}

/** Queues the open runs again: they have no execution any more. Completed steps are not repeated. */
async function restartRuns(inside: Queries, { madeAt }: BackupHeader): Promise<number> {
  let restarted = 0;
  for (const states of [marketRunStates, taskStates, fillStates]) restarted += await states.restart(inside);
  await tellOpenRuns(inside, `Restored from a backup of ${madeAt}: starts again`, `restored ${madeAt}`);
  return restarted;
}
