import { randomUUID } from "node:crypto";
import { mkdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { directorySize } from "#companies/directory";
import type { Database } from "#foundation/db/database";
import { buildInProcess } from "./index-files.ts";
import { writeLexicon } from "./write-index.ts";

/**
 * Number of companies up to which it is made here, in less time than a process takes to start: too few to train word
 * vectors.
 */
const FEW_COMPANIES = 200;

interface LexiconTask {
  db: Database;
  databaseUrl: string;
  /** Folder for a temporary file. */
  cacheDir: string;
  /** Ends the process. */
  signal: AbortSignal;
}

/**
 * Makes the lexicon of the present directory in a separate process.
 * @throws as `buildInProcess`
 */
export async function makeLexicon({ db, databaseUrl, cacheDir, signal }: LexiconTask): Promise<Buffer> {
  await mkdir(cacheDir, { recursive: true, mode: 0o700 });
  const path = join(cacheDir, `lexicon-${randomUUID()}`);
  try {
    if ((await directorySize(db)).companies <= FEW_COMPANIES) await writeLexicon({ db, path }, () => {});
    else await buildInProcess({ databaseUrl, path, what: "lexicon" }, { onProgress: () => {}, signal });
    return await readFile(path);
  } finally {
    await rm(path, { force: true });
  }
}
