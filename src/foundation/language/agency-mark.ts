/** "UPDATE 2-", "WRAPUP 1 - ": marks that agencies put before a headline that they send again. */
const MARK = /^(?:update|wrapup|corrected|refile)\s?\d{0,2}\s?-\s?/i;

/**
 * A headline without its agency mark. The mark's number is no figure of the report, and no part of a name that follows.
 */
export const withoutAgencyMark = (title: string): string => title.replace(MARK, "");
