/** The precision of a date, as it is stored: 1 year, 2 month, 3 day, 4 minute or finer. */
export type DatePrecision = 1 | 2 | 3 | 4;

export interface KnownDate {
  /** The beginning of the known period: 1 January of a year, midnight UTC of a day. */
  at: Date;
  precision: DatePrecision;
}

export type DateReading = (KnownDate & { problem?: undefined }) | { problem: string };

/** A day of tolerance, because publishers write local time as UTC, and clocks differ. */
const MAX_AHEAD_MS = 86_400_000;

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const MONTH =
  "(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?";
const WEEKDAY = "(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\\.?,?\\s+)?";
const TIME =
  "(?:,?\\s+(?:at\\s+)?(\\d{1,2}):(\\d{2})(?::(\\d{2})(?:\\.\\d+)?)?\\s*([ap]\\.?m\\.?)?\\s*([a-z]{1,5}|[+-]\\d{2}:?\\d{2})?(?:\\s*\\([^)]*\\))?)?";

/** 2014, 2014-03, 2014-03-11, 2014-03-11T10:20:30.123+01:00 (ISO 8601, extended), `/` for `-`, a space for `T`. */
const ISO =
  /^(\d{4})(?:[-/](\d{1,2})(?:[-/](\d{1,2})(?:(?:T|\s+)(\d{2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?\s*(z|utc|gmt|[+-]\d{2}(?::?\d{2})?)?)?)?)?$/i;
/** 20140311 and 20140311T102030Z (ISO 8601, basic). */
const BASIC = /^(\d{4})(\d{2})(\d{2})(?:T?(\d{2})(\d{2})(\d{2})?\s*(z|[+-]\d{2}:?\d{2})?)?$/i;
/** 2014-Q1, 2014Q1, Q1 2014. */
const QUARTER_AFTER = /^(\d{4})[-\s]?q([1-4])$/i;
const QUARTER_BEFORE = /^q([1-4])[-\s/]?(\d{4})$/i;
/** Tue, 11 Mar 2014 10:20:30 +0100 (RFC 822 and 5322), 11 March 2014, 11-Mar-14. */
const DAY_FIRST = new RegExp(
  `^${WEEKDAY}(\\d{1,2})(?:st|nd|rd|th)?[-\\s]+${MONTH},?[-\\s]+(\\d{4}|\\d{2})${TIME}$`,
  "i",
);
/** March 11, 2014 10:20 PM. */
const MONTH_FIRST = new RegExp(`^${WEEKDAY}${MONTH}\\s+(\\d{1,2})(?:st|nd|rd|th)?,?\\s+(\\d{4})${TIME}$`, "i");
/** March 2014. */
const MONTH_ONLY = new RegExp(`^${MONTH},?[-\\s]+(\\d{4})$`, "i");
/** 11.03.2014, and 13/03/2014 if only one order gives a date. */
const NUMERIC = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})$/;
/** Seconds or milliseconds since 1970. Only values from 1973 on, so that years and basic dates do not match. */
const EPOCH = /^(\d{9,10}|\d{12,13})(?:\.\d+)?$/;

/** Hours from UTC of the zones that RFC 822 names. */
const ZONES: Readonly<Record<string, number>> = {
  z: 0,
  ut: 0,
  utc: 0,
  gmt: 0,
  est: -5,
  edt: -4,
  cst: -6,
  cdt: -5,
  mst: -7,
  mdt: -6,
  pst: -8,
  pdt: -7,
};

/**
 * Reads a date in the spellings of feeds and files. These are ISO 8601 from a year to a time, RFC 822 and 5322, and
 * English day and month names. Also reads quarters (kept as their first month) and seconds or milliseconds since 1970.
 * A moment without a zone is UTC. Refuses `03/04/2014`, which can be two dates.
 * @param now the present; later dates by more than a day are refused
 */
export function readDate(text: string, now: Date): DateReading {
  const given = text.trim();
  const shown = `"${given.length > 40 ? `${given.slice(0, 37)}…` : given}"`;
  if (given === "") return { problem: "no date" };
  if (given.length > 100) return { problem: `the date ${shown} cannot be read` };
  const found = parse(given);
  if (found === "ambiguous") return { problem: `the date ${shown} can be two days: write it as YYYY-MM-DD` };
  if (found === null) return { problem: `the date ${shown} cannot be read` };
  if (found.at.getTime() > now.getTime() + MAX_AHEAD_MS) return { problem: `the date ${shown} is in the future` };
  if (found.at.getTime() < 0) return { problem: `the date ${shown} is before 1970` };
  return found;
}

function parse(text: string): KnownDate | "ambiguous" | null {
  const epoch = EPOCH.exec(text)?.[1];
  if (epoch !== undefined) return { at: new Date(Number(epoch) * (epoch.length > 10 ? 1 : 1000)), precision: 4 };
  const iso = ISO.exec(text) ?? BASIC.exec(text);
  if (iso !== null) {
    const [, year, month, day, hour, minute, second, zone] = iso;
    return moment({ year, month, day, hour, minute, second, zone });
  }
  const quarter = QUARTER_AFTER.exec(text);
  if (quarter !== null) return ofQuarter(quarter[1], quarter[2]);
  const before = QUARTER_BEFORE.exec(text);
  if (before !== null) return ofQuarter(before[2], before[1]);
  const dayFirst = DAY_FIRST.exec(text);
  if (dayFirst !== null) {
    const [, day, month, year, hour, minute, second, half, zone] = dayFirst;
    return moment({ year: fourDigits(year), month: numberOf(month), day, hour, minute, second, half, zone });
  }
  const monthFirst = MONTH_FIRST.exec(text);
  if (monthFirst !== null) {
    const [, month, day, year, hour, minute, second, half, zone] = monthFirst;
    return moment({ year, month: numberOf(month), day, hour, minute, second, half, zone });
  }
  const monthOnly = MONTH_ONLY.exec(text);
  if (monthOnly !== null) return moment({ year: monthOnly[2], month: numberOf(monthOnly[1]) });
  const numeric = NUMERIC.exec(text);
  return numeric === null ? null : ofNumbers(numeric);
}

/**
 * Dots always mean that the day comes first. With slashes and hyphens, one number must be impossible as a month, or
 * both must be equal.
 */
function ofNumbers([, first, separator, second, year]: RegExpExecArray): KnownDate | "ambiguous" | null {
  if (separator === "." || Number(first) > 12 || first === second) return moment({ year, month: second, day: first });
  if (Number(second) > 12) return moment({ year, month: first, day: second });
  return "ambiguous";
}

function ofQuarter(year: string | undefined, quarter: string | undefined): KnownDate | null {
  return moment({ year, month: String(Number(quarter) * 3 - 2) });
}

/** RFC 5322, 4.3: the two-digit years 00 to 49 are 2000 to 2049. */
function fourDigits(year: string | undefined): string | undefined {
  return year?.length === 2 ? String(Number(year) + (Number(year) < 50 ? 2000 : 1900)) : year;
}

function numberOf(month: string | undefined): string {
  return String(MONTHS.indexOf((month ?? "").slice(0, 3).toLowerCase()) + 1);
}

interface Parts {
  year: string | undefined;
  month?: string | undefined;
  day?: string | undefined;
  hour?: string | undefined;
  minute?: string | undefined;
  second?: string | undefined;
  /** `am` or `pm`. */
  half?: string | undefined;
  zone?: string | undefined;
}

/** Returns the moment; null if it does not exist: 30 February, 25 o'clock, an unknown zone. */
function moment(parts: Parts): KnownDate | null {
  const [year, month, day] = [Number(parts.year), Number(parts.month ?? 1), Number(parts.day ?? 1)];
  const midnight = new Date(Date.UTC(year, month - 1, day));
  if (midnight.getUTCFullYear() !== year || midnight.getUTCMonth() !== month - 1 || midnight.getUTCDate() !== day)
    return null;
  if (parts.hour === undefined)
    return { at: midnight, precision: parts.day !== undefined ? 3 : parts.month !== undefined ? 2 : 1 };
  const hour = hourOf(Number(parts.hour), parts.half);
  const [minute, second] = [Number(parts.minute), Number(parts.second ?? 0)];
  const offset = minutesFromUtc(parts.zone);
  // 60 is a leap second, which JavaScript's time does not have.
  if (hour === null || hour > 23 || minute > 59 || second > 60 || offset === null) return null;
  const seconds = (hour * 60 + minute - offset) * 60 + Math.min(second, 59);
  return { at: new Date(midnight.getTime() + seconds * 1000), precision: 4 };
}

function hourOf(hour: number, half: string | undefined): number | null {
  if (half === undefined) return hour;
  if (hour < 1 || hour > 12) return null;
  return (hour % 12) + (half.toLowerCase().startsWith("p") ? 12 : 0);
}

function minutesFromUtc(zone: string | undefined): number | null {
  if (zone === undefined) return 0;
  const named = ZONES[zone.toLowerCase()];
  if (named !== undefined) return named * 60;
  const numeric = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone);
  if (numeric === null) return null;
  const [, sign, hours, minutes = "0"] = numeric;
  // The farthest zones are UTC+14 and UTC-12.
  if (Number(hours) > 14 || Number(minutes) > 59) return null;
  return (Number(hours) * 60 + Number(minutes)) * (sign === "-" ? -1 : 1);
}
