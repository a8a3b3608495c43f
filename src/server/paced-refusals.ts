import type { ServerResponse } from "node:http";
import { clientAddress } from "./client-address.ts";
import { HttpAnswer } from "./http-answer.ts";

/** Refusals that a source is sent as fast as it asks, and how many a second after these. */
const AT_ONCE = 200;
const A_SECOND = 50;
/** The longest wait in milliseconds: short enough that a client in good faith still gets its answer. */
const MOST_MS = 2_000;
/** Number of sources above which those that have nothing to wait for are forgotten. */
const SWEEP_ABOVE = 10_000;

const PER_REFUSAL_MS = 1_000 / A_SECOND;
const BURST_MS = AT_ONCE * PER_REFUSAL_MS;

/** By source: until when its refusals so far use up `A_SECOND`, in milliseconds of this process. */
const paidAt = new Map<string, number>();

/**
 * Returns how long a refusal to a source is kept back, in milliseconds. Refusing costs the event loop as much as answering
 * a small query. A client that ignores refusals asks again as soon as it has one, so waiting slows it down.
 */
function waitMs(source: string): number {
  const now = performance.now();
  const paid = Math.max(paidAt.get(source) ?? 0, now) + PER_REFUSAL_MS;
  const wait = Math.max(0, Math.min(MOST_MS, paid - now - BURST_MS));
  if (paidAt.size > SWEEP_ABOVE) for (const [one, at] of paidAt) if (at <= now) paidAt.delete(one);
  paidAt.set(source, Math.min(paid, now + BURST_MS + MOST_MS));
  return wait;
}

const isRefusal = (status: number): boolean => status === 401 || status === 429;

/** Sends a refusal (401, 429) when its source may have it, and any other answer at once. */
export function pacedRefusal(response: ServerResponse, status: number, send: () => void): void {
  const wait =
    isRefusal(status) && response instanceof HttpAnswer
      ? waitMs(clientAddress(response.req, response.trustedProxies))
      : 0;
  if (wait === 0) send();
  else
    setTimeout(() => {
      if (!response.destroyed) send();
    }, wait);
}
