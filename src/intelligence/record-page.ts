/** Begins the source of a record that was read on a page of the company. */
const FROM_PAGE = "web:";

/** Returns the page on which a record was read; null for a record of a file or a register, of which no page was read. */
export const pageOfRecord = (source: string): string | null =>
  source.startsWith(FROM_PAGE) ? source.slice(FROM_PAGE.length) : null;
