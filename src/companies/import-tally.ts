import type { CompanyRow } from "./company-file.ts";

/** A row that could not be taken: the physical line that it begins on, and why. */
export interface SetAsideRow {
  line: number;
  reason: string;
}

const MAX_KEPT = 1_000;
/** Different warnings that are kept; beyond them the file is wrong as a whole and more examples do not help. */
const MAX_WARNINGS = 100;

/** What an import has seen so far. Bounded, however many rows are bad. */
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

  count(row: CompanyRow): void {
    this.read += 1;
    if (row.company === undefined) {
      const setAside = { line: row.line, reason: row.problem };
      this.setAsideCount += 1;
      if (this.setAside.length < MAX_KEPT) this.setAside.push(setAside);
      this.#onSetAside?.(setAside);
      return;
    }
    for (const note of row.notes) {
      const known = this.#notes.get(note);
      if (known !== undefined) known.rows += 1;
      else if (this.#notes.size < MAX_WARNINGS) this.#notes.set(note, { rows: 1, firstLine: row.line });
      else this.#otherNotes += 1;
    }
  }

  warnings(unknownColumns: ReadonlySet<string>): string[] {
    const warnings = [...this.#notes].map(([note, { rows, firstLine }]) =>
      rows === 1 ? `${note} (line ${firstLine})` : `${note} (${rows} rows, first on line ${firstLine})`,
    );
    if (this.#otherNotes > 0) warnings.push(`${this.#otherNotes} more values were left empty`);
    if (unknownColumns.size > 0) {
      const names = [...unknownColumns].map((name) => `"${name}"`).join(", ");
      warnings.unshift(`columns that are not used: ${names}`);
    }
    return warnings;
  }
}
