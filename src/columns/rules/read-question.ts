import type { ColumnQuestion } from "../column.ts";
import type { QuestionReading } from "./answer.ts";
import { readPeopleQuestion } from "./people-answers.ts";
import { readRecordQuestion } from "./record-answers.ts";
import { readChoice, readYesNo } from "./statement-answers.ts";

/** Reads a column's question by the rules; null where they cannot, and every company's cell is "not said". */
export function readQuestion(column: ColumnQuestion): QuestionReading | null {
  if (column.kind === "yesNo") return readYesNo(column);
  if (column.kind === "number") return readRecordQuestion(column);
  const told = readRecordQuestion(column) ?? readPeopleQuestion(column.question);
  return column.kind === "text" ? told : told === null ? readChoice(column) : amongChoices(told, column);
}

/** Restricts an answer to the given values. */
const amongChoices = (reading: QuestionReading, { choices }: ColumnQuestion): QuestionReading => ({
  ...reading,
  answer(material) {
    const answer = reading.answer(material);
    if ("reason" in answer) return answer;
    const value = choices.find((choice) => choice.toLowerCase() === answer.value.toLowerCase());
    return value === undefined ? { reason: `“${answer.value}” is none of the values.` } : { ...answer, value };
  },
});
