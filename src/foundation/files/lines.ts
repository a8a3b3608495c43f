import { isUtf8 } from "node:buffer";
import { otherEncoding } from "./decode-source.ts";

/** One physical line of a file, without its line break. `problem` says why its text cannot be trusted. */
export interface Line {
  /** Counted from 1. */
  number: number;
  text: string;
  /** Number of blank lines that this one stands for, itself included. Its text is "". */
  blanks?: number;
  problem?: string;
}

/** Longest line held in memory, in bytes: twelve times the longest ASCII record within our limits. */
export const MAX_LINE_BYTES = 1_048_576;

const LINE_FEED = 0x0a;
const NOT_UTF8 = `not UTF-8 text: where the whole file is in another encoding, ${otherEncoding("windows-1252")}`;
const TOO_LONG = `longer than ${MAX_LINE_BYTES.toLocaleString("en")} bytes`;

/**
 * Splits a stream of bytes into lines (LF or CRLF). Works on bytes, because a decoder that replaces invalid input would
 * hide which line is damaged. Memory is bounded by one chunk and `MAX_LINE_BYTES`.
 */
export class LineSplitter {
  #number = 0;
  #rest: Buffer[] = [];
  #restBytes = 0;
  #skipping = false;

  /** Returns the lines that this chunk completes. */
  push(chunk: Buffer): Line[] {
    const last = chunk.lastIndexOf(LINE_FEED);
    if (last === -1) {
      this.#keep(chunk);
      return [];
    }
    const lines: Line[] = [];
    let body = chunk.subarray(0, last);
    if (this.#skipping) {
      // The first break ends the overlong line; everything before it belongs to that line.
      const first = chunk.indexOf(LINE_FEED);
      lines.push({ number: ++this.#number, text: "", problem: TOO_LONG });
      this.#skipping = false;
      if (first === last) body = Buffer.alloc(0);
      else this.#decode(chunk.subarray(first + 1, last), lines);
    } else {
      if (this.#rest.length > 0) body = Buffer.concat([...this.#rest, body]);
      this.#decode(body, lines);
    }
    this.#rest = [];
    this.#restBytes = 0;
    if (last + 1 < chunk.length) this.#keep(chunk.subarray(last + 1));
    return lines;
  }

  /** Returns the last line where the file does not end with a line break. */
  end(): Line[] {
    const lines: Line[] = [];
    if (this.#skipping) lines.push({ number: ++this.#number, text: "", problem: TOO_LONG });
    else if (this.#restBytes > 0) this.#decode(Buffer.concat(this.#rest), lines);
    this.#rest = [];
    this.#restBytes = 0;
    this.#skipping = false;
    return lines;
  }

  #keep(bytes: Buffer): void {
    if (this.#skipping) return;
    this.#rest.push(bytes);
    this.#restBytes += bytes.length;
    if (this.#restBytes > MAX_LINE_BYTES) {
      this.#skipping = true;
      this.#rest = [];
      this.#restBytes = 0;
    }
  }

  /** Decodes whole lines. A run of blank ones becomes one: a file may have hundreds of millions. */
  #decode(bytes: Buffer, lines: Line[]): void {
    const gap = new NextGap(bytes);
    for (let start = 0; start <= bytes.length; ) {
      const { blanks, end } = blankRun(bytes, start);
      if (blanks > 0) {
        lines.push({ number: this.#number + 1, text: "", ...(blanks === 1 ? {} : { blanks }) });
        this.#number += blanks;
        start = end;
      } else {
        const next = gap.from(start);
        this.#decodeText(bytes.subarray(start, next), lines);
        start = next + 1;
      }
    }
  }

  /** Decodes lines at once where all bytes are valid, one by one where one is not. */
  #decodeText(bytes: Buffer, lines: Line[]): void {
    if (isUtf8(bytes)) {
      for (const text of bytes.toString("utf8").split("\n")) {
        const number = ++this.#number;
        if (text.length > MAX_LINE_BYTES) lines.push({ number, text: "", problem: TOO_LONG });
        else lines.push({ number, text: withoutReturn(text) });
      }
      return;
    }
    for (let start = 0; start <= bytes.length; ) {
      const found = bytes.indexOf(LINE_FEED, start);
      const end = found === -1 ? bytes.length : found;
      const line = bytes.subarray(start, end);
      const text = withoutReturn(line.toString("utf8"));
      const number = ++this.#number;
      lines.push(isUtf8(line) ? { number, text } : { number, text, problem: NOT_UTF8 });
      start = end + 1;
    }
  }
}

/** Counts the blank lines that begin at `start`, and finds the line after them. */
function blankRun(bytes: Buffer, start: number): { blanks: number; end: number } {
  let blanks = 0;
  let end = start;
  for (let at = start; at <= bytes.length; at++) {
    const byte = bytes[at];
    // The line break of the last line is not among the bytes.
    if (byte === LINE_FEED || byte === undefined) {
      blanks++;
      end = at + 1;
    } else if (byte !== 0x20 && byte !== 0x09 && byte !== 0x0d) break;
  }
  return { blanks, end };
}

/** Finds where text is followed by an empty line. Searches each kind of gap once, not again from every line. */
class NextGap {
  readonly #bytes: Buffer;
  readonly #next = { "\n\n": -1, "\n\r\n": -1 };

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /**
   * Returns the position of the line break before the next gap, or the end where there is none. `start` must not go
   * back.
   */
  from(start: number): number {
    for (const kind of ["\n\n", "\n\r\n"] as const)
      if (this.#next[kind] < start) {
        const found = this.#bytes.indexOf(kind, start, "latin1");
        this.#next[kind] = found === -1 ? this.#bytes.length : found;
      }
    return Math.min(this.#next["\n\n"], this.#next["\n\r\n"]);
  }
}

function withoutReturn(text: string): string {
  return text.endsWith("\r") ? text.slice(0, -1) : text;
}
