const DAY_MS = 86_400_000;
/**
 * Days of a week, the unit of grouping. It is long enough for the coverage of nearly any story, and short enough to be
 * grouped again in seconds.
 */
const WEEK_DAYS = 7;
/** 1 January 1970 was a Thursday; weeks begin on Monday. */
const EPOCH_WEEKDAY = 3;
/** Days on each side of a border that are grouped together to find events that continue across it. */
const BORDER_DAYS = 2;

const dayOf = (at: Date) => Math.floor(at.getTime() / DAY_MS);
const startOfDay = (day: number) => new Date(day * DAY_MS);
const firstDay = (week: number) => week * WEEK_DAYS - EPOCH_WEEKDAY;

/** Returns the number of the week (Monday to Sunday, in UTC) that contains a moment. */
export const weekOf = (at: Date): number => Math.floor((dayOf(at) + EPOCH_WEEKDAY) / WEEK_DAYS);

/** Returns the start of a week. */
export const weekStart = (week: number): Date => startOfDay(firstDay(week));

/** Returns the start of a week's last days, which are compared with the first days of the next week. */
export const lastDaysStart = (week: number): Date => startOfDay(firstDay(week + 1) - BORDER_DAYS);

/** Returns the end of a week's first days. */
export const firstDaysEnd = (week: number): Date => startOfDay(firstDay(week) + BORDER_DAYS);

/** Returns the name of a week by ISO 8601, such as 2026-W10. Its year is that of its Thursday. */
export function weekName(week: number): string {
  const thursday = startOfDay(firstDay(week) + 3);
  const year = thursday.getUTCFullYear();
  const number = 1 + Math.floor((dayOf(thursday) - dayOf(new Date(Date.UTC(year, 0, 1)))) / WEEK_DAYS);
  return `${year}-W${String(number).padStart(2, "0")}`;
}
