/** The calendar month in UTC, `YYYY-MM`: what quotas and budgets are counted by. */
export const calendarMonth = (at = new Date()): string => at.toISOString().slice(0, 7);
