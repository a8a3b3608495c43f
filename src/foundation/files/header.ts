/** Normalises a column's name: case, spaces, `_` and `-` do not matter. */
export function normaliseColumn(name: string): string {
  return name.toLowerCase().replace(/[\s_-]+/g, "");
}

/** Formats a column's name for a person. */
export function shownColumn(name: string): string {
  const trimmed = name.trim();
  return trimmed.length > 40 ? `${trimmed.slice(0, 37)}…` : trimmed;
}

/** Lists the first names of a header for a sentence: `"a", "b" and 3 more`. */
export function shownHeader(names: readonly string[]): string {
  const shown = names.slice(0, 8).map((name) => `"${shownColumn(name)}"`);
  return `${shown.join(", ")}${names.length > shown.length ? ` and ${names.length - shown.length} more` : ""}`;
}

/** Returns the position of each normalised name, or a sentence about a duplicate. Leaves out columns without a name. */
export function columnPositions(names: readonly string[]): Map<string, number> | { problem: string } {
  const positions = new Map<string, number>();
  for (const [position, name] of names.entries()) {
    const key = normaliseColumn(name);
    if (key === "") continue;
    if (positions.has(key)) return { problem: `the column "${name.trim()}" is there twice` };
    positions.set(key, position);
  }
  return positions;
}
