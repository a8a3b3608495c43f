import Table from "cli-table3";

/** Rows as a table for a terminal, the first one as its head. */
export function table([head = [], ...rows]: string[][]): string {
  const plain = new Table({ head, style: { head: [], border: [], compact: true } });
  plain.push(...rows);
  return plain.toString();
}
