import { rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { readDirectory } from "../companies/directory.ts";
import type { Config } from "../config/config.ts";
import { openDatabase } from "../db/database.ts";
import { createEmbeddings } from "../providers/embeddings/create-embeddings.ts";
import { withVectorCache } from "../providers/embeddings/vector-cache.ts";
import { buildIndex } from "../retrieval/index.ts";

/** What the process is given, as its first message. */
export interface IndexTask {
  databaseUrl: string;
  embeddings: Config["embeddings"];
  /** Where the finished index is written. */
  path: string;
}

/** What it says while it works. */
export interface IndexProgressMessage {
  step: string;
  /** 0–1 within the step. */
  fraction: number;
}

async function build({ databaseUrl, embeddings, path }: IndexTask): Promise<void> {
  const db = openDatabase(databaseUrl, { maxConnections: 1 });
  try {
    const model = await createEmbeddings(embeddings);
    const index = await buildIndex(readDirectory(db), {
      // Of a changed directory only the texts that are new have to go through the model.
      ...(model === null ? {} : { sentenceModel: withVectorCache(model, join(dirname(path), "vectors")) }),
      onProgress: (step, fraction) => process.send?.({ step, fraction } satisfies IndexProgressMessage),
    });
    await writeFile(`${path}.part`, index.toBuffer());
    await rename(`${path}.part`, path);
  } finally {
    await db.close();
  }
}

// Training is a minute of pure computation: in the worker's own process it would hold up heartbeats and every other job.
// Nobody waits for the index of a worker that is gone.
process.once("disconnect", () => process.exit(1));
process.once("message", (task: IndexTask) => {
  build(task).then(
    () => process.exit(0),
    (error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
      process.exit(1);
    },
  );
});
