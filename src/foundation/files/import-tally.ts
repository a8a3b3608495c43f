/** A row that could not be taken: the physical line where it begins, and why. */
export interface SetAsideRow {
  line: number;
  reason: string;
}

const MAX_KEPT = 1_000;
/** Reasons quote the file and are printed on terminals, so control characters are removed. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/g;
/** Limit of distinct warnings. Beyond it the file is wrong as a whole, and more examples do not help. */
const MAX_WARNINGS = 100;

/** What the tally needs of a row: `problem` where it was set aside, `notes` about what was left out of an accepted row. */
export interface CountedRow {
  line: number;
  problem?: string;
  notes?: readonly string[];
}

/** Counts of an import so far. Its size is bounded, however many rows are bad. */
export class ImportTally {
  read = 0;
  setAsideCount = 0;
  readonly setAside: SetAsideRow[] = [];
  readonly #notes = new Map<string, { rows: number; firstLine: number }>();
  #otherNotes = 0;
  readonly #onSetAside: ((row: SetAsideRow) => void) | undefined;

  constructor(onSetAside?: (row: SetAsideRow) => void) {
    this.#onSetAside = onSetAside;
  }

  count(row: CountedRow): void {
    this.read += 1;
    if (row.problem !== undefined) {
      this.addSetAside({ line: row.line, reason: row.problem });
      return;
    }
    for (const note of row.notes ?? []) this.addNote(row.line, note);
  }

  /** Notes what was left out of an accepted row. */
  addNote(line: number, note: string): void {
    const known = this.#notes.get(note);
    if (known !== undefined) known.rows += 1;
    else if (this.#notes.size < MAX_WARNINGS) this.#notes.set(note, { rows: 1, firstLine: line });
    else this.#otherNotes += 1;
  }

  /** Sets aside a row that was counted as good, because its problem showed only once all rows were read. */
  addSetAside({ line, reason }: SetAsideRow): void {
    const row = { line, reason: reason.replace(CONTROL, "\ufffd").toWellFormed() };
    this.setAsideCount += 1;
    if (this.setAside.length < MAX_KEPT) this.setAside.push(row);
    this.#onSetAside?.(row);
  }

  warnings(unknownColumns: ReadonlySet<string>): string[] {
    const warnings = [...this.#notes].map(([note, { rows, firstLine }]) =>
      rows === 1 ? `${note} (line ${firstLine})` : `${note} (${rows} rows, first on line ${firstLine})`,
    );
    if (this.#otherNotes > 0) warnings.push(`${this.#otherNotes} more values were left out`);
    if (unknownColumns.size > 0) {
      const names = [...unknownColumns].map((name) => `"${name}"`).join(", ");
      warnings.unshift(`columns that are not used: ${names}`);
    }
    return warnings;
  }
}
