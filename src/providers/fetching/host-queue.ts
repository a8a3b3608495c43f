import { setTimeout as sleep } from "node:timers/promises";
import PQueue from "p-queue";

export interface HostQueueOptions {
  /** Pause between the end of one request to a host and the beginning of the next. */
  delayMs: number;
  /** Concurrent requests to all hosts together. */
  concurrency: number;
}

export interface HostQueue {
  /**
   * Runs `work` when it is this host's turn. `delayMs` is the host's own request for a pause, where it is longer than
   * ours.
   * @throws what `work` throws, or the signal's reason when it ends the wait.
   */
  run<T>(
    host: string,
    work: () => Promise<T>,
    options?: { delayMs?: number; signal?: AbortSignal | undefined },
  ): Promise<T>;
}

/** Allows one request at a time per host, with a pause between, and a limited number in all. Forgets finished hosts. */
export function createHostQueue({ delayMs, concurrency }: HostQueueOptions): HostQueue {
  const everywhere = new PQueue({ concurrency });
  const hosts = new Map<string, { turns: PQueue; freeAt: number }>();

  return {
    async run(host, work, { delayMs: wish = 0, signal } = {}) {
      const line = hosts.get(host) ?? { turns: new PQueue({ concurrency: 1 }), freeAt: 0 };
      hosts.set(host, line);
      const pauseMs = Math.max(delayMs, wish);
      try {
        return await line.turns.add(
          async () => {
            // Waiting for a host takes no place from others.
            const waitMs = line.freeAt - performance.now();
            if (waitMs > 0) await sleep(waitMs, undefined, { signal });
            try {
              return await everywhere.add(work, { signal });
            } finally {
              line.freeAt = performance.now() + pauseMs;
            }
          },
          { signal },
        );
      } catch (error) {
        // The libraries' own errors of an aborted wait say less than the caller's reason.
        signal?.throwIfAborted();
        throw error;
      } finally {
        if (line.turns.size === 0 && line.turns.pending === 0) forgetLater(host, line, pauseMs);
      }
    },
  };

  function forgetLater(host: string, line: { turns: PQueue; freeAt: number }, pauseMs: number): void {
    const timer = setTimeout(() => {
      const isIdle = line.turns.size === 0 && line.turns.pending === 0 && line.freeAt <= performance.now();
      if (isIdle && hosts.get(host) === line) hosts.delete(host);
    }, pauseMs + 1);
    timer.unref();
  }
}
