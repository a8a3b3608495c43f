import { z } from "zod";
import type { ModelTask } from "#providers/language-model/language-model";
import { readPrompt } from "#providers/language-model/prompt-file";
import type { ColumnQuestion } from "../column.ts";
import { type Answer, NOT_IN_SOURCE, type Unsaid, verified } from "../rules/answer.ts";
import type { ShownText } from "./texts.ts";

export const ANSWER_COLUMN = readPrompt(new URL("./prompts/answer-column.md", import.meta.url));

const MOST_OUTPUT_TOKENS = 400;
const LONGEST_VALUE = 300;

const answerSchema = z.object({ said: z.boolean(), value: z.string(), text: z.number().int(), quote: z.string() });
type ModelAnswer = z.infer<typeof answerSchema>;

const formOf = ({ kind, unit, choices }: ColumnQuestion) => {
  if (kind === "number") return { form: "a number", ...(unit === null ? {} : { unit }) };
  if (kind === "choice") return { form: "one of", values: choices };
  return { form: kind === "yesNo" ? "yes or no" : "words" };
};

/** Builds the model's task: a question about one company. */
export function columnTask(
  column: ColumnQuestion,
  { name, domain }: { name: string; domain: string },
  texts: readonly ShownText[],
): ModelTask<ModelAnswer> {
  return {
    prompt: ANSWER_COLUMN,
    data: {
      question: column.question,
      company: { name, domain },
      answer: formOf(column),
      texts: texts.map(({ source, part }, i) => ({
        number: i + 1,
        from: `${source.title}, ${source.url}, ${source.date.toISOString().slice(0, 10)}`,
        text: part,
      })),
    },
    schema: answerSchema,
    maxOutputTokens: MOST_OUTPUT_TOKENS,
  };
}

const NOT_SAID: Unsaid = { reason: "The language model finds no words in what is stored that say it." };

/** Returns the significant digits of a figure, without separators or scale: 1,200,000 and 1.2 million have the same. */
const telling = (figure: string): string => figure.replace(/\D/g, "").replace(/^0+|0+$/g, "");

/**
 * Returns whether the quotation contains the names and figures of an answer. Otherwise readers could not see where they
 * come from.
 */
function areQuoted(value: string, quote: string): boolean {
  const within = quote.toLowerCase();
  const names = value.match(/[\p{Lu}\p{Lo}\p{N}][\p{L}\p{N}]*/gu) ?? [];
  return names.every((name) => within.includes(name.toLowerCase()));
}

/** Returns the answer's value in the form of its column; null if it has none. */
function answeredValue(column: ColumnQuestion, { value, quote }: ModelAnswer): Pick<Answer, "value" | "number"> | null {
  const given = value.trim();
  if (column.kind === "number") {
    const number = Number(given.replace(/[,_\s]/g, ""));
    const isSaid = given !== "" && Number.isFinite(number);
    const figures = (quote.match(/\d[\d.,' ]*/g) ?? []).map(telling);
    if (!isSaid || !figures.includes(telling(given))) return null;
    return { value: [number.toLocaleString("en"), column.unit].filter(Boolean).join(" "), number };
  }
  const values = column.kind === "yesNo" ? ["yes", "no"] : column.kind === "choice" ? column.choices : null;
  if (values !== null) {
    const chosen = values.find((one) => one.toLowerCase() === given.toLowerCase());
    return chosen === undefined ? null : { value: chosen, number: null };
  }
  if (given === "" || given.length > LONGEST_VALUE || !areQuoted(given, quote)) return null;
  return { value: given, number: null };
}

/** Returns a model's answer, if the text that it names contains the quotation exactly. */
export function checkedAnswer(
  column: ColumnQuestion,
  texts: readonly ShownText[],
  answer: ModelAnswer,
): Answer | Unsaid {
  if (!answer.said) return NOT_SAID;
  const shown = texts[answer.text - 1];
  // The model saw only this part of the text, so it can quote only from it.
  if (shown === undefined || !shown.part.includes(answer.quote)) return NOT_IN_SOURCE;
  const value = answeredValue(column, answer);
  if (value === null)
    return { reason: "The language model's answer has another form, or its quotation does not show it." };
  return verified({ ...value, quote: answer.quote, source: shown.source });
}
