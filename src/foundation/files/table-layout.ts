/** Where a layout finds its fields in a row, and the names that it does not know. */
export interface Binding {
  unknown: string[];
}

/** How to read one kind of table: its columns by name, then its rows by those columns. */
export interface TableLayout<B extends Binding, Reading extends object> {
  /** Whether a column of this name is known; used to find the delimiter of a header. */
  knows(name: string): boolean;
  /** Binds a header (in NDJSON an object's keys), or returns a sentence about what is missing. */
  bind(names: readonly string[]): B | { problem: string };
  /** Reads a row by the positions of its columns. */
  read(binding: B, cells: readonly unknown[]): Reading;
  /** Returns the placeholder for a row that could not be read. */
  setAside(problem: string): Reading;
}
