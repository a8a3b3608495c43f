/** The values of one statement, in the order in which its text refers to them. */
export class Parameters {
  readonly values: unknown[] = [];

  /** Adds a value and returns its reference in the text: `$1`. */
  add(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }
}
