/** Splits a comma-separated list; a comma inside an item is written `\,`. Null where an item is empty. */
export function commaList(text: string): string[] | null {
  const items = text.split(/(?<!\\),/).map((item) => item.replaceAll("\\,", ",").trim());
  return items.includes("") ? null : items;
}
