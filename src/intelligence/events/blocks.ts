const DAY_MS = 86_400_000;
/** A block is a week: long enough for the coverage of nearly any story, short enough to be grouped again in seconds. */
const BLOCK_DAYS = 7;
/** 1 January 1970 was a Thursday; weeks begin on Monday. */
const EPOCH_WEEKDAY = 3;
/** On each side of a border, the days whose observations are looked at together to find what goes on across it. */
const BORDER_DAYS = 2;

const dayOf = (at: Date) => Math.floor(at.getTime() / DAY_MS);
const startOfDay = (day: number) => new Date(day * DAY_MS);
const firstDay = (block: number) => block * BLOCK_DAYS - EPOCH_WEEKDAY;

/** The number of the week, Monday to Sunday in UTC, that a moment lies in. */
export const blockOf = (at: Date): number => Math.floor((dayOf(at) + EPOCH_WEEKDAY) / BLOCK_DAYS);

/** When a block begins. */
export const blockStart = (block: number): Date => startOfDay(firstDay(block));

/** Where the last days of a block begin, that are compared with the first of the next. */
export const lastDaysStart = (block: number): Date => startOfDay(firstDay(block + 1) - BORDER_DAYS);

/** Where the first days of a block end. */
export const firstDaysEnd = (block: number): Date => startOfDay(firstDay(block) + BORDER_DAYS);
