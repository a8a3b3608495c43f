import type { Line } from "./lines.ts";

/** One record of a CSV file. `line` is the physical line where it begins. */
export type CsvRecord =
  | { line: number; cells: string[]; problem?: undefined }
  | { line: number; cells?: undefined; problem: string };

/** Length limit of a record, in characters: a longer one has a quotation mark that was never closed. */
const MAX_RECORD_LENGTH = 100_000;

/**
 * Reads RFC 4180 records from lines: quoted fields may hold the delimiter, line breaks and doubled quotation marks.
 * A quotation mark inside an unquoted field is an ordinary character.
 *
 * Why not a CSV library: after a missing quotation mark, libraries resume at the next one, wherever it is, and lose
 * every row between.
 * This reader sets aside only the line where the damaged record begins, and resumes at the next line.
 * It does the same for a record of several lines with the wrong number of columns.
 */
export class CsvRecordReader {
  readonly #delimiter: string;
  readonly #columns: number | null;
  /** Lines of the open record, so that all but the first can be read again. */
  #open: Line[] = [];
  #length = 0;
  #cells: string[] = [];
  #field = "";
  #problem: string | undefined;

  /** @param columns the number of cells that each record must have; null accepts any */
  constructor(delimiter: string, columns: number | null) {
    this.#delimiter = delimiter;
    this.#columns = columns;
  }

  /** Returns the records that these lines complete. */
  push(lines: readonly Line[]): CsvRecord[] {
    const records: CsvRecord[] = [];
    // A stack, so that the lines of a damaged record can be put back in front of the others.
    const waiting = lines.toReversed();
    for (let line = waiting.pop(); line !== undefined; line = waiting.pop()) this.#take(line, waiting, records);
    return records;
  }

  /** Returns what is left at the end of the file: a record that is still open, and the lines that it had swallowed. */
  end(): CsvRecord[] {
    const records: CsvRecord[] = [];
    const waiting: Line[] = [];
    while (this.#open.length > 0) {
      this.#setAside("a quotation mark is opened and never closed", waiting, records);
      for (let line = waiting.pop(); line !== undefined; line = waiting.pop()) this.#take(line, waiting, records);
    }
    return records;
  }

  #take(line: Line, waiting: Line[], records: CsvRecord[]): void {
    const isFirst = this.#open.length === 0;
    if (isFirst) {
      if (line.problem === undefined && isBlank(line.text)) return;
      if (line.problem === undefined && !line.text.includes('"')) {
        records.push(this.#checked(line.number, line.text.split(this.#delimiter)));
        return;
      }
      this.#cells = [];
      this.#field = "";
      this.#length = 0;
      this.#problem = undefined;
    }
    this.#open.push(line);
    const blanks = line.blanks ?? 1;
    this.#length += line.text.length + blanks;
    this.#problem ??= line.problem;
    const isTooLong = this.#length > MAX_RECORD_LENGTH && !isFirst;
    if (!isTooLong) this.#field += "\n".repeat(blanks - 1);
    const state = isTooLong ? "too long" : this.#scan(line.text, !isFirst);
    if (state === "open") return;
    if (state === "too long") this.#setAside("a quotation mark is opened and never closed", waiting, records);
    else if (state !== "complete") this.#setAside(state.problem, waiting, records);
    else {
      const first = this.#open[0]?.number ?? line.number;
      const record = this.#checked(first, this.#cells);
      if (record.problem !== undefined && this.#open.length > 1) this.#setAside(record.problem, waiting, records);
      else {
        this.#open = [];
        records.push(this.#problem === undefined ? record : { line: first, problem: this.#problem });
      }
    }
  }

  /** Reads one line into the open record; `inQuotes` when a quoted field continues from the line before. */
  #scan(text: string, inQuotes: boolean): "open" | "complete" | { problem: string } {
    let at = 0;
    let quoted = inQuotes;
    if (quoted) this.#field += "\n";
    for (;;) {
      if (quoted) {
        const quote = text.indexOf('"', at);
        if (quote === -1) {
          this.#field += text.slice(at);
          return "open";
        }
        this.#field += text.slice(at, quote);
        at = quote + 1;
        if (text[at] === '"') {
          this.#field += '"';
          at += 1;
          continue;
        }
        quoted = false;
        this.#cells.push(this.#field);
        this.#field = "";
        if (at >= text.length) return "complete";
        if (!text.startsWith(this.#delimiter, at))
          return { problem: `broken quoting: text after the closing quotation mark of column ${this.#cells.length}` };
        at += 1;
      } else if (text[at] === '"') {
        quoted = true;
        at += 1;
      } else {
        const end = text.indexOf(this.#delimiter, at);
        this.#cells.push(end === -1 ? text.slice(at) : text.slice(at, end));
        if (end === -1) return "complete";
        at = end + 1;
      }
    }
  }

  #checked(line: number, cells: string[]): CsvRecord {
    if (this.#columns === null || cells.length === this.#columns) return { line, cells };
    return { line, problem: `${cells.length} columns where the header has ${this.#columns}` };
  }

  #setAside(problem: string, waiting: Line[], records: CsvRecord[]): void {
    const [first, ...rest] = this.#open;
    if (first !== undefined) records.push({ line: first.number, problem });
    this.#open = [];
    waiting.push(...rest.reverse());
  }
}

/** Only white space, which includes an empty row of a tab-separated table. */
const isBlank = (text: string): boolean => text === "" || (text.charCodeAt(0) <= 0x20 && text.trim() === "");
