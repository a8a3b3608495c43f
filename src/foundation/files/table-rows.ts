import { type CsvRecord, CsvRecordReader } from "./csv-records.ts";
import type { Line } from "./lines.ts";
import { LineSplitter } from "./lines.ts";
import type { FileFormat } from "./sniff.ts";
import { withoutBom } from "./sniff.ts";
import type { Binding, TableLayout } from "./table-layout.ts";

/** A row with the physical line where it begins, counted from 1. */
export type TableRow<Reading> = { line: number } & Reading;

/** Number of distinct sets of keys in one NDJSON file whose binding is cached: real files have a handful. */
const MAX_KNOWN_SHAPES = 1_000;

/**
 * Yields the rows of a CSV or NDJSON file in its order, including bad ones. Memory does not grow with the file.
 * @param onUnknown called with unknown names: of the header, and of every new set of keys.
 */
export function tableRows<B extends Binding, Reading extends object>(
  chunks: AsyncIterable<Buffer>,
  format: FileFormat<B>,
  layout: TableLayout<B, Reading>,
  onUnknown: (names: readonly string[]) => void,
): AsyncGenerator<TableRow<Reading>> {
  const lines = readLines(chunks);
  if (format.format === "ndjson") return ndjsonRows(lines, layout, onUnknown);
  onUnknown(format.binding.unknown);
  return csvRows(lines, format, layout);
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

async function* csvRows<B extends Binding, Reading extends object>(
  lines: AsyncIterable<Line[]>,
  { delimiter, columnCount, skip, binding }: Extract<FileFormat<B>, { format: "csv" }>,
  layout: TableLayout<B, Reading>,
): AsyncGenerator<TableRow<Reading>> {
  const reader = new CsvRecordReader(delimiter, columnCount);
  let above = skip;
  const toRow = ({ line, cells, problem }: CsvRecord): TableRow<Reading> => ({
    line,
    ...(cells === undefined ? layout.setAside(problem) : layout.read(binding, cells)),
  });
  for await (const batch of lines) {
    for (const record of reader.push(batch)) {
      if (above > 0) above--;
      else if (!isEmpty(record)) yield toRow(record);
    }
  }
  for (const record of reader.end()) yield toRow(record);
}

/** Whether a row has only delimiters, as spreadsheets write below a table. */
const isEmpty = ({ cells }: CsvRecord): boolean => cells?.[0] === "" && cells.every((cell) => cell.trim() === "");

async function* ndjsonRows<B extends Binding, Reading extends object>(
  lines: AsyncIterable<Line[]>,
  layout: TableLayout<B, Reading>,
  onUnknown: (names: readonly string[]) => void,
): AsyncGenerator<TableRow<Reading>> {
  const shapes = new Map<string, B | { problem: string }>();
  for await (const batch of lines) {
    for (const { number: line, text, problem } of batch) {
      if (problem !== undefined) yield { line, ...layout.setAside(problem) };
      else if (text.trim() !== "") {
        const object = parseObject(text);
        if (typeof object === "string") {
          yield { line, ...layout.setAside(object) };
          continue;
        }
        const keys = Object.keys(object);
        const shape = JSON.stringify(keys);
        const binding = shapes.get(shape) ?? layout.bind(keys);
        if (!shapes.has(shape)) {
          if (shapes.size < MAX_KNOWN_SHAPES) shapes.set(shape, binding);
          if (!("problem" in binding)) onUnknown(binding.unknown);
        }
        if ("problem" in binding) yield { line, ...layout.setAside(binding.problem) };
        else yield { line, ...layout.read(binding, Object.values(object)) };
      }
    }
  }
}

/** Parses the object of a line, or returns what is wrong with it. */
function parseObject(text: string): Record<string, unknown> | string {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null || Array.isArray(value)) return "not a JSON object";
    return { ...value };
  } catch (error) {
    return `not JSON: ${error instanceof Error ? error.message : String(error)}`.slice(0, 160);
  }
}
