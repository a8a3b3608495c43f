import type { ByteSource } from "./byte-source.ts";
import type { FileFormat } from "./sniff.ts";
import type { Binding, TableLayout } from "./table-layout.ts";
import { type TableRow, tableRows } from "./table-rows.ts";

/** Records on their way in: good rows, and bad ones with a `problem`. */
export interface RecordSource<Row> {
  /** `csv`, `ndjson`, or the format of a feed. */
  format: string;
  /** What was read, for people, such as `csv:headlines.csv.gz`: the `source` of what it brings. */
  source: string;
  /** Size as stored, in bytes; null where it is not known (standard input). */
  totalBytes: number | null;
  /** Names of columns that nothing reads; complete once all rows are read. */
  unknownColumns: ReadonlySet<string>;
  /** In the source's order. To be read once. */
  rows: AsyncIterable<Row>;
  /** Lets go of the file, read to its end or not: standard input that stays open would keep the process. */
  close(): void;
}

/** Unknown columns that are remembered by name, so that a file of random keys does not fill the memory. */
const MAX_UNKNOWN_COLUMNS = 100;

/** The rows of a table whose format is known. Memory does not grow with it. */
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
