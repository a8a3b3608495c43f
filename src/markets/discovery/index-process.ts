import { CostCapReachedError } from "#costs/cost-cap";
import { openDatabase } from "#foundation/db/database";
import { watchDatabase } from "#foundation/db/database-watch";
import { WORK_LIMITS } from "#foundation/db/limits";
import { isDatabaseOutage } from "#foundation/db/outage";
import { EmbeddingsError } from "#providers/embeddings/embeddings-provider";
import { isProviderAway, ProviderError } from "#providers/provider-error";
import {
  DATABASE_AWAY,
  type IndexProgressMessage,
  type IndexTask,
  NOT_PAID_FOR,
  NOT_WORTH_A_RETRY,
  PROVIDER_AWAY,
} from "./index-task.ts";
import { type IndexProgress, writeIndex, writeLexicon } from "./write-index.ts";

async function build({ databaseUrl, path, ...task }: IndexTask): Promise<void> {
  const tell: IndexProgress = (step, fraction) => process.send?.({ step, fraction } satisfies IndexProgressMessage);
  const watch = watchDatabase(databaseUrl, { limits: WORK_LIMITS });
  const db = openDatabase(databaseUrl, { maxConnections: 1, watch });
  try {
    if (task.what === "lexicon") await writeLexicon({ db, path }, tell);
    else await writeIndex({ db, embeddings: task.embeddings, path }, tell);
  } finally {
    await Promise.all([db.close(), watch.close()]);
  }
}

// Training is a minute of pure computation: in the worker's own process it would delay heartbeats and every other job.
// It ends with its worker.
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
