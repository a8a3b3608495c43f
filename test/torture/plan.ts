import type { Random } from "./random.ts";

export const PARTS = ["postgres", "temporal", "api-1", "api-2", "worker-1", "worker-2"] as const;
export type PartName = (typeof PARTS)[number];

/**
 * What is done to a part, and for how long. `kill`: SIGKILL, and a new process after the pause. `hang`: SIGSTOP, then
 * SIGCONT, as a disk or a machine that stands still looks from outside. `clock`: the process's clock jumps.
 */
export type Disturbance =
  | { atMs: number; kind: "kill" | "hang"; part: PartName; forMs: number }
  | { atMs: number; kind: "clock"; part: PartName; byMs: number };

/** Milliseconds between two disturbances. */
const GAP_MS = [200, 2_200] as const;
/** A restart that a supervisor makes, and an outage. */
const RESTART_MS = [0, 2_000] as const;
const OUTAGE_MS = [4_000, 12_000] as const;
const HANG_MS = [500, 9_000] as const;
const CLOCK_MS = 2 * 3_600_000;
/** Only programs of ours have a clock that a test can set: the machine's own is everybody's. */
const CLOCKS = ["api-1", "api-2", "worker-1", "worker-2"] as const satisfies PartName[];
/** How often each is chosen: workers and APIs most, because most happens in them. */
const OFTEN = [
  ...["worker-1", "worker-2", "worker-1", "worker-2", "api-1", "api-2", "api-1", "api-2"],
  ...["temporal", "temporal", "postgres", "postgres"],
] as [PartName, ...PartName[]];

/** From this downtime on a killed part counts as an outage. */
export const isOutage = (one: Disturbance): boolean => one.kind === "kill" && one.forMs >= OUTAGE_MS[0];

/** The disturbances of so many minutes, in order of time; the same for the same seed. */
export function planOf(random: Random, minutes: number): Disturbance[] {
  const plan: Disturbance[] = [];
  for (let atMs = random.between(...GAP_MS); atMs < minutes * 60_000; atMs += random.between(...GAP_MS)) {
    const choice = random.between(1, 100);
    const part = random.pick(OFTEN);
    if (choice <= 62) plan.push({ atMs, kind: "kill", part, forMs: random.between(...RESTART_MS) });
    else if (choice <= 74) plan.push({ atMs, kind: "kill", part, forMs: random.between(...OUTAGE_MS) });
    else if (choice <= 90) plan.push({ atMs, kind: "hang", part, forMs: random.between(...HANG_MS) });
    else plan.push({ atMs, kind: "clock", part: random.pick(CLOCKS), byMs: random.between(-CLOCK_MS, CLOCK_MS) });
  }
  return plan;
}
