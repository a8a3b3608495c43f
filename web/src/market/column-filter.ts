import type { ColumnFilterInput } from "../generated/graphql.ts";
import { count } from "../parts/words.ts";
import type { Column } from "./columns.ts";

/** A condition on the answers of a column. Bounds stay as they are typed. */
export type Condition =
  | { by: "said"; said: boolean }
  | { by: "value"; value: string }
  | { by: "part"; part: string }
  | { by: "bounds"; from: string; to: string };

/** A condition that is set, with its words and with what it asks of the graph. */
export interface ColumnFilter {
  column: Column;
  words: string;
  asked: ColumnFilterInput;
}

const PARAMETER = "column-";

/** Returns the parameter of the address that has the condition on a column. */
export const parameterOf = ({ columnId }: Pick<Column, "columnId">): string => `${PARAMETER}${columnId}`;

/** Whether an address has a condition on a column, which may be deleted meanwhile. */
export const hasColumnFilters = (parameters: URLSearchParams): boolean =>
  [...parameters.keys()].some((name) => name.startsWith(PARAMETER));

/** Returns a condition as the address has it; "" where it asks nothing. */
export function written(condition: Condition): string {
  switch (condition.by) {
    case "said":
      return condition.said ? "said" : "not-said";
    case "value":
      return `=${condition.value}`;
    case "part":
      return condition.part === "" ? "" : `~${condition.part}`;
    case "bounds":
      return condition.from === "" && condition.to === "" ? "" : `${condition.from}:${condition.to}`;
  }
}

/** Returns the full answers that a column can have; none where they are not known in advance. */
export function valuesOf({ kind, choices }: Pick<Column, "kind" | "choices">): readonly string[] {
  if (kind === "YES_NO") return ["yes", "no"];
  return kind === "CHOICE" ? choices : [];
}

/** Reads the condition of an address; null where there is none that fits the column. */
export function readCondition(column: Column, parameters: URLSearchParams): Condition | null {
  const text = parameters.get(parameterOf(column)) ?? "";
  if (text === "said" || text === "not-said") return { by: "said", said: text === "said" };
  switch (column.kind) {
    case "YES_NO":
    case "CHOICE": {
      const value = valuesOf(column).find((one) => text === `=${one}`);
      return value === undefined ? null : { by: "value", value };
    }
    case "TEXT":
      return text.startsWith("~") ? { by: "part", part: text.slice(1) } : null;
    case "NUMBER": {
      const [from = "", to, ...others] = text.split(":");
      return to === undefined || others.length > 0 ? null : { by: "bounds", from, to };
    }
  }
}

/** Returns a typed number; null where it is none. */
function numberOf(typed: string): number | null {
  const number = Number(typed);
  return typed.trim() === "" || !Number.isFinite(number) ? null : number;
}

/** Whether no number is within the bounds. */
export function areCrossed({ from, to }: { from: string; to: string }): boolean {
  const [min, max] = [numberOf(from), numberOf(to)];
  return min !== null && max !== null && min > max;
}

/** Returns the conditions of an address on these columns. */
export const columnFilters = (columns: readonly Column[], parameters: URLSearchParams): ColumnFilter[] =>
  columns.flatMap((column) => {
    const condition = readCondition(column, parameters);
    const filter = condition === null ? null : filterOf(column, condition);
    return filter === null ? [] : [filter];
  });

/** Returns what a condition asks; null where it asks nothing. */
function filterOf(column: Column, condition: Condition): ColumnFilter | null {
  const { columnId } = column;
  const filter = (words: string, asked: Omit<ColumnFilterInput, "columnId">): ColumnFilter => ({
    column,
    words: `${column.name}${column.name.endsWith("?") ? "" : ":"} ${words}`,
    asked: { columnId, ...asked },
  });
  switch (condition.by) {
    case "said":
      return filter(condition.said ? "answered" : "not said", { said: condition.said });
    case "value":
      return filter(condition.value, { values: [condition.value] });
    case "part": {
      const contains = condition.part.trim();
      return contains === "" ? null : filter(`contains “${contains}”`, { contains });
    }
    case "bounds": {
      const [min, max] = [numberOf(condition.from), numberOf(condition.to)];
      const unit = column.unit == null ? "" : ` ${column.unit}`;
      if (min !== null && max !== null) return filter(`${count(min)}–${count(max)}${unit}`, { min, max });
      if (min !== null) return filter(`at least ${count(min)}${unit}`, { min });
      return max === null ? null : filter(`at most ${count(max)}${unit}`, { max });
    }
  }
}
