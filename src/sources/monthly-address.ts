import { calendarMonth } from "#foundation/calendar-month";

/** Stands for the month in the address of a file that is published anew each month. */
const MONTH = "YYYY-MM";
/** Months that are tried. A publisher that is later than this has stopped, or moved its files. */
const MONTHS = 6;

/**
 * Returns the addresses to try for a file, the newest first. An address without a month is the only one.
 * @param lastRead address of the file that was read last; older ones are not tried
 */
export function newestAddresses(address: string, lastRead: string | null, now = new Date()): string[] {
  if (!address.includes(MONTH)) return [address];
  const months = Array.from({ length: MONTHS }, (_, back) =>
    calendarMonth(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back))),
  );
  const addresses = months.map((month) => address.replaceAll(MONTH, month));
  const last = lastRead === null ? -1 : addresses.indexOf(lastRead);
  return last < 0 ? addresses : addresses.slice(0, last + 1);
}
