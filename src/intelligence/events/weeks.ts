const DAY_MS = 86_400_000;
/**
 * The unit of grouping is a week: long enough for the coverage of nearly any story, short enough to be grouped again in
 * seconds.
 */
const WEEK_DAYS = 7;
/** 1 January 1970 was a Thursday; weeks begin on Monday. */
const EPOCH_WEEKDAY = 3;
/** Days on each side of a border that are grouped together to find events that continue across it. */
const BORDER_DAYS = 2;

const dayOf = (at: Date) => Math.floor(at.getTime() / DAY_MS);
const startOfDay = (day: number) => new Date(day * DAY_MS);
const firstDay = (week: number) => week * WEEK_DAYS - EPOCH_WEEKDAY;

/** The number of the week, Monday to Sunday in UTC, that a moment lies in. */
export const weekOf = (at: Date): number => Math.floor((dayOf(at) + EPOCH_WEEKDAY) / WEEK_DAYS);

/** When a week begins. */
export const weekStart = (week: number): Date => startOfDay(firstDay(week));

/** Where the last days of a week begin, that are compared with the first of the next. */
export const lastDaysStart = (week: number): Date => startOfDay(firstDay(week + 1) - BORDER_DAYS);

/** Where the first days of a week end. */
export const firstDaysEnd = (week: number): Date => startOfDay(firstDay(week) + BORDER_DAYS);

/** The name of a week by ISO 8601, such as 2026-W10: its year is that of its Thursday. */
export function weekName(week: number): string {
  const thursday = startOfDay(firstDay(week) + 3);
  const year = thursday.getUTCFullYear();
  const number = 1 + Math.floor((dayOf(thursday) - dayOf(new Date(Date.UTC(year, 0, 1)))) / WEEK_DAYS);
  return `${year}-W${String(number).padStart(2, "0")}`;
}
