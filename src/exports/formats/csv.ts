import { pipeline, Readable } from "node:stream";
import { stringify } from "csv-stringify";
import { rowsOf, type WriteFormat } from "./write-format.ts";

/**
 * CSV as RFC 4180 has it, with a byte order mark, without which Excel takes it for Latin-1. A text that a spreadsheet would take for a formula
 * gets an apostrophe before it (OWASP, CSV injection); numbers never do.
 */
export const writeCsv: WriteFormat = (companies, columns) =>
  // An error of the source ends what is returned, and is told there.
  pipeline(
    Readable.from(rowsOf(companies, columns)),
    stringify({
      bom: true,
      header: true,
      columns: columns.map(({ name }) => name),
      record_delimiter: "windows",
      escape_formulas: true,
      cast: { date: (value) => value.toISOString() },
    }),
    () => {},
  );
