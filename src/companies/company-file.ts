import { basename } from "node:path";
import type { ByteSource } from "#foundation/files/byte-source";
import { decodeSource } from "#foundation/files/decode-source";
import { normaliseColumn } from "#foundation/files/header";
import { openSingleFile } from "#foundation/files/parts";
import { type RecordSource, tableSource } from "#foundation/files/record-source";
import type { FileFormat } from "#foundation/files/sniff";
import { sniffFormat } from "#foundation/files/sniff";
import type { TableLayout } from "#foundation/files/table-layout";
import { type TableRow, tableRows } from "#foundation/files/table-rows";
import type { Cell, Cells, CountryResolver } from "./file/cells.ts";
import { type ColumnAnswers, type ColumnOptions, columnAnswers } from "./file/column-answers.ts";
import { bindColumns, type ColumnBinding, isKnownColumn } from "./file/layouts.ts";
import { type CompanyReading, readCompany } from "./file/read-company.ts";
import { UnreadText } from "./file/unread-text.ts";

/**
 * A row of a file: the company, or why the row was set aside. `line` is the physical line where it begins, counted from
 * 1.
 */
export type CompanyRow = TableRow<CompanyReading & Given>;

/** The row as it came. */
interface Given {
  /** Cells by heading or key, without empty cells. */
  given: Readonly<Record<string, unknown>>;
}

export interface OpenOptions extends ColumnOptions {
  resolveCountry: CountryResolver;
  /** Encoding of a file that does not declare one; UTF-8 by default. */
  encoding?: string | undefined;
  /** Called with the stored bytes read so far. */
  onBytes?: (read: number) => void;
}

/** A file of companies being imported. */
export interface CompanySource extends RecordSource<CompanyRow> {
  /** Headings other than the field's own name, with the field that each was taken for; empty for NDJSON. */
  readAs: { heading: string; field: string }[];
}

/**
 * Opens a directory of companies: CSV (`,` `;` or tab; docs/company-files.md lists the known columns) or NDJSON. The
 * file may be plain, gzip or the only one in a ZIP archive; `-` is standard input. A bad row gets a `problem` and does
 * not stop the reading; only an unread column of text does. Memory does not grow with the file.
 * @throws InvalidInputError at once where the file is missing or of another kind, naming what was found and what is
 * needed. Also at once for an unread column of text, asking what it is. While reading, where the gzip or the encoding
 * turns out to be damaged, or where such a column shows only then.
 */
export async function openCompanyFile(path: string, options: OpenOptions): Promise<CompanySource> {
  const bytes = decodeSource(await openSingleFile(path, options.onBytes ?? (() => {})), options.encoding);
  try {
    const answers = columnAnswers(options);
    const unread = new UnreadText();
    const layout = companyLayout(options.resolveCountry, answers, unread);
    const format = sniffFormat(bytes, layout);
    if (format.format === "csv") answers.checkAgainst(format.names);
    await askOfBeginning(bytes, format, answers);
    const name = path === "-" ? "standard input" : basename(path);
    // Layout and name of the file, such as `financedatabase:equities.csv.gz`.
    const source = `${format.format === "csv" ? format.binding.layout : "market"}:${name}`;
    const table = tableSource(bytes, format, layout, source);
    return { ...table, rows: asked(table.rows, unread), readAs: format.format === "csv" ? readAs(format.binding) : [] };
  } catch (error) {
    bytes.close();
    throw error;
  }
}

/**
 * Checks only the beginning of a file.
 * @throws InvalidInputError where `openCompanyFile` would refuse it.
 */
export async function checkCompanyFile(
  path: string,
  options: ColumnOptions & { encoding?: string | undefined } = {},
): Promise<void> {
  const file = await openCompanyFile(path, { ...options, resolveCountry: () => null });
  file.close();
}

/** Asks about columns of text before reading the whole of a large file. */
async function askOfBeginning(
  { head, isWhole }: ByteSource,
  format: FileFormat<ColumnBinding>,
  answers: ColumnAnswers,
): Promise<void> {
  const unread = new UnreadText();
  const whole = isWhole ? head : head.subarray(0, head.lastIndexOf(0x0a) + 1);
  async function* beginning(): AsyncGenerator<Buffer> {
    yield whole;
  }
  const layout = companyLayout(() => null, answers, unread);
  for await (const _row of tableRows(beginning(), format, layout, () => {}));
  unread.ask();
}

async function* asked(rows: AsyncIterable<CompanyRow>, unread: UnreadText): AsyncGenerator<CompanyRow> {
  yield* rows;
  unread.ask();
}

function companyLayout(
  resolveCountry: CountryResolver,
  answers: ColumnAnswers,
  unread: UnreadText,
): TableLayout<ColumnBinding, CompanyReading & Given> {
  return {
    knows: isKnownColumn,
    bind: (names) => bindColumns(names, answers),
    read(binding, cells) {
      for (const { heading, position } of binding.unread) unread.see(heading, cells[position]);
      return { ...readCompany(cellsOf(binding, cells), resolveCountry), given: givenIn(binding, cells) };
    },
    setAside: (problem) => ({ problem, given: {} }),
  };
}

function readAs({ columns }: ColumnBinding): CompanySource["readAs"] {
  return [...columns]
    .flatMap(([field, list]) => list.map((column) => ({ ...column, field })))
    .filter(({ heading, field }) => normaliseColumn(heading) !== normaliseColumn(field))
    .sort((a, b) => a.position - b.position)
    .map(({ heading, field }) => ({ heading, field }));
}

function givenIn({ headings }: ColumnBinding, cells: readonly unknown[]): Given["given"] {
  return Object.fromEntries(
    headings.map((heading, position) => [heading, cells[position]] as const).filter(([, cell]) => !isEmpty(cell)),
  );
}

const NO_CELLS: readonly never[] = [];

function cellsOf(binding: ColumnBinding, cells: readonly unknown[]): Cells {
  return (field) => {
    const columns = binding.columns.get(field);
    if (columns === undefined) return NO_CELLS;
    const found: Cell[] = [];
    for (const column of columns) {
      const value = cells[column.position];
      if (!isEmpty(value)) found.push({ value, column });
    }
    return found;
  };
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === "" || (typeof value === "string" && value.trim() === "");
