import type { Config } from "#foundation/config/config";
import type { Database } from "#foundation/db/database";
import { InvalidInputError } from "#foundation/errors/index";
import { createFetcher } from "#providers/fetching/fetcher";
import { dueSources } from "#sources/manage-sources";
import { type SyncReport, syncSource } from "#sources/sync-source";
import { answer } from "./answer.ts";
import { runImport } from "./import-run.ts";

export interface SyncCommandOptions {
  /** A file in place of the source's address. */
  file?: string;
  again?: boolean;
  json: boolean;
}

/** Number of rows shown individually on the terminal; `--json` has a hundred. */
const SHOWN = 10;

/**
 * `market sources sync [NAME]`: reads one source, due or not, or all due ones in turn.
 * @returns the exit code: 0, 1 where a sync failed, 130 when it was interrupted; rows read so far are stored
 * @throws NotFoundError
 */
export function syncSourcesCommand(
  name: string | null,
  { file, again, json }: SyncCommandOptions,
  config: Config,
  withDatabase: (work: (db: Database) => Promise<SyncReport[]>) => Promise<SyncReport[]>,
): Promise<number> {
  if (file !== undefined && name === null) throw new InvalidInputError("--file needs the name of a source");
  return runImport(
    { json, dryRun: false },
    async ({ signal }) => {
      const fetcher = createFetcher(config.fetching);
      try {
        const reports = await withDatabase(async (db) => {
          const synced: SyncReport[] = [];
          for (const source of name === null ? await dueSources(db) : [name]) {
            const options = {
              file,
              again,
              signal,
              onProgress: ({ phase, rows }: { phase: string; rows: number }) => {
                if (process.stderr.isTTY)
                  process.stderr.write(`\r${source}: ${phase} ${rows === 0 ? "" : rows.toLocaleString("en")}\u001b[K`);
              },
              onWaiting: () => void process.stderr.write("Waiting for another process that is syncing a source …\n"),
            };
            synced.push(await syncSource({ db, fetcher, dataDir: config.dataDir }, source, options));
          }
          return synced;
        });
        if (process.stderr.isTTY) process.stderr.write("\r\u001b[K");
        answer({ json }, reports, reports.length === 0 ? "No source was due." : reports.map(describe).join("\n"));
        return reports.some(({ outcome }) => outcome === "failed") ? 1 : 0;
      } finally {
        await fetcher.close();
      }
    },
    () => "Interrupted: the rows read so far are stored. The next sync continues from there.",
  );
}

const describe = ({ source, result, sync, outcome }: SyncReport): string =>
  [
    `${source}: ${result}`,
    ...(outcome === "read" ? (sync?.notes ?? []) : [])
      .slice(0, SHOWN)
      .map(({ line, reason }) => `  row ${line}: ${reason}`),
  ].join("\n");
