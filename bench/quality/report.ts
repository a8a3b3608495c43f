import Table from "cli-table3";
import type { FieldResults } from "./criteria.ts";
import { type AnswerMeasures, type Measures, mean } from "./measures.ts";

/** All that is measured of one question. */
export interface QuestionReport {
  id: string;
  /** Countries, role, exclusions and seeds from the labels. */
  known: Measures;
  /** Everything from the question itself. */
  bare: Measures;
  /** Other runs by the name of their file. */
  compared: Record<string, Measures>;
  /** What a person gets for the bare question. */
  answer: AnswerMeasures;
  fields: FieldResults;
}

export interface Summary {
  known: Measures;
  bare: Measures;
  compared: Record<string, Measures>;
  answer: { size: number; partly: number; fully: number; found: number };
  fields: Record<keyof FieldResults, number>;
}

/** Means over the questions; an empty answer counts as 0 right. */
export function summarise(reports: QuestionReport[]): Summary {
  const names = Object.keys(reports[0]?.compared ?? {});
  const fields = Object.keys(reports[0]?.fields ?? {}) as (keyof FieldResults)[];
  return {
    known: meanMeasures(reports.map((one) => one.known)),
    bare: meanMeasures(reports.map((one) => one.bare)),
    compared: Object.fromEntries(
      names.map((name) => [name, meanMeasures(reports.flatMap((one) => one.compared[name] ?? []))]),
    ),
    answer: {
      size: mean(reports.map((one) => one.answer.size)),
      partly: mean(reports.map((one) => one.answer.partly ?? 0)),
      fully: mean(reports.map((one) => one.answer.fully ?? 0)),
      found: mean(reports.map((one) => one.answer.found)),
    },
    fields: Object.fromEntries(
      fields.map((field) => [field, mean(reports.map((one) => Number(one.fields[field])))]),
    ) as Summary["fields"],
  };
}

function meanMeasures(all: Measures[]): Measures {
  return {
    precisionAt10: mean(all.map((one) => one.precisionAt10)),
    ndcgAt10: mean(all.map((one) => one.ndcgAt10)),
    recallAt50: mean(all.map((one) => one.recallAt50)),
  };
}

/** Three tables as text: ranking, the answers, the criteria. */
export function printReport(
  reports: QuestionReport[],
  summary: Summary,
  fields: readonly (keyof FieldResults)[],
): string {
  const names = Object.keys(summary.compared);
  const ranking = table([
    ["P@10 · nDCG@10 · recall@50", "known criteria", "bare question", ...names],
    ...reports.map((one) => [
      one.id,
      cell(one.known),
      cell(one.bare),
      ...names.map((name) => cell(one.compared[name])),
    ]),
    ["mean", cell(summary.known), cell(summary.bare), ...names.map((name) => cell(summary.compared[name]))],
  ]);
  const answers = table([
    ["answer to the bare question", "companies", "grade 1–2", "grade 2", "found of the wanted"],
    ...reports.map(({ id, answer }) => [
      id,
      String(answer.size),
      share(answer.partly),
      share(answer.fully),
      share(answer.found),
    ]),
    [
      "mean",
      summary.answer.size.toFixed(1),
      share(summary.answer.partly),
      share(summary.answer.fully),
      share(summary.answer.found),
    ],
  ]);
  const criteria = table([
    ["criteria as labelled", ...fields],
    ...reports.map((one) => [one.id, ...fields.map((field) => (one.fields[field] ? "yes" : "NO"))]),
    ["share", ...fields.map((field) => share(summary.fields[field]))],
  ]);
  return `${ranking}\n\n${answers}\n\n${criteria}\n`;
}

export function table([head = [], ...rows]: string[][]): string {
  const plain = new Table({ head, style: { head: [], border: [], compact: true } });
  plain.push(...rows);
  return plain.toString();
}

function cell(measures: Measures | undefined): string {
  if (!measures) return "–";
  return [measures.precisionAt10.toFixed(2), measures.ndcgAt10.toFixed(3), measures.recallAt50.toFixed(2)].join("  ");
}

function share(value: number | null): string {
  return value === null ? "–" : value.toFixed(2);
}
