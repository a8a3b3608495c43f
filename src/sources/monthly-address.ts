import { calendarMonth } from "#foundation/calendar-month";

/** Stands for the month in the address of a file that is published anew each month. */
const MONTH = /YYYY([-/])MM/g;
/** Months that are tried. A publisher that is later than this has stopped, or moved its files. */
const MONTHS = 6;

/**
 * Returns the addresses of a monthly file, the newest first. An address without a month is the only one.
 * @param months number of months, the present one included
 */
export function monthlyAddresses(address: string, months: number, now = new Date()): string[] {
  if (address.search(MONTH) < 0) return [address];
  return Array.from({ length: months }, (_, back) => {
    const month = calendarMonth(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back)));
    return address.replace(MONTH, (_match, separator: string) => month.replace("-", separator));
  });
}

/**
 * Returns the addresses to try for a file, the newest first.
 * @param lastRead address of the file that was read last; older ones are not tried
 */
export function newestAddresses(address: string, lastRead: string | null, now = new Date()): string[] {
  const addresses = monthlyAddresses(address, MONTHS, now);
  const last = lastRead === null ? -1 : addresses.indexOf(lastRead);
  return last < 0 ? addresses : addresses.slice(0, last + 1);
}
