import Table from "cli-table3";

/** Formats rows for people: columns without borders, or a message that there are none. */
export function table(headings: string[], rows: string[][]): string {
  if (rows.length === 0) return "None.";
  const shown = new Table({
    head: headings,
    style: { head: [], border: [], "padding-left": 0, "padding-right": 2 },
    chars: Object.fromEntries(
      [
        ["top", "top-mid", "top-left", "top-right", "bottom", "bottom-mid", "bottom-left", "bottom-right"],
        ["left", "left-mid", "mid", "mid-mid", "right", "right-mid", "middle"],
      ]
        .flat()
        .map((part) => [part, ""]),
    ),
  });
  shown.push(...rows);
  return shown.toString();
}
