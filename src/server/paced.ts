import type { IncomingMessage } from "node:http";

/** Bytes of unwanted bodies that a process reads in a millisecond: 16 MiB a second, a few hundredths of its time. */
const BYTES_A_MS = 16 * 1024;
/** How much may be read at once, in milliseconds: enough for ordinary bodies of refused requests. */
const BURST_MS = 16;

/** When everything read so far is paid for. */
let paidAt = 0;

/**
 * Slows the reading of unwanted bodies, of all clients together: whoever sends more waits in the network, at no cost.
 * Call `read` for each chunk, and `end` when nothing more is read.
 */
export function paced(request: IncomingMessage): { read(bytes: number): void; end(): void } {
  let timer: NodeJS.Timeout | undefined;
  return {
    read(bytes) {
      const now = performance.now();
      paidAt = Math.max(paidAt, now) + bytes / BYTES_A_MS;
      const waitMs = paidAt - now - BURST_MS;
      if (waitMs <= 0) return;
      request.pause();
      timer = setTimeout(() => request.resume(), waitMs);
    },
    end: () => clearTimeout(timer),
  };
}
