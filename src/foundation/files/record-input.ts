import { isUtf8 } from "node:buffer";
import { basename } from "node:path";
import type { ByteSource } from "./byte-source.ts";
import { decodeSource, encodingOf } from "./decode-source.ts";
import type { ImportOptions } from "./import-records.ts";
import { openSingleFile } from "./parts.ts";
import { type RecordSource, tableSource } from "./record-source.ts";
import { sniffFormat } from "./sniff.ts";
import type { Binding, TableLayout } from "./table-layout.ts";
import type { TableRow } from "./table-rows.ts";

/** Source of records: a file (`-` is standard input), or an answer from the web. */
export type RecordInput =
  | { path: string; encoding?: string | undefined }
  | { url: string; body: Buffer; contentType: string; encoding?: string | undefined };

export interface IngestOptions extends ImportOptions {
  /** Later dates count as future; by default the time of the import. */
  now?: Date;
}

/** Opens the bytes of an input in UTF-8. */
export async function openInput(input: RecordInput, onBytes: (read: number) => void): Promise<ByteSource> {
  if ("path" in input) return decodeSource(await openSingleFile(input.path, onBytes), input.encoding);
  const charset = /;\s*charset\s*=\s*"?([\w.:-]{1,40})/i.exec(input.contentType)?.[1];
  const source = await openSingleFile(input.body, onBytes);
  // Servers often declare "iso-8859-1" by default. Text that is valid UTF-8 from end to end is UTF-8, whatever its
  // label.
  const isMislabelled = !source.isPacked && encodingOf(source.head) === "utf-8" && isUtf8(input.body);
  return decodeSource(source, input.encoding ?? (isMislabelled ? "utf-8" : charset));
}

/** Reads rows, CSV or NDJSON, from open bytes; leaves them open where they are no such rows. */
export function readTable<B extends Binding, Reading extends object>(
  input: RecordInput,
  bytes: ByteSource,
  layout: TableLayout<B, Reading>,
  expected: string,
): RecordSource<TableRow<Reading>> {
  const format = sniffFormat(bytes, layout, expected);
  return tableSource(bytes, format, layout, sourceName(input, format.format));
}

/**
 * Opens a source of rows, CSV or NDJSON.
 * @param expected names what is wanted, for people.
 * @throws InvalidInputError where it is no such source, naming what was found.
 */
export async function openTable<B extends Binding, Reading extends object>(
  input: RecordInput,
  layout: TableLayout<B, Reading>,
  expected: string,
  onBytes: (read: number) => void,
): Promise<RecordSource<TableRow<Reading>>> {
  const bytes = await openInput(input, onBytes);
  try {
    return readTable(input, bytes, layout, expected);
  } catch (error) {
    bytes.close();
    throw error;
  }
}

/**
 * Checks only the beginning of a source of rows.
 * @throws InvalidInputError where `openTable` would refuse it.
 */
export async function checkTable<B extends Binding, Reading extends object>(
  input: RecordInput,
  layout: TableLayout<B, Reading>,
  expected: string,
): Promise<void> {
  const bytes = await openInput(input, () => {});
  try {
    sniffFormat(bytes, layout, expected);
  } finally {
    bytes.close();
  }
}

/** Returns format and name, such as `csv:headlines.csv.gz` or `rss:https://example.com/feed`. */
export function sourceName(input: RecordInput, format: string): string {
  if ("url" in input) return `${format}:${input.url}`;
  return `${format}:${input.path === "-" ? "standard input" : basename(input.path)}`;
}
