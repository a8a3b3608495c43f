// Sends what well-behaved clients ask, at a fixed rate: node clients.ts '{"url","key","bodies","rate","seconds"}'; the result is a line of JSON.
import { Agent } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { AttackRequest } from "./attacks.ts";
import { send } from "./send.ts";

export interface Usual {
  url: string;
  requests: readonly AttackRequest[];
  /** Requests a second. */
  rate: number;
  /** Of what is measured; a second more comes before, in which this process gets warm. */
  seconds: number;
}

export interface Served {
  /** Of each request, from the time at which it was due: a delay of one cannot hide that of the next. */
  milliseconds: number[];
  /** Answers other than 200, by status. */
  failed: Record<string, number>;
}

const { url, requests, rate, seconds }: Usual = JSON.parse(process.argv[2] ?? "{}");
const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
const served: Served = { milliseconds: [], failed: {} };

const WARMING_SECONDS = 1;

async function ask(asked: AttackRequest, dueAt: number): Promise<void> {
  const outcome = await send(url, agent, asked);
  if (dueAt < began + WARMING_SECONDS * 1_000) return;
  served.milliseconds.push(performance.now() - dueAt);
  if (outcome !== "200") served.failed[outcome] = (served.failed[outcome] ?? 0) + 1;
}

const began = performance.now();
const running: Promise<void>[] = [];
for (let i = 0; i < rate * (WARMING_SECONDS + seconds); i++) {
  const dueAt = began + (i * 1_000) / rate;
  const wait = dueAt - performance.now();
  if (wait > 0) await sleep(wait);
  running.push(ask(requests[i % requests.length] as AttackRequest, dueAt));
}
await Promise.all(running);
process.stdout.write(`${JSON.stringify(served)}\n`, () => process.exit());
