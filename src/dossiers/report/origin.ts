import type { Source } from "./material.ts";

/** A record of an event has the title behind its number, and what is told of it has the title too. */
const EVENT = /^(Event \d+): .*$/su;

/**
 * Describes a source and its date.
 * @param date the date of what it tells, where the source has none
 */
export function originOf(source: Source | undefined, date: string | null = null): string {
  if (source === undefined) return "";
  const who = source.publisher || source.label.replace(EVENT, "$1");
  const at = source.publishedAt ?? date;
  return at === null ? who : `${who}, ${at}`;
}
