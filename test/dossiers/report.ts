import { expect } from "vitest";

/** The numbers that stand at the end of a sentence or a row. */
const CITED = /(?:\[\d+\])+(?: \|)?$/;

/**
 * Reads a report as a program would. Every line with content ends with numbers, each number is one of the sources, and
 * the sources at its end are those of the graph.
 */
export function checkReport(report: string, sources: readonly { number: number; kind: string; label: string }[]): void {
  const [body = "", listed = ""] = report.split("\n## Sources\n");
  const lines = body.split("\n").filter((line) => line !== "");
  const said = lines.filter((line, i) => !/^(?:#{1,2} |> Question: )/.test(line) && !isTableHead(lines, i));
  expect(said.length).toBeGreaterThan(3);
  const used = new Set<number>();
  for (const line of said) {
    expect(line).toMatch(/^(?:- .*[.!?…]”?|\|.* \|) (?:\[\d+\])+(?: \|)?$/);
    for (const [, number] of (CITED.exec(line)?.[0] ?? "").matchAll(/\[(\d+)\]/g)) used.add(Number(number));
    // Nowhere else: text from outside cannot cite.
    expect(line.replace(CITED, "")).not.toMatch(/(?<!\\)\[/);
  }
  const numbers = sources.map(({ number }) => number);
  expect([...used].sort((a, b) => a - b)).toEqual(numbers);
  const entries = listed.split("\n").filter((line) => line !== "");
  expect(entries.map((line) => Number.parseInt(line, 10))).toEqual(numbers);
  for (const entry of entries) expect(entry).toMatch(/^\d+\. .+, (?:read|as recorded on|made on) \d{4}-\d\d-\d\d$/);
}

function isTableHead(lines: readonly string[], i: number): boolean {
  const line = lines[i] ?? "";
  return /^\|(?: ---:? \|)+$/.test(line) || /^\|(?: ---:? \|)+$/.test(lines[i + 1] ?? "");
}

/** A section of a report by its heading. */
export function section(report: string, heading: string): string {
  return report.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? "";
}
