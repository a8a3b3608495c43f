import { rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { readDirectory } from "#companies/directory";
import { CostCapReachedError } from "#costs/cost-cap";
import { payFor } from "#costs/paid-call";
import { PLATFORM_DIRECTORY } from "#costs/payer";
import { openDatabase } from "#foundation/db/database";
import { watchDatabase } from "#foundation/db/database-watch";
import { WORK_LIMITS } from "#foundation/db/limits";
import { isDatabaseOutage } from "#foundation/db/outage";
import { createEmbeddings } from "#providers/embeddings/create-embeddings";
import { EmbeddingsError } from "#providers/embeddings/embeddings-provider";
import { withVectorCache } from "#providers/embeddings/vector-cache";
import { isProviderAway, ProviderError } from "#providers/provider-error";
import { buildIndex } from "../retrieval/index.ts";
import {
  DATABASE_AWAY,
  type IndexProgressMessage,
  type IndexTask,
  NOT_PAID_FOR,
  NOT_WORTH_A_RETRY,
  PROVIDER_AWAY,
} from "./index-task.ts";

async function build({ databaseUrl, embeddings, path }: IndexTask): Promise<void> {
  const watch = watchDatabase(databaseUrl, { limits: WORK_LIMITS });
  const db = openDatabase(databaseUrl, { maxConnections: 1, watch });
  try {
    const model = await createEmbeddings(embeddings);
    const index = await buildIndex(readDirectory(db), {
      // When the directory changes, only new texts have to be embedded.
      ...(model === null
        ? {}
        : {
            sentences: {
              model: withVectorCache(model, join(dirname(path), "vectors")),
              pay: payFor(db, PLATFORM_DIRECTORY, { retries: 3 }),
            },
          }),
      onProgress: (step, fraction) => process.send?.({ step, fraction } satisfies IndexProgressMessage),
    });
    await writeFile(`${path}.part`, index);
    await rename(`${path}.part`, path);
  } finally {
    await Promise.all([db.close(), watch.close()]);
  }
}

// Training is a minute of pure computation: in the worker's own process it would hold up heartbeats and every other
// job. It ends with its worker.
process.once("disconnect", () => process.exit(1));
process.once("message", (task: IndexTask) => {
  build(task).then(
    () => process.exit(0),
    (error: unknown) => {
      if (error instanceof CostCapReachedError) {
        process.stderr.write(`${error.detail}\n`);
        process.exit(NOT_PAID_FOR);
      }
      if (isProviderAway(error)) {
        process.stderr.write(`${error.message}\n`);
        process.exit(PROVIDER_AWAY);
      }
      if ((error instanceof ProviderError || error instanceof EmbeddingsError) && !error.retryable) {
        process.stderr.write(`${error.message}\n`);
        process.exit(NOT_WORTH_A_RETRY);
      }
      if (isDatabaseOutage(error)) {
        process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
        process.exit(DATABASE_AWAY);
      }
      process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
      process.exit(1);
    },
  );
});
