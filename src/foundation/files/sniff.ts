import { isUtf8 } from "node:buffer";
import { InvalidInputError } from "../errors/index.ts";
import { type ByteSource, HEAD_BYTES } from "./byte-source.ts";
import { CsvRecordReader } from "./csv-records.ts";
import { otherEncoding } from "./decode-source.ts";
import type { Binding, TableLayout } from "./table-layout.ts";

/**
 * The format of a file, recognised by its beginning. `skip` counts the records before the first row, the header
 * included.
 */
export type FileFormat<B> =
  | { format: "csv"; delimiter: string; columnCount: number; skip: number; names: readonly string[]; binding: B }
  | { format: "ndjson" };

/**
 * First bytes of formats that people submit by mistake, in Latin-1; the signatures are those that each format
 * publishes.
 */
const SIGNATURES: readonly (readonly [prefix: string, name: string])[] = [
  ["%PDF-", "a PDF"],
  ["\x89PNG", "a PNG image"],
  ["\xff\xd8\xff", "a JPEG image"],
  ["GIF8", "a GIF image"],
  ["RIFF", "a RIFF file (an image, sound or film)"],
  ["PK\x03\x04", "a ZIP archive (an Excel workbook is one: save it as CSV)"],
  ["\xd0\xcf\x11\xe0", "an old Excel or Word document (save it as CSV)"],
  ["7z\xbc\xaf", "a 7z archive"],
  ["Rar!", "a RAR archive"],
  ["BZh", "a bzip2 file (only gzip is unpacked)"],
  ["\xfd7zXZ", "an xz file (only gzip is unpacked)"],
  ["\x28\xb5\x2f\xfd", "a Zstandard file (only gzip is unpacked)"],
  ["\x1f\x8b", "a gzip file inside a gzip file"],
  ["PAR1", "a Parquet file"],
  ["SQLite format 3", "an SQLite database"],
  ["\x7fELF", "a program"],
  ["{\\rtf", "a Rich Text document"],
];

const EXPECTED =
  "Expected is CSV (with a header) or NDJSON (one JSON object a line), in UTF-8, plain, gzip or the only file of a ZIP archive";

/**
 * Tells CSV from NDJSON by the beginning, and finds the delimiter and the columns.
 * @param expected names what is wanted, for people; including other kinds of file that the caller reads.
 * @throws InvalidInputError for anything else; it says what the file is and what is needed.
 */
export function sniffFormat<B extends Binding, R extends object>(
  { head, isWhole }: Pick<ByteSource, "head" | "isWhole">,
  layout: TableLayout<B, R>,
  expected = EXPECTED,
): FileFormat<B> {
  const refuse = (found: string): never => {
    throw new InvalidInputError(`${found}. ${expected}`);
  };
  const latin1 = head.toString("latin1");
  for (const [prefix, name] of SIGNATURES) if (latin1.startsWith(prefix)) refuse(`the file is ${name}`);
  if (latin1.startsWith("ustar", 257)) refuse("the file is a tar archive (take the CSV out of it)");
  const utf16 = utf16Of(head);
  if (utf16 !== null) refuse(`the file is in the encoding UTF-16 (${otherEncoding(utf16)})`);

  const text = withoutBom(head.toString("utf8"));
  if (text.trim() === "")
    refuse(
      head.length === 0
        ? "the file is empty"
        : isWhole
          ? "the file holds nothing but white space"
          : `the file begins with ${HEAD_BYTES.toLocaleString("en")} bytes of white space, and no header`,
    );
  const firstLine = (text.match(/[^\r\n]+/) ?? [""])[0];
  if (firstLine.includes("\0") || (latin1.match(/\0/g)?.length ?? 0) > head.length / 100) refuse("the file is binary");
  if (!isUtf8(firstLineBytes(head)) || isOtherEncoding(head))
    refuse(`the file is not UTF-8 (Latin-1 or Windows-1252, by its look: ${otherEncoding("windows-1252")})`);
  if (!text.includes("\n") && /\r./s.test(text)) refuse("the lines end with CR alone (save it with LF or CRLF)");

  const start = text.trimStart();
  if (start.startsWith("<"))
    refuse(/^<(!doctype html|html|head|body)/i.test(start) ? "the file is an HTML page" : "the file is XML or HTML");
  if (start.startsWith("[")) refuse("the file is one JSON array (write each object on its own line)");
  if (start.startsWith("{")) {
    if (text.includes("\n") && /^\s*\{\s*$/.test(firstLine))
      refuse("the file is JSON over several lines (write each object on its own line)");
    return { format: "ndjson" };
  }
  return sniffCsv(text, isWhole, layout, refuse);
}

/** Removes the byte order mark that Excel and others put in front. */
export function withoutBom(text: string): string {
  return text.startsWith("\ufeff") ? text.slice(1) : text;
}

/** The line that Excel writes above the header to declare an unusual delimiter. */
const DELIMITER_LINE = /^"?sep=([,;\t])"?$/i;

/** Returns the delimiter that gives the header the most known columns; on a tie the one that splits it most often. */
function sniffCsv<B extends Binding, R extends object>(
  text: string,
  isWhole: boolean,
  layout: TableLayout<B, R>,
  refuse: (found: string) => never,
): FileFormat<B> {
  const lines = text.split(/\r?\n/);
  const firstAt = lines.findIndex((line) => line.trim() !== "");
  const said = DELIMITER_LINE.exec(lines[firstAt] ?? "")?.[1];
  const start = said === undefined ? firstAt : firstAt + 1;
  const candidates = (said === undefined ? [",", ";", "\t"] : [said]).map((delimiter) => {
    const { names, ends } = headerOf(lines, start, delimiter);
    return { delimiter, names, ends, known: names.filter((name) => layout.knows(name)).length };
  });
  candidates.sort((a, b) => b.known - a.known || b.names.length - a.names.length);
  const [best] = candidates;
  if (best === undefined) return refuse("the file has no header");
  if (!isWhole && best.ends >= lines.length)
    return refuse(
      `the first line is longer than ${HEAD_BYTES.toLocaleString("en")} bytes, of which a header has a few hundred`,
    );
  const binding = layout.bind(best.names);
  if ("problem" in binding) return refuse(`the first line is not a header that we know: ${binding.problem}`);
  const skip = said === undefined ? 1 : 2;
  return { format: "csv", delimiter: best.delimiter, columnCount: best.names.length, skip, names: best.names, binding };
}

/** Number of lines that a header may span: quoted names may contain line breaks. */
const HEADER_LINES = 50;

/** Splits the header by this delimiter, and returns its names and the next line. A first line with broken quoting is split anyway. */
function headerOf(lines: readonly string[], start: number, delimiter: string): { names: string[]; ends: number } {
  const reader = new CsvRecordReader(delimiter, null);
  for (let at = start; at < Math.min(lines.length, start + HEADER_LINES); at++) {
    const [record] = reader.push([{ number: at + 1, text: lines[at] ?? "" }]);
    if (record?.cells !== undefined) return { names: record.cells, ends: at + 1 };
    if (record !== undefined) break;
  }
  const names = (lines[start] ?? "").split(delimiter).map((name) => name.replace(/^"(.*)"$/s, "$1"));
  return { names, ends: start + 1 };
}

function firstLineBytes(head: Buffer): Buffer {
  const end = head.indexOf(0x0a);
  return end === -1 ? head.subarray(0, Math.max(0, head.length - 3)) : head.subarray(0, end);
}

/**
 * Tells which UTF-16 it is: by its byte order mark, or by a zero in every second byte at the beginning, as in Latin
 * text. Null where it is not UTF-16.
 */
function utf16Of(head: Buffer): "utf-16le" | "utf-16be" | null {
  if (head[0] === 0xff && head[1] === 0xfe) return "utf-16le";
  if (head[0] === 0xfe && head[1] === 0xff) return "utf-16be";
  const sample = head.subarray(0, 200);
  if (sample.length < 4) return null;
  let [even, odd] = [0, 0];
  for (const [position, byte] of sample.entries())
    if (byte === 0) {
      if (position % 2 === 0) even += 1;
      else odd += 1;
    }
  const half = sample.length / 2;
  if (Math.max(even, odd) <= half * 0.7 || Math.min(even, odd) >= half * 0.1) return null;
  return odd > even ? "utf-16le" : "utf-16be";
}

/** Whether the whole file has another encoding: three or more lines beyond ASCII, and none of them UTF-8. */
function isOtherEncoding(head: Buffer): boolean {
  let wrong = 0;
  const lastBreak = head.lastIndexOf(0x0a);
  for (let start = 0; start < lastBreak; ) {
    const end = head.indexOf(0x0a, start);
    const line = head.subarray(start, end);
    start = end + 1;
    if (!isUtf8(line)) wrong += 1;
    else if (line.some((byte) => byte > 0x7f)) return false;
  }
  return wrong >= 3;
}
