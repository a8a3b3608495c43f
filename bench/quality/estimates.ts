import { reportedEstimate } from "#markets/discovery/market-estimate";
import type { EstimatedShare, Ranked } from "#markets/judging/index";
import { mean, RELEVANT } from "./measures.ts";
import { table } from "./table.ts";

const TARGETS = ["precision", "partly", "recall"] as const;
type Target = (typeof TARGETS)[number];

/** What a report says of an answer, and what is true of it; null where either cannot be told. */
export type EstimateMeasures = Record<Target, (EstimatedShare & { truth: number }) | null>;

/**
 * Compares the intervals of a job's report with the judgments. Precision counts grade 2, or grades 1 and 2, in the
 * answer; recall counts the share of all grade 2 that is in it.
 */
export function measureEstimate(
  ranked: readonly Ranked[],
  grades: Map<string, number>,
  seeds: readonly string[],
  hasSentences: boolean,
): EstimateMeasures {
  const verdicts = ranked.map(({ verdict, judgement: { rule = null, criteria } }) => ({ verdict, rule, criteria }));
  const { precision, partly, recall } = reportedEstimate(verdicts, [], hasSentences);
  const answer = ranked.filter(({ verdict }) => verdict === "in").map(({ domain }) => grades.get(domain) ?? 0);
  const relevant = [...grades].filter(([domain, grade]) => grade >= RELEVANT && !seeds.includes(domain)).length;
  const atLeast = (grade: number) => answer.filter((one) => one >= grade).length;
  const compared = (estimate: EstimatedShare | null, part: number, whole: number) =>
    estimate === null || whole === 0 ? null : { ...estimate, truth: part / whole };
  return {
    precision: compared(precision, atLeast(RELEVANT), answer.length),
    partly: compared(partly, atLeast(1), answer.length),
    recall: compared(recall, atLeast(RELEVANT), relevant),
  };
}

/** How often the intervals hold, and how wide they are. */
export interface IntervalSummary {
  questions: number;
  held: number;
  width: number;
  truth: number;
  value: number;
}

export function summariseEstimates(all: readonly EstimateMeasures[]): Record<Target, IntervalSummary> {
  const of = (target: Target): IntervalSummary => {
    const told = all.flatMap((one) => one[target] ?? []);
    const holds = ({ truth, low, high }: (typeof told)[number]) => low - 1e-9 <= truth && truth <= high + 1e-9;
    return {
      questions: told.length,
      held: mean(told.map((one) => (holds(one) ? 1 : 0))),
      width: mean(told.map(({ low, high }) => high - low)),
      truth: mean(told.map(({ truth }) => truth)),
      value: mean(told.map(({ value }) => value)),
    };
  };
  return { precision: of("precision"), partly: of("partly"), recall: of("recall") };
}

export function printEstimates(summary: Record<Target, IntervalSummary>): string {
  return `${table([
    ["90 % intervals of the report", "questions", "hold", "mean width", "mean estimate", "mean truth"],
    ...TARGETS.map((target) => {
      const { questions, held, width, value, truth } = summary[target];
      return [target, String(questions), ...[held, width, value, truth].map((one) => one.toFixed(2))];
    }),
  ])}\n`;
}
