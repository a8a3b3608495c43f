import { pipeline, Readable } from "node:stream";
import { stringify } from "csv-stringify";
import { rowsOf, type WriteFormat } from "./write-format.ts";

/**
 * Writes CSV by RFC 4180 with a byte order mark, without which Excel assumes Latin-1. A text that a spreadsheet would
 * read as a formula gets an apostrophe in front (OWASP, CSV injection); numbers never do.
 */
export const writeCsv: WriteFormat = (companies, columns) =>
  // An error of the source ends the returned stream, which reports it.
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
