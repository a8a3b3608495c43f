import { InvalidInputError } from "#foundation/errors/index";
import { type FileField, headingKey, meaningOf } from "./headings.ts";

/** The user's answers about the columns of a file. */
export interface ColumnOptions {
  /** Answers as `heading=field`, saying what a column is. */
  columns?: readonly string[] | undefined;
  /** Headings of columns to ignore. */
  ignoredColumns?: readonly string[] | undefined;
}

/** The answer for a column: its field, or that it is ignored. */
interface Answer {
  field?: FileField;
  isIgnored: boolean;
}

export interface ColumnAnswers {
  of(heading: string): Answer;
  /** Checks the answered headings against a header. @throws InvalidInputError for a heading that the header lacks */
  checkAgainst(header: readonly string[]): void;
}

/** @throws InvalidInputError for a malformed answer, or one that names no field */
export function columnAnswers({ columns = [], ignoredColumns = [] }: ColumnOptions): ColumnAnswers {
  const answers = new Map<string, { heading: string; answer: Answer }>();
  const add = (heading: string, answer: Answer) =>
    answers.set(headingKey(heading), { heading: heading.trim(), answer });
  for (const column of columns) {
    const at = column.lastIndexOf("=");
    const heading = column.slice(0, Math.max(0, at));
    const field = meaningOf(column.slice(at + 1))?.field;
    if (headingKey(heading) === "")
      throw new InvalidInputError(
        `--column ${column}: give a heading and a field, as in --column "Profile=description"`,
      );
    if (field === undefined)
      throw new InvalidInputError(
        `--column ${column}: "${column.slice(at + 1)}" is not a field of a company, such as name, description, url, country, employees (docs/company-files.md)`,
      );
    add(heading, { field, isIgnored: false });
  }
  for (const heading of ignoredColumns) add(heading, { isIgnored: true });
  return {
    of: (heading) => answers.get(headingKey(heading))?.answer ?? { isIgnored: false },
    checkAgainst(header) {
      const known = new Set(header.map(headingKey));
      for (const [key, { heading }] of answers)
        if (!known.has(key))
          throw new InvalidInputError(
            `the file has no column "${heading}"; it has ${header.map((name) => `"${name.trim()}"`).join(", ")}`,
          );
    },
  };
}
