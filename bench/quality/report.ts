import { type Estimate, estimate } from "./bootstrap.ts";
import type { FieldResults } from "./criteria.ts";
import type { EstimateMeasures } from "./estimates.ts";
import { type AnswerMeasures, type Measures, mean } from "./measures.ts";
import type { QuestionSet } from "./question-sets.ts";
import { table } from "./table.ts";

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
  /** What its report says of precision and recall, and what is true. */
  estimate: EstimateMeasures;
  fields: FieldResults;
}

export interface Summary {
  known: Measures;
  bare: Measures;
  compared: Record<string, Measures>;
  answer: { size: number; partly: number; fully: number; found: number };
  /** Share of the questions that label the field and whose field was read so. */
  fields: Record<keyof FieldResults, number>;
  /** 95 % intervals by system: "known", "bare" and the compared runs. */
  intervals: Record<string, Intervals>;
}

export type Intervals = Record<keyof Measures, Estimate>;

/** Means over questions, each with its interval. */
export function intervalsOf(all: readonly Measures[]): Intervals {
  const of = (key: keyof Measures) => estimate(all.map((one) => one[key]));
  return {
    precisionAt10: of("precisionAt10"),
    ndcgAt10: of("ndcgAt10"),
    recallAt50: of("recallAt50"),
    judgedAt10: of("judgedAt10"),
  };
}

/** Means over the questions; an empty answer counts as 0 right. */
export function summarise(reports: QuestionReport[]): Summary {
  const names = Object.keys(reports[0]?.compared ?? {});
  const fields = Object.keys(reports[0]?.fields ?? {}) as (keyof FieldResults)[];
  const compared = (name: string) => reports.flatMap((one) => one.compared[name] ?? []);
  return {
    known: meanMeasures(reports.map((one) => one.known)),
    bare: meanMeasures(reports.map((one) => one.bare)),
    compared: Object.fromEntries(names.map((name) => [name, meanMeasures(compared(name))])),
    answer: {
      size: mean(reports.map((one) => one.answer.size)),
      partly: mean(reports.map((one) => one.answer.partly ?? 0)),
      fully: mean(reports.map((one) => one.answer.fully ?? 0)),
      found: mean(reports.map((one) => one.answer.found)),
    },
    fields: Object.fromEntries(
      fields.map((field) => [
        field,
        mean(reports.flatMap(({ fields: read }) => (read[field] === null ? [] : [Number(read[field])]))),
      ]),
    ) as Summary["fields"],
    intervals: Object.fromEntries([
      ["known", intervalsOf(reports.map((one) => one.known))],
      ["bare", intervalsOf(reports.map((one) => one.bare))],
      ...names.map((name) => [name, intervalsOf(compared(name))] as const),
    ]),
  };
}

function meanMeasures(all: Measures[]): Measures {
  return {
    precisionAt10: mean(all.map((one) => one.precisionAt10)),
    ndcgAt10: mean(all.map((one) => one.ndcgAt10)),
    recallAt50: mean(all.map((one) => one.recallAt50)),
    judgedAt10: mean(all.map((one) => one.judgedAt10)),
  };
}

/** Which set was measured, and what a figure on it is worth. */
export function printHead({ name, purpose }: QuestionSet, questions: number): string {
  return `Set "${name}", ${questions} questions. ${purpose}\n`;
}

/** Means with 95 % intervals, a row a system. */
export function printIntervals(systems: Record<string, Intervals>): string {
  const shown = ({ mean: value, low, high }: Estimate) => `${value.toFixed(3)} [${low.toFixed(2)}, ${high.toFixed(2)}]`;
  return `${table([
    ["mean [95 % interval over questions]", "P@10", "nDCG@10", "recall@50", "judged@10"],
    ...Object.entries(systems).map(([name, { precisionAt10, ndcgAt10, recallAt50, judgedAt10 }]) => [
      name,
      shown(precisionAt10),
      shown(ndcgAt10),
      shown(recallAt50),
      judgedAt10.mean.toFixed(2),
    ]),
  ])}\n`;
}

/** Three tables as text: ranking, the answers, the criteria; with an empty list of reports their last rows only. */
export function printReport(
  reports: readonly QuestionReport[],
  summary: Summary,
  fields: readonly (keyof FieldResults)[],
): string {
  const names = Object.keys(summary.compared);
  const ranking = table([
    ["P@10 · nDCG@10 · recall@50", "known criteria", "bare question", ...names],
    ...reports.map((one) => [
      one.id,
      measureCell(one.known),
      measureCell(one.bare),
      ...names.map((name) => measureCell(one.compared[name])),
    ]),
    [
      "mean",
      measureCell(summary.known),
      measureCell(summary.bare),
      ...names.map((name) => measureCell(summary.compared[name])),
    ],
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
    ...reports.map((one) => [one.id, ...fields.map((field) => READ.get(one.fields[field]) ?? "NO")]),
    ["share", ...fields.map((field) => share(summary.fields[field]))],
  ]);
  return `${ranking}\n\n${answers}\n\n${criteria}\n`;
}

const READ = new Map<boolean | null, string>([
  [true, "yes"],
  [null, "–"],
]);

export function measureCell(measures: Measures | undefined): string {
  if (!measures) return "–";
  return [measures.precisionAt10.toFixed(2), measures.ndcgAt10.toFixed(3), measures.recallAt50.toFixed(2)].join("  ");
}

function share(value: number | null): string {
  return value === null ? "–" : value.toFixed(2);
}
