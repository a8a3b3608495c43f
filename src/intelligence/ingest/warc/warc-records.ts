import { InvalidInputError } from "#foundation/errors/index";
import { ByteReader } from "./byte-reader.ts";

/** A record of a WARC file (ISO 28500). */
export interface WarcRecord {
  /** Number of the record in the file, from 1. */
  number: number;
  /** Named fields, by name in lower case. */
  fields: ReadonlyMap<string, string>;
  /** Null where it was not wanted or is too long. */
  block: Buffer | null;
}

/** Most fields of a record. */
const MOST_FIELDS = 200;
/** Longest block that is read: pages are far shorter, and memory holds one. */
const LONGEST_BLOCK = 4 * 1024 * 1024;
const VERSION = /^WARC\/\d+\.\d+$/;

/** Returns whether a file begins like a WARC file. */
export const looksLikeWarc = (head: string): boolean => VERSION.test(head.split(/\r?\n/, 1)[0] ?? "");

/** Returns the fields of the first record in the beginning of a file. */
export function firstFields(head: string): ReadonlyMap<string, string> {
  const [record = ""] = head.split(/\r?\n\r?\n/, 1);
  return fieldsOf(record.split(/\r?\n/).slice(1));
}

/**
 * Yields the records of a WARC file. Reads a block only where it is wanted, so that memory holds one. The npm package
 * `warcio` (2.4.11) was not used: it brings eight packages for compression, addresses and a command line, which are here
 * already.
 * @throws InvalidInputError where the file is damaged or cut off
 */
export async function* warcRecords(
  chunks: AsyncIterable<Buffer>,
  wants: (record: Omit<WarcRecord, "block">) => boolean,
): AsyncGenerator<WarcRecord> {
  const reader = new ByteReader(chunks);
  for (let number = 1; ; number++) {
    let line: string | null = "";
    // A record ends with two empty lines.
    while (line === "") {
      if (await reader.isAtEnd()) return;
      line = await reader.line();
    }
    if (line === null || !VERSION.test(line)) throw damaged(number, "it does not begin with a version of the format");
    const lines: string[] = [];
    for (line = await reader.line(); line !== ""; line = await reader.line()) {
      if (line === null || lines.length === MOST_FIELDS) throw damaged(number, "its header does not end");
      lines.push(line);
    }
    const record = { number, fields: fieldsOf(lines) };
    const written = record.fields.get("content-length") ?? "";
    const length = Number(written);
    if (!/^\d+$/.test(written) || !Number.isSafeInteger(length)) throw damaged(number, "it has no Content-Length");
    const isRead = length <= LONGEST_BLOCK && wants(record);
    const block = isRead ? await reader.take(length) : null;
    if (isRead ? block === null : !(await reader.skip(length))) throw damaged(number, "the file ends in it");
    yield { ...record, block };
  }
}

/** A line that begins with a blank goes on with the field above it. */
function fieldsOf(lines: readonly string[]): Map<string, string> {
  const fields = new Map<string, string>();
  let name = "";
  for (const line of lines) {
    const colon = line.indexOf(":");
    if (/^[ \t]/.test(line)) fields.set(name, `${fields.get(name) ?? ""} ${line.trim()}`);
    else if (colon > 0) {
      name = line.slice(0, colon).trim().toLowerCase();
      fields.set(name, line.slice(colon + 1).trim());
    }
  }
  return fields;
}

const damaged = (number: number, reason: string): InvalidInputError =>
  new InvalidInputError(`the WARC file is damaged or cut off at record ${number}: ${reason}`);
