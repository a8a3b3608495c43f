import { MAX_LENGTH } from "../company-record.ts";
import { isNothing, readAmount } from "./amounts.ts";
import type { Cell } from "./cells.ts";
import { mayBeForeign } from "./layouts.ts";
import { quoted, RowProblem, readText } from "./read-text.ts";

export type AmountField = "employees" | "previousEmployees" | "revenueUsd" | "previousRevenueUsd";

const isMoney = (field: AmountField): boolean => field === "revenueUsd" || field === "previousRevenueUsd";

/**
 * Reads a number of people or of US dollars. Takes the middle of a range and leaves out money in another currency, each
 * with a note. A column with another name than the field's may hold other things ("Size: large"), which are left out
 * too.
 * @throws RowProblem
 */
export function readAmountOf(field: AmountField, cell: Cell | undefined, most: number, notes: string[]): number | null {
  if (cell === undefined) return null;
  const { column } = cell;
  const text = readText(field, cell.value, MAX_LENGTH.label);
  if (isNothing(text)) return null;
  const problem = (reason: string): null => {
    if (column.isExact) throw new RowProblem(`${field}: ${reason}`);
    notes.push(`${column.heading}: ${reason}: left empty`);
    return null;
  };
  const amount = readAmount(text);
  if (amount === null) return problem(`${quoted(text)} is not a number (such as 1250000 or 0.5)`);
  if (isMoney(field) && !isInDollars(amount.currency, cell, field, notes)) return null;
  const scaled = amount.value * column.unit.scale;
  const isWhole = !isMoney(field);
  const value = isWhole && amount.range !== undefined ? Math.round(scaled) : scaled;
  if (value < 0 || value > most) return problem(`${text} is not between 0 and ${most}`);
  if (isWhole && !Number.isInteger(value)) return problem(`${value} is not a whole number`);
  if (amount.range !== undefined)
    notes.push(`${field} ${quoted(text)} is a range: its middle, ${value.toLocaleString("en")}, is taken`);
  return value;
}

function isInDollars(said: string | undefined, { column }: Cell, field: AmountField, notes: string[]): boolean {
  const currency = said ?? column.unit.currency;
  if (currency === "USD") return true;
  if (currency !== null) {
    notes.push(`${column.heading} in ${currency} is left empty: only US dollars are taken`);
    return false;
  }
  if (mayBeForeign(column)) {
    notes.push(
      `${column.heading} without a currency is left empty: --column "${column.heading}=${field}" says that it is in US dollars`,
    );
    return false;
  }
  notes.push(`${column.heading} without a currency is taken as US dollars`);
  return true;
}
