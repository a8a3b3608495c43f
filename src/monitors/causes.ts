import { isDeepStrictEqual } from "node:util";
import type { CriterionOutcome } from "#markets/judging/index";
import type { FieldChange, NoticeCause } from "#notices/notice";

/** Returns the fields in which two objects differ; a field that one lacks is null there. */
export function changesBetween(before: object | null, after: object | null, fields?: readonly string[]): FieldChange[] {
  const one = before as Record<string, unknown> | null;
  const other = after as Record<string, unknown> | null;
  const names = fields ?? [...new Set([...Object.keys(one ?? {}), ...Object.keys(other ?? {})])];
  return names.flatMap((field) => {
    const change = { field, before: one?.[field] ?? null, after: other?.[field] ?? null };
    return isDeepStrictEqual(change.before, change.after) ? [] : [change];
  });
}

/** Returns the criteria whose outcome has changed, with what was found for each. */
export function outcomeChanges(before: readonly CriterionOutcome[], after: readonly CriterionOutcome[]): FieldChange[] {
  const shown = (found: readonly CriterionOutcome[], name: string) => {
    const one = found.find(({ criterion }) => criterion === name);
    return one === undefined ? null : { outcome: one.outcome, note: one.note };
  };
  const outcomeOf = (value: unknown) => (value as { outcome: string } | null)?.outcome ?? null;
  return [...new Set([...before, ...after].map(({ criterion }) => criterion))].flatMap((field) => {
    const change = { field, before: shown(before, field), after: shown(after, field) };
    return outcomeOf(change.before) === outcomeOf(change.after) ? [] : [change];
  });
}

const LONGEST = 60;

/** Formats a value for a sentence. */
function inWords(value: unknown): string {
  if (value === null || value === undefined || value === "") return "nothing";
  const text = Array.isArray(value)
    ? value.join(", ") || "nothing"
    : typeof value === "object"
      ? JSON.stringify(value)
      : String(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}

/** Describes the first of some changes: `country "DE", was "AT"`. */
export function changesInWords(changes: readonly FieldChange[]): string {
  const [first, ...others] = changes;
  if (first === undefined) return "";
  const more = others.length === 0 ? "" : ` and ${others.length} more`;
  return `${first.field}: ${inWords(first.before)} → ${inWords(first.after)}${more}`;
}

/** Makes a cause without a source. */
export const causeOf = (kind: NoticeCause["kind"], summary: string, changes: FieldChange[] = []): NoticeCause => ({
  kind,
  summary,
  sources: [],
  changes,
});
