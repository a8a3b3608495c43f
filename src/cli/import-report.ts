import type { ImportReport } from "#foundation/files/import-records";

/** Number of bad rows listed on the terminal. */
const LISTED_ROWS = 20;

/** Formats a number for people. */
export const count = (value: number) => value.toLocaleString("en");

/**
 * Formats the report for people: several lines, each ended.
 * @param words the words for the winner over a duplicate row, for a row's position, and for the last line
 */
export function describeImport(
  report: ImportReport,
  words: { duplicates: string; place: string; written: string },
  setAsidePath?: string,
): string {
  const seconds = report.elapsedMs / 1000;
  const lines = [
    `${report.source}: ${count(report.read)} rows in ${seconds.toFixed(1)} s (${count(Math.round(report.read / Math.max(seconds, 0.001)))} a second)`,
    `  ${report.dryRun ? "would be inserted" : "inserted"} ${count(report.inserted)} · ${report.dryRun ? "would be updated" : "updated"} ${count(report.updated)} · unchanged ${count(report.unchanged)}`,
  ];
  if (report.duplicatesInFile > 0)
    lines.push(`  duplicates in the file ${count(report.duplicatesInFile)} (${words.duplicates})`);
  if (report.setAsideCount > 0) {
    lines.push(`  set aside ${count(report.setAsideCount)}:`);
    for (const { line, reason } of report.setAside.slice(0, LISTED_ROWS))
      lines.push(`    ${words.place} ${line}: ${reason}`);
    const more = report.setAsideCount - Math.min(LISTED_ROWS, report.setAside.length);
    if (more > 0 && setAsidePath === undefined)
      lines.push(`    and ${count(more)} more (--set-aside FILE writes all of them)`);
    if (setAsidePath !== undefined) lines.push(`    all of them are in ${setAsidePath}`);
  }
  for (const warning of report.warnings) lines.push(`  warning: ${warning}`);
  const nothing = report.read === report.setAsideCount;
  if (report.read === 0) lines.push("No row was found below the header.");
  else if (nothing) lines.push("No row could be imported.");
  if (report.dryRun) lines.push("Dry run: nothing was written.");
  else lines.push(nothing ? "Nothing was written." : words.written);
  return `${lines.join("\n")}\n`;
}
