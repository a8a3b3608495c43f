import type { Reading } from "#foundation/metrics/metrics";
import { OUTCOMES } from "./run-states.ts";

/**
 * Makes the readings of a counter of what has ended. An outcome that a name has not had is 0, because Prometheus sees no
 * increase in a series that begins with 1.
 * @param label the label that tells the names apart
 */
export function endedReadings<const Label extends string>(
  label: Label,
  names: readonly string[],
  counts: readonly ({ outcome: string; count: number } & Record<Label, string>)[],
): Reading<Label | "outcome">[] {
  return names.flatMap((name) =>
    OUTCOMES.map((outcome) => ({
      labels: { [label]: name, outcome } as Record<Label | "outcome", string>,
      value: counts.find((count) => count[label] === name && count.outcome === outcome)?.count ?? 0,
    })),
  );
}
