import { basename } from "node:path";
import { InvalidInputError } from "#foundation/errors/index";
import { type CsvRecord, CsvRecordReader } from "#foundation/files/csv-records";
import { shownHeader } from "#foundation/files/header";
import { LineSplitter } from "#foundation/files/lines";
import { fileParts } from "#foundation/files/parts";

/** A row of a table by its headings, or why it cannot be read. Empty cells are absent. */
export type NamedRow =
  | { line: number; cells: Readonly<Record<string, string>>; problem?: undefined }
  | { line: number; problem: string; cells?: undefined };

/**
 * Yields the rows of an archive's CSV files, or of one CSV file, numbered across files. Trims headings and cells.
 * @param needed headings that each file must have
 * @throws InvalidInputError where a file has other headings
 */
export async function* namedRows(path: string, needed: readonly string[]): AsyncGenerator<NamedRow> {
  let line = 0;
  for await (const { name, chunks } of fileParts(path)) {
    const header = new CsvRecordReader(",", null);
    let body: { headings: readonly string[]; reader: CsvRecordReader } | null = null;
    for await (const lines of linesOf(chunks)) {
      let from = 0;
      while (body === null && from < lines.length) {
        const [first] = header.push(lines.slice(from, ++from));
        if (first !== undefined) body = begun(name, first.cells ?? [], needed);
      }
      if (body !== null)
        for (const record of body.reader.push(lines.slice(from))) yield named(++line, body.headings, record);
    }
    if (body !== null) for (const record of body.reader.end()) yield named(++line, body.headings, record);
  }
}

function begun(name: string, cells: readonly string[], needed: readonly string[]) {
  const headings = cells.map((heading) => heading.replace(/^\ufeff/, "").trim());
  const missing = needed.filter((heading) => !headings.includes(heading));
  if (missing.length > 0)
    throw new InvalidInputError(
      `${basename(name)} has a different layout: found ${shownHeader(headings)}; missing: ${missing.join(", ")}`,
    );
  return { headings, reader: new CsvRecordReader(",", headings.length) };
}

function named(line: number, headings: readonly string[], { cells, problem }: CsvRecord): NamedRow {
  if (cells === undefined) return { line, problem };
  const filled = headings.flatMap((heading, at) => {
    const cell = cells[at]?.trim() ?? "";
    return heading === "" || cell === "" ? [] : [[heading, cell] as const];
  });
  return { line, cells: Object.fromEntries(filled) };
}

async function* linesOf(chunks: AsyncIterable<Buffer>) {
  const splitter = new LineSplitter();
  for await (const chunk of chunks) yield splitter.push(chunk);
  yield splitter.end();
}
