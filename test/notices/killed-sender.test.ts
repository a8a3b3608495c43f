import { afterAll, beforeAll, expect, it } from "vitest";
import { CreateWebhookDocument, PingWebhookDocument, WebhookStateDocument } from "#generated/tests/graphql";
import { NOTICES_CHANNEL } from "#notices/notice";
import { runScript, type ScriptProcess } from "../support/process.ts";
import { eventually, present, startSystem, type TestSystem } from "../support/system.ts";
import { startReceiver } from "../support/webhook-receiver.ts";

let system: TestSystem;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let workers: ScriptProcess[];

beforeAll(async () => {
  workers = [];
  receiver = await startReceiver();
  system = await startSystem({ temporal: true, environment: { FETCH_ALLOW: receiver.pair } });
});
afterAll(async () => {
  for (const { child, exited } of workers) {
    child.kill("SIGKILL");
    await exited;
  }
  await system?.stop();
  await receiver?.stop();
});

/** A worker as a process of its own: it sends what webhooks wait for. */
function startWorker(): ScriptProcess {
  const { temporal, dataDir } = system.config;
  const worker = runScript("start:worker", {
    DATABASE_URL: system.database.url,
    DATA_DIR: dataDir,
    TEMPORAL_ADDRESS: `127.0.0.1:${temporal.port}`,
    TEMPORAL_NAMESPACE: temporal.namespace,
    FETCH_ALLOW: receiver.pair,
    EMBEDDINGS: "word2vec",
  });
  workers.push(worker);
  return worker;
}

it("a delivery whose sender is killed in the middle is sent by another process, at least once and with the same id", async () => {
  const { key } = await system.team();
  const { createWebhook } = await system.answer(key, CreateWebhookDocument, { input: { url: receiver.url } });
  const { webhookId } = createWebhook.webhook;
  const delivery = async () => {
    const { deliveries } = present((await system.answer(key, WebhookStateDocument, { webhookId })).webhook);
    return present(deliveries.edges[0]).node;
  };
  // The receiver takes the message and says nothing, so that its sender is in the middle of it.
  receiver.state.answer = null;
  await system.answer(key, PingWebhookDocument, { webhookId });
  const killed = startWorker();
  await eventually(
    async () => receiver.received.length,
    (received) => received === 1,
  );
  killed.child.kill("SIGKILL");
  await killed.exited;
  expect(await delivery()).toMatchObject({ status: "PENDING", attempts: 0, lastStatus: null });

  receiver.state.answer = 204;
  startWorker();
  // As if the minute had passed for which the killed one had it.
  await system.database.db.query(
    `WITH due AS (UPDATE webhook_deliveries SET next_attempt_at = now() RETURNING 1)
     SELECT pg_notify('${NOTICES_CHANNEL}', '') FROM (SELECT count(*) FROM due) counted`,
    [],
  );
  const sent = await eventually(delivery, ({ status }) => status === "DELIVERED");
  expect(receiver.received.map(({ headers }) => headers["webhook-id"])).toEqual([sent.deliveryId, sent.deliveryId]);
  expect(sent.attempts).toBe(1);
});
