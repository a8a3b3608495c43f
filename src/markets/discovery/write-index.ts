import { rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { directorySize, readDirectory } from "#companies/directory";
import { payFor } from "#costs/paid-call";
import { PLATFORM_DIRECTORY } from "#costs/payer";
import type { Config } from "#foundation/config/config";
import type { Database } from "#foundation/db/database";
import { createEmbeddings } from "#providers/embeddings/create-embeddings";
import { withVectorCache } from "#providers/embeddings/vector-cache";
import { buildIndex, buildLexicon } from "../retrieval/index.ts";

/** Receives the progress of building an index: the step's name, and 0–1 within it. */
export type IndexProgress = (step: string, fraction: number) => void;

/** Source of an index, and the file to write it to. */
export interface IndexSource {
  db: Database;
  embeddings: Config["embeddings"];
  path: string;
}

/**
 * Builds the index of the directory and writes it: the file appears complete or not at all. `fraction` is 0–1 within a
 * step.
 * @throws as `buildIndex` and the database
 */
export async function writeIndex({ db, embeddings, path }: IndexSource, onProgress: IndexProgress): Promise<void> {
  const model = await createEmbeddings(embeddings);
  const index = await buildIndex(readDirectory(db), {
    // When the directory changes, only new texts need to be embedded.
    ...(model === null
      ? {}
      : {
          sentences: {
            model: withVectorCache(model, join(dirname(path), "vectors")),
            pay: payFor(db, PLATFORM_DIRECTORY, { retries: 3 }),
          },
        }),
    onProgress,
  });
  await writeWhole(path, index);
}

/** The same of the lexicon of the directory. */
export async function writeLexicon(
  { db, path }: Omit<IndexSource, "embeddings">,
  onProgress: IndexProgress,
): Promise<void> {
  const { companies } = await directorySize(db);
  await writeWhole(path, await buildLexicon(readDirectory(db), companies, { onProgress }));
}

async function writeWhole(path: string, content: Buffer): Promise<void> {
  await writeFile(`${path}.part`, content);
  await rename(`${path}.part`, path);
}
