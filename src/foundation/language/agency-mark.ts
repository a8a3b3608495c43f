/** "UPDATE 2-", "WRAPUP 1 - ": what agencies put before a headline that they send again. */
const MARK = /^(?:update|wrapup|corrected|refile)\s?\d{0,2}\s?-\s?/i;

/** A headline without the mark of having been sent again: its number is no figure of the report, and no part of a name behind it. */
export const withoutAgencyMark = (title: string): string => title.replace(MARK, "");
