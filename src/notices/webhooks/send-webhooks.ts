import PQueue from "p-queue";
import type { Logger } from "pino";
import { hasAccess } from "#accounts/teams/find-team";
import type { Database } from "#foundation/db/database";
import type { Listener } from "#foundation/db/listener";
import { startWakeLoop } from "#foundation/db/wake-loop";
import { type KeyRing, UndecipherableError } from "#foundation/encryption/key-ring";
import { FetchFailedError, FetchRefusedError } from "#providers/fetching/errors";
import type { Poster } from "#providers/fetching/poster";
import { retryAfterMs } from "#providers/retry-after";
import { type Attempt, type Due, leaseDeliveries, noteAttempt, putOff, queueDeliveries } from "./deliveries.ts";
import { signedHeaders } from "./secrets.ts";

export interface SendingDeps {
  db: Database;
  ring: KeyRing;
  poster: Poster;
  listener: Listener;
  log: Logger;
}

/** Number of concurrent attempts in one process. */
const AT_ONCE = 10;

/** Returns the message in the form of Standard Webhooks: type, timestamp and the notice. */
function bodyOf({ kind, createdAt, notice, webhookId }: Due): string {
  if (notice === null) return JSON.stringify({ type: kind, timestamp: createdAt.toISOString(), data: { webhookId } });
  const { id, at, data, kind: _kind, ...rest } = notice;
  const { monitorId, marketId, companyId, eventId, sequence, title } = rest;
  const shown = { noticeId: id, sequence, title, monitorId, marketId, companyId, eventId, ...data };
  return JSON.stringify({ type: kind, timestamp: new Date(at).toISOString(), data: shown });
}

async function attempt({ ring, poster }: Pick<SendingDeps, "ring" | "poster">, due: Due): Promise<Attempt> {
  const body = bodyOf(due);
  try {
    const headers = await signedHeaders(ring, due, { id: due.id, body, at: new Date() });
    const { status, headers: answered } = await poster.post(due.url, { headers, body });
    if (status >= 200 && status < 300) return { status, error: "" };
    return { status, error: `it answered ${status}`, waitMs: retryAfterMs(answered["retry-after"]) };
  } catch (error) {
    const isTold =
      error instanceof FetchFailedError || error instanceof FetchRefusedError || error instanceof UndecipherableError;
    if (!isTold) throw error;
    return { status: null, error: error.message };
  }
}

/**
 * Sends notices to the webhooks that want them, at least once each. Any number of processes may do so, because
 * deliveries are leased. What a killed process had leased is sent again a minute later, with the same id.
 */
export function startWebhooks(deps: SendingDeps): { stop(): Promise<void> } {
  const { db, log } = deps;
  const queue = new PQueue({ concurrency: AT_ONCE });
  const send = async (due: Due) => {
    try {
      if (!(await hasAccess(db, due.teamId))) await putOff(db, due.id);
      else await noteAttempt(db, due, await attempt(deps, due));
    } catch (error) {
      log.warn(
        { err: error, webhookId: due.webhookId },
        "an attempt at a webhook could not be noted; it is made again",
      );
    }
  };
  let isStopping = false;
  const loop = startWakeLoop(deps, async () => {
    await queueDeliveries(db);
    while (!isStopping) {
      const room = AT_ONCE - queue.pending - queue.size;
      // One slow receiver delays nobody else: the next ones go as soon as there is room.
      if (room === 0)
        await new Promise<void>((resolve) => void queue.addEventListener("next", () => resolve(), { once: true }));
      const due = room === 0 ? [] : await leaseDeliveries(db, room);
      for (const one of due) void queue.add(() => send(one));
      if (room > 0 && due.length === 0) return;
    }
  });
  return {
    async stop() {
      isStopping = true;
      await loop.stop();
      await queue.onIdle();
    },
  };
}
