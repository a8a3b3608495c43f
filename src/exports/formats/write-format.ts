import type { Readable } from "node:stream";
import type { CellValue, Column } from "../columns.ts";
import type { ExportedCompany } from "../market-pages.ts";

/** Writes companies as the bytes of a file, and reads them as fast as it writes. An error of the source ends the stream. */
export type WriteFormat = (companies: AsyncIterable<ExportedCompany>, columns: readonly Column[]) => Readable;

/** Yields the cells of each company, by the columns' names. */
export async function* rowsOf(
  companies: AsyncIterable<ExportedCompany>,
  columns: readonly Column[],
): AsyncGenerator<Record<string, CellValue>> {
  for await (const company of companies)
    yield Object.fromEntries(columns.map(({ name, value }) => [name, value(company)]));
}
