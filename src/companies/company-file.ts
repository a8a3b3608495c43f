import { basename } from "node:path";
import type { CompanyField, CompanyRecord } from "./company-record.ts";
import type { ByteSource } from "./file/byte-source.ts";
import { openByteSource } from "./file/byte-source.ts";
import { CsvRecordReader } from "./file/csv-records.ts";
import type { ColumnBinding } from "./file/layouts.ts";
import { bindColumns } from "./file/layouts.ts";
import type { Line } from "./file/lines.ts";
import { LineSplitter } from "./file/lines.ts";
import type { CountryResolver, RawValue } from "./file/read-company.ts";
import { readCompany } from "./file/read-company.ts";
import type { FileFormat } from "./file/sniff.ts";
import { sniffFormat, withoutBom } from "./file/sniff.ts";

/** A row of a file: the company, or why the row was set aside. `line` is the physical line that it begins on, from 1. */
export type CompanyRow =
  | { line: number; company: CompanyRecord; notes: string[]; problem?: undefined }
  | { line: number; company?: undefined; problem: string };

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
}

export interface OpenOptions {
  resolveCountry: CountryResolver;
  /** Called with the stored bytes read so far. */
  onBytes?: (read: number) => void;
}

/** Different sets of keys of one NDJSON file whose meaning is remembered: real files have a handful. */
const MAX_KNOWN_SHAPES = 1_000;
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
  const format = sniffOrClose(bytes);
  const unknownColumns = new Set<string>();
  const remember = (names: readonly string[]) => {
    for (const name of names) if (unknownColumns.size < MAX_UNKNOWN_COLUMNS) unknownColumns.add(name);
  };
  const lines = readLines(bytes.chunks);
  const layout = format.format === "csv" ? format.binding.layout : "market";
  if (format.format === "csv") remember(format.binding.unknown);
  return {
    format: format.format,
    source: `${layout}:${path === "-" ? "standard input" : basename(path)}`,
    totalBytes: bytes.totalBytes,
    unknownColumns,
    rows:
      format.format === "csv"
        ? csvRows(lines, format, options.resolveCountry)
        : ndjsonRows(lines, options.resolveCountry, remember),
  };
}

/**
 * Reads the beginning of a file only.
 * @throws InvalidInputError where `openCompanyFile` would refuse it.
 */
export async function checkCompanyFile(path: string): Promise<void> {
  const bytes = await openByteSource(path, () => {});
  sniffOrClose(bytes);
  bytes.close();
}

function sniffOrClose(bytes: ByteSource): FileFormat {
  try {
    return sniffFormat(bytes.head);
  } catch (error) {
    bytes.close();
    throw error;
  }
}

async function* readLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<Line[]> {
  const splitter = new LineSplitter();
  for await (const chunk of chunks) {
    const lines = splitter.push(chunk);
    const [first] = lines;
    if (first?.number === 1) first.text = withoutBom(first.text);
    if (lines.length > 0) yield lines;
  }
  const last = splitter.end();
  const [only] = last;
  if (only?.number === 1) only.text = withoutBom(only.text);
  if (last.length > 0) yield last;
}

async function* csvRows(
  lines: AsyncIterable<Line[]>,
  { delimiter, columnCount, binding }: { delimiter: string; columnCount: number; binding: ColumnBinding },
  resolveCountry: CountryResolver,
): AsyncGenerator<CompanyRow> {
  const reader = new CsvRecordReader(delimiter, columnCount);
  let isHeader = true;
  const toRow = ({ line, cells, problem }: ReturnType<CsvRecordReader["push"]>[number]): CompanyRow =>
    cells === undefined ? { line, problem } : { line, ...readCompany(cellsOf(binding, cells), resolveCountry) };
  for await (const batch of lines) {
    for (const record of reader.push(batch)) {
      if (isHeader) isHeader = false;
      else yield toRow(record);
    }
  }
  for (const record of reader.end()) yield toRow(record);
}

async function* ndjsonRows(
  lines: AsyncIterable<Line[]>,
  resolveCountry: CountryResolver,
  remember: (names: readonly string[]) => void,
): AsyncGenerator<CompanyRow> {
  const shapes = new Map<string, ReturnType<typeof bindColumns>>();
  for await (const batch of lines) {
    for (const { number: line, text, problem } of batch) {
      if (problem !== undefined) yield { line, problem };
      else if (text.trim() !== "") {
        const object = parseObject(text);
        if (typeof object === "string") {
          yield { line, problem: object };
          continue;
        }
        const keys = Object.keys(object);
        const shape = JSON.stringify(keys);
        const binding = shapes.get(shape) ?? bindColumns(keys);
        if (!shapes.has(shape)) {
          if (shapes.size < MAX_KNOWN_SHAPES) shapes.set(shape, binding);
          if (!("problem" in binding)) remember(binding.unknown);
        }
        if ("problem" in binding) yield { line, problem: binding.problem };
        else yield { line, ...readCompany(cellsOf(binding, Object.values(object)), resolveCountry) };
      }
    }
  }
}

/** The object of a line, or what is wrong with it. */
function parseObject(text: string): Record<string, unknown> | string {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null || Array.isArray(value)) return "not a JSON object";
    return { ...value };
  } catch (error) {
    return `not JSON: ${error instanceof Error ? error.message : String(error)}`.slice(0, 160);
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
