import type { ByteSource } from "./byte-source.ts";
import type { FileFormat } from "./sniff.ts";
import type { Binding, TableLayout } from "./table-layout.ts";
import { type TableRow, tableRows } from "./table-rows.ts";

/** Records being imported: good rows, and bad ones with a `problem`. */
export interface RecordSource<Row> {
  /** `csv`, `ndjson`, or the format of a feed. */
  format: string;
  /** Name of the input for people, such as `csv:headlines.csv.gz`; stored as the `source` of its records. */
  source: string;
  /** Stored size in bytes; null where it is unknown (standard input). */
  totalBytes: number | null;
  /** Names of unknown columns; complete once all rows are read. */
  unknownColumns: ReadonlySet<string>;
  /** Rows in the source's order. Can be read once. */
  rows: AsyncIterable<Row>;
  /** Releases the file, read to its end or not: standard input that stays open would keep the process alive. */
  close(): void;
}

/** Number of unknown columns remembered by name, so that a file of random keys does not fill the memory. */
const MAX_UNKNOWN_COLUMNS = 100;

/** Reads the rows of a table of known format. Memory does not grow with the table. */
export function tableSource<B extends Binding, Reading extends object>(
  bytes: ByteSource,
  format: FileFormat<B>,
  layout: TableLayout<B, Reading>,
  source: string,
): RecordSource<TableRow<Reading>> {
  const unknownColumns = new Set<string>();
  const rows = tableRows(bytes.chunks, format, layout, (names) => {
    for (const name of names) if (unknownColumns.size < MAX_UNKNOWN_COLUMNS) unknownColumns.add(name);
  });
  return { format: format.format, source, totalBytes: bytes.totalBytes, unknownColumns, rows, close: bytes.close };
}
