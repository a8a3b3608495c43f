/** Where a layout finds its fields in a row, and the names that it does not know. */
export interface Binding {
  unknown: string[];
}

/** How a kind of table is read: its columns by their names, and a row by them. */
export interface TableLayout<B extends Binding, Reading extends object> {
  /** Whether a column of this name is known; used to find the delimiter of a header. */
  knows(name: string): boolean;
  /** The binding of a header (in NDJSON, of an object's keys), or a sentence about what is missing. */
  bind(names: readonly string[]): B | { problem: string };
  /** A row, by position of its columns. */
  read(binding: B, cells: readonly unknown[]): Reading;
  /** The placeholder for a row that could not be read. */
  setAside(problem: string): Reading;
}
