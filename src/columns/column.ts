import { InvalidInputError } from "#foundation/errors/index";
import { isStorableText } from "#foundation/language/storable-text";

/** Kinds of answers: words, a number with a unit, yes or no, or one of some values. */
export const COLUMN_KINDS = ["text", "number", "yesNo", "choice"] as const;
export type ColumnKind = (typeof COLUMN_KINDS)[number];

/** Maximum number of columns in a market. */
export const MOST_COLUMNS = 20;
/** Lengths in UTF-16 units. */
const LONGEST_QUESTION = 500;
const LONGEST_NAME = 80;
const LONGEST_UNIT = 40;
const LONGEST_CHOICE = 80;
const MOST_CHOICES = 20;

/** A question to each company of a market. */
export interface ColumnQuestion {
  question: string;
  kind: ColumnKind;
  /** Unit of a number; null means the unit in which the answer comes. */
  unit: string | null;
  /** The values that a choice's answer may have. */
  choices: string[];
}

export interface NewColumn {
  marketId: number;
  question: string;
  kind: ColumnKind;
  /** By default the question's beginning. */
  name?: string | null | undefined;
  unit?: string | null | undefined;
  choices?: readonly string[] | null | undefined;
}

function line(what: string, given: string | null | undefined, longest: number): string {
  const text = (given ?? "").replace(/\s+/g, " ").trim();
  if (text.length > longest || !isStorableText(text))
    throw new InvalidInputError(`${what} must be a text of at most ${longest} characters`);
  return text;
}

/** Returns a new column in its stored form. @throws InvalidInputError */
export function checkedColumn({ question, kind, name, unit, choices }: NewColumn): ColumnQuestion & { name: string } {
  const asked = line("question", question, LONGEST_QUESTION);
  if (asked === "") throw new InvalidInputError("question is empty");
  const measured = line("unit", unit, LONGEST_UNIT);
  if (measured !== "" && kind !== "number") throw new InvalidInputError("unit is of a number");
  const values = [...new Set((choices ?? []).map((choice) => line("a choice", choice, LONGEST_CHOICE)))];
  if (kind !== "choice" && values.length > 0) throw new InvalidInputError("choices are of a choice");
  if (kind === "choice" && (values.length < 2 || values.length > MOST_CHOICES || values.includes("")))
    throw new InvalidInputError(`a choice needs 2–${MOST_CHOICES} values`);
  return {
    name: line("name", name, LONGEST_NAME) || asked.slice(0, LONGEST_NAME).trim().toWellFormed(),
    question: asked,
    kind,
    unit: measured === "" ? null : measured,
    choices: values,
  };
}
