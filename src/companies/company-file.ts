import { basename } from "node:path";
import type { ByteSource } from "../files/byte-source.ts";
import { openByteSource } from "../files/byte-source.ts";
import type { FileFormat } from "../files/sniff.ts";
import { sniffFormat } from "../files/sniff.ts";
import type { TableLayout } from "../files/table-layout.ts";
import type { TableRow } from "../files/table-rows.ts";
import { tableRows } from "../files/table-rows.ts";
import type { CompanyField } from "./company-record.ts";
import type { ColumnBinding } from "./file/layouts.ts";
import { bindColumns, isKnownColumn } from "./file/layouts.ts";
import type { CompanyReading, CountryResolver, RawValue } from "./file/read-company.ts";
import { readCompany } from "./file/read-company.ts";

/** A row of a file: the company, or why the row was set aside. `line` is the physical line that it begins on, from 1. */
export type CompanyRow = TableRow<CompanyReading>;

export interface CompanyFile {
  format: "csv" | "ndjson";
  /** Layout and name of the file, such as `financedatabase:equities.csv.gz`: the `source` of what it brings. */
  source: string;
  /** Size of the file as stored, in bytes; null for standard input. */
  totalBytes: number | null;
  /** Names of columns that are not used because no layout knows them; complete once all rows are read. */
  unknownColumns: ReadonlySet<string>;
  /** The rows, in the file's order. To be read once. */
  rows: AsyncIterable<CompanyRow>;
  /** Lets go of the file, read to its end or not: standard input that stays open would keep the process. */
  close(): void;
}

export interface OpenOptions {
  resolveCountry: CountryResolver;
  /** Called with the stored bytes read so far. */
  onBytes?: (read: number) => void;
}

/** Unknown columns that are remembered by name, so that a file of random keys does not fill the memory. */
const MAX_UNKNOWN_COLUMNS = 100;

/**
 * Opens a directory of companies: CSV (`,` `;` or tab; the layouts of docs/company-files.md) or NDJSON, plain or gzip,
 * `-` for standard input. Bad rows come out as rows with a `problem`; reading never stops for one. Memory does not grow
 * with the file.
 * @throws InvalidInputError at once where the file is not there or is no such file, naming what was found and what is
 *   needed; while reading, where its gzip turns out to be damaged.
 */
export async function openCompanyFile(path: string, options: OpenOptions): Promise<CompanyFile> {
  const bytes = await openByteSource(path, options.onBytes ?? (() => {}));
  const layout = companyLayout(options.resolveCountry);
  const format = sniffOrClose(bytes, layout);
  const unknownColumns = new Set<string>();
  const rows = tableRows(bytes.chunks, format, layout, (names) => {
    for (const name of names) if (unknownColumns.size < MAX_UNKNOWN_COLUMNS) unknownColumns.add(name);
  });
  return {
    format: format.format,
    source: `${format.format === "csv" ? format.binding.layout : "market"}:${path === "-" ? "standard input" : basename(path)}`,
    totalBytes: bytes.totalBytes,
    unknownColumns,
    rows,
    close: bytes.close,
  };
}

/**
 * Reads the beginning of a file only.
 * @throws InvalidInputError where `openCompanyFile` would refuse it.
 */
export async function checkCompanyFile(path: string): Promise<void> {
  const bytes = await openByteSource(path, () => {});
  sniffOrClose(
    bytes,
    companyLayout(() => null),
  );
  bytes.close();
}

function companyLayout(resolveCountry: CountryResolver): TableLayout<ColumnBinding, CompanyReading> {
  return {
    knows: isKnownColumn,
    bind: bindColumns,
    read: (binding, cells) => readCompany(cellsOf(binding, cells), resolveCountry),
    setAside: (problem) => ({ problem }),
  };
}

function sniffOrClose(
  bytes: ByteSource,
  layout: TableLayout<ColumnBinding, CompanyReading>,
): FileFormat<ColumnBinding> {
  try {
    return sniffFormat(bytes.head, layout);
  } catch (error) {
    bytes.close();
    throw error;
  }
}

/** Several columns for one field come as a list. */
function cellsOf(binding: ColumnBinding, cells: readonly unknown[]): (field: CompanyField) => RawValue {
  return (field) => {
    const positions = binding.columns.get(field);
    if (positions === undefined) return undefined;
    const [position] = positions;
    return positions.length === 1 && position !== undefined ? cells[position] : positions.map((at) => cells[at]);
  };
}
