/** Marks that agencies put before a headline that they send again: "UPDATE 2-", "WRAPUP 1 - ". */
const MARK = /^(?:update|wrapup|corrected|refile)\s?\d{0,2}\s?-\s?/i;

/**
 * Removes a headline's agency mark. The mark's number is neither a figure of the report nor part of a following name.
 */
export const withoutAgencyMark = (title: string): string => title.replace(MARK, "");
