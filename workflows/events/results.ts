import type { EventReading, GroupObservationsResult } from "./contract.ts";

/** The result of a run that found nothing to do. */
export const NOTHING: GroupObservationsResult = { grouped: 0, created: 0, changed: 0, merged: 0, split: 0 };

/** Adds the results of two runs. */
export function addResult(sum: GroupObservationsResult, more: GroupObservationsResult): GroupObservationsResult {
  const reading = addReading(sum.reading, more.reading);
  return {
    grouped: sum.grouped + more.grouped,
    created: sum.created + more.created,
    changed: sum.changed + more.changed,
    merged: sum.merged + more.merged,
    split: sum.split + more.split,
    ...(reading === undefined ? {} : { reading }),
  };
}

function addReading(sum: EventReading | undefined, more: EventReading | undefined): EventReading | undefined {
  if (sum === undefined || more === undefined) return sum ?? more;
  return {
    model: more.model,
    read: sum.read + more.read,
    byRules: sum.byRules + more.byRules,
    stopped: more.stopped ?? sum.stopped,
  };
}

/** Formats a result for the Temporal UI. */
export function resultLines({ grouped, created, changed, merged, split, reading }: GroupObservationsResult): string {
  if (grouped + changed === 0) return "No observation waited.";
  return `**${grouped}** observations grouped\n- ${created} events new, ${changed} changed\n- ${merged} merged, ${split} split off${reading === undefined ? "" : readingLines(reading)}`;
}

function readingLines({ model, read, byRules, stopped }: EventReading): string {
  const left = byRules === 0 ? "" : `, ${byRules} left to the rules`;
  return `\n- ${read} events read by ${model}${left}${stopped === null ? "" : `\n- the model was no longer asked: ${stopped}`}`;
}
