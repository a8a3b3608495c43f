import { costCapOf } from "#costs/cost-cap";
import { InvalidInputError } from "#foundation/errors/index";
import { isStorableText } from "#foundation/language/storable-text";

/** Kinds of answers: words, a number with a unit, yes or no, or one of some values. */
export const COLUMN_KINDS = ["text", "number", "yesNo", "choice"] as const;
export type ColumnKind = (typeof COLUMN_KINDS)[number];

/** Who answers a column: the rules, at no cost, or the language model. */
export const COLUMN_READERS = ["rules", "model"] as const;
export type ColumnReader = (typeof COLUMN_READERS)[number];

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
  /** The rules by default. */
  readBy?: ColumnReader | null | undefined;
  /** Of a column that the language model reads: the most that its answers may cost, in US dollars. */
  maxCostUsd?: number | null | undefined;
}

/** A new column as it is stored. */
export interface CheckedColumn extends ColumnQuestion {
  name: string;
  readBy: ColumnReader;
  /** In micro-dollars; null: of the rules. */
  costCap: number | null;
}

function line(what: string, given: string | null | undefined, longest: number): string {
  const text = (given ?? "").replace(/\s+/g, " ").trim();
  if (text.length > longest || !isStorableText(text))
    throw new InvalidInputError(`${what} must be a text of at most ${longest} characters`);
  return text;
}

/** Returns a new column in its stored form. @throws InvalidInputError */
export function checkedColumn({ question, kind, name, unit, choices, ...given }: NewColumn): CheckedColumn {
  const readBy = given.readBy ?? "rules";
  const costCap = costCapOf(given.maxCostUsd);
  if ((readBy === "model") !== (costCap !== null))
    throw new InvalidInputError("maxCostUsd is required where readBy is MODEL, and not allowed otherwise");
  const asked = line("question", question, LONGEST_QUESTION);
  if (asked === "") throw new InvalidInputError("question is empty");
  const measured = line("unit", unit, LONGEST_UNIT);
  if (measured !== "" && kind !== "number") throw new InvalidInputError("unit is only for columns of the kind NUMBER");
  const values = [...new Set((choices ?? []).map((choice) => line("a choice", choice, LONGEST_CHOICE)))];
  if (kind !== "choice" && values.length > 0)
    throw new InvalidInputError("choices are only for columns of the kind CHOICE");
  if (kind === "choice" && (values.length < 2 || values.length > MOST_CHOICES || values.includes("")))
    throw new InvalidInputError(`choices must have 2–${MOST_CHOICES} values`);
  return {
    name: line("name", name, LONGEST_NAME) || asked.slice(0, LONGEST_NAME).trim().toWellFormed(),
    question: asked,
    kind,
    unit: measured === "" ? null : measured,
    choices: values,
    readBy,
    costCap,
  };
}
