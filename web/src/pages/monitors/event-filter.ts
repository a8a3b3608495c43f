import type { EventFilterInput } from "../../generated/graphql.ts";
import { day } from "../../parts/words.ts";

/** Describes the scores from 0 to 3 that an impact may have. */
export const LEVELS = ["None", "Low", "Medium", "High"] as const;

/** Formats "2–3" where a filter has these bounds. */
function bounds(name: string, least: number | null | undefined, most: number | null | undefined): string[] {
  if (least == null && most == null) return [];
  return [`${name} ${least ?? 0}–${most ?? 3} of 3`];
}

/** Formats a filter of events: "Strike or Layoffs · severity 2–3 of 3". */
export function filterWords(stored: unknown): string {
  const filter = (stored ?? {}) as EventFilterInput;
  const anyOf = (names: readonly string[] | null | undefined, before = "") =>
    names == null || names.length === 0 ? [] : [`${before}${names.join(" or ")}`];
  return [
    ...anyOf(filter.alertTypes),
    ...anyOf(filter.affectedDatapoints),
    ...anyOf(filter.impactedEntities, "about "),
    ...bounds("severity", filter.minSeverity, filter.maxSeverity),
    ...bounds("likelihood", filter.minLikelihood, filter.maxLikelihood),
    ...(filter.lastUpdatedFrom == null ? [] : [`updated from ${day(filter.lastUpdatedFrom)}`]),
    ...(filter.lastUpdatedTo == null ? [] : [`updated until ${day(filter.lastUpdatedTo)}`]),
  ].join(" · ");
}
