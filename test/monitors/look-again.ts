import { pino } from "pino";
import { createDirectoryIndexes } from "#markets/discovery/directory-indexes";
import { runMonitor } from "#monitors/run-monitor";
import type { TestSystem } from "../support/system.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** Runs a monitor many times in this process, without Temporal, which would take a second for each run. */
export async function lookAgain(
  { database: { db, url: databaseUrl }, config: { embeddings } }: TestSystem,
  monitorId: number,
  times: number,
  beforeEach: (run: number) => Promise<unknown> = async () => {},
): Promise<void> {
  const log = pino({ level: "silent" });
  const indexes = createDirectoryIndexes({ db, databaseUrl, embeddings, cacheDir: await temporaryFolder(), log });
  for (let i = 0; i < times; i++) {
    await beforeEach(i);
    await runMonitor({ db, indexes }, monitorId);
  }
  await indexes.close();
}
