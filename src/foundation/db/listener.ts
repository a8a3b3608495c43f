import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { Connection } from "./connection.ts";
import { REQUEST_LIMITS } from "./limits.ts";

/** Delay before a lost LISTEN connection is remade. */
const RECONNECT_MS = 1_000;

export interface Listener {
  /**
   * Calls `wake` with the payload of each notification. The payload is null when the connection is lost and again when
   * it is back, because notifications may be missing.
   */
  subscribe(wake: (payload: string | null) => void): () => void;
  /** Whether notifications arrive now, as far as is known. */
  isListening(): boolean;
  close(): Promise<void>;
}

/**
 * Opens one connection that listens to one channel for the whole process and passes notifications to any number of
 * subscribers.
 * It recovers by itself after an outage. Notifications are only a wake-up call: readers read the table.
 */
export function listen(url: string, channel: string): Listener {
  const subscribers = new Set<(payload: string | null) => void>();
  const stop = new AbortController();
  const { connectMs, silenceMs } = REQUEST_LIMITS;
  let isListening = false;
  const tell = (payload: string | null) => {
    for (const wake of subscribers) wake(payload);
  };

  const lose = () => {
    if (!isListening) return;
    isListening = false;
    tell(null);
  };

  const run = async () => {
    while (!stop.signal.aborted) {
      const client = new Connection({ connectionString: url, application_name: `listen ${channel}` }, { connectMs });
      try {
        await client.connect();
        client.on("notification", (message) => tell(message.payload ?? ""));
        client.once("end", lose);
        await client.ask(`LISTEN ${pg.escapeIdentifier(channel)}`, [], silenceMs);
        isListening = true;
        tell(null);
        await client.untilSilent(silenceMs, stop.signal);
      } catch {
        // The database is away: the loop tries again, and readers poll meanwhile.
      }
      lose();
      // This connection may end late, and its end must not count as that of the next one.
      client.off("end", lose);
      client.abandon();
      await sleep(RECONNECT_MS, undefined, { signal: stop.signal }).catch(() => {});
    }
  };
  const running = run();
  return {
    subscribe(wake) {
      subscribers.add(wake);
      return () => subscribers.delete(wake);
    },
    isListening: () => isListening,
    async close() {
      stop.abort();
      await running;
    },
  };
}
