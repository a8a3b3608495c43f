/** Returns the calendar month in UTC, `YYYY-MM`: the period of quotas and budgets. */
export const calendarMonth = (at = new Date()): string => at.toISOString().slice(0, 7);
