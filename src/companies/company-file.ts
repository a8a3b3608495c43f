import { basename } from "node:path";
import type { ByteSource } from "#foundation/files/byte-source";
import { openByteSource } from "#foundation/files/byte-source";
import { decodeSource } from "#foundation/files/decode-source";
import { type RecordSource, tableSource } from "#foundation/files/record-source";
import type { FileFormat } from "#foundation/files/sniff";
import { sniffFormat } from "#foundation/files/sniff";
import type { TableLayout } from "#foundation/files/table-layout";
import type { TableRow } from "#foundation/files/table-rows";
import type { CompanyField } from "./company-record.ts";
import type { ColumnBinding } from "./file/layouts.ts";
import { bindColumns, isKnownColumn } from "./file/layouts.ts";
import type { CompanyReading, CountryResolver, RawValue } from "./file/read-company.ts";
import { readCompany } from "./file/read-company.ts";

/** A row of a file: the company, or why the row was set aside. `line` is the physical line that it begins on, from 1. */
export type CompanyRow = TableRow<CompanyReading>;

export interface OpenOptions {
  resolveCountry: CountryResolver;
  /** Encoding of a file that does not say it itself; UTF-8 by default. */
  encoding?: string | undefined;
  /** Called with the stored bytes read so far. */
  onBytes?: (read: number) => void;
}

/**
 * Opens a directory of companies: CSV (`,` `;` or tab; the layouts of docs/company-files.md) or NDJSON, plain or gzip,
 * `-` for standard input. Bad rows come out as rows with a `problem`; reading never stops for one. Memory does not grow
 * with the file.
 * @throws InvalidInputError at once where the file is not there or is no such file, naming what was found and what is
 *   needed; while reading, where its gzip or its encoding turns out to be damaged.
 */
export async function openCompanyFile(path: string, options: OpenOptions): Promise<RecordSource<CompanyRow>> {
  const bytes = decodeSource(await openByteSource(path, options.onBytes ?? (() => {})), options.encoding);
  const layout = companyLayout(options.resolveCountry);
  const format = sniffOrClose(bytes, layout);
  const name = path === "-" ? "standard input" : basename(path);
  // Layout and name of the file, such as `financedatabase:equities.csv.gz`.
  return tableSource(bytes, format, layout, `${format.format === "csv" ? format.binding.layout : "market"}:${name}`);
}

/**
 * Reads the beginning of a file only.
 * @throws InvalidInputError where `openCompanyFile` would refuse it.
 */
export async function checkCompanyFile(path: string, encoding?: string): Promise<void> {
  const bytes = decodeSource(await openByteSource(path, () => {}), encoding);
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
