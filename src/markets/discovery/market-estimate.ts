import { counted } from "#foundation/language/counted";
import { type CriterionOutcome, estimateMarket, type MarketEstimate, offerIn } from "../judging/index.ts";
import type { Verdict } from "./verdict.ts";

/** Precision and recall for a job's report. The shares are null where they are unknown, and the sentence says why. */
export interface ReportedEstimate extends Pick<MarketEstimate, "nominal"> {
  precision: MarketEstimate["precision"] | null;
  partly: MarketEstimate["partly"] | null;
  recall: MarketEstimate["recall"] | null;
  sentence: string;
}

/** The part of a verdict that an estimate needs. */
export interface EstimatedVerdict {
  verdict: Verdict;
  rule: string | null;
  criteria: CriterionOutcome[];
}

/** Share of a market judged without a probability, above which nothing is known about the judge's errors. */
const MOST_WITHOUT = 0.1;
/** Width from which an interval says next to nothing. */
const WIDE = 0.6;

/**
 * Estimates the precision and recall of a market with intervals, from the verdicts of its newest search and the
 * companies that it had before.
 * @param earlier criteria of the market's companies from earlier jobs
 */
export function reportedEstimate(
  verdicts: readonly EstimatedVerdict[],
  earlier: readonly CriterionOutcome[][],
  hasSentences: boolean,
): ReportedEstimate {
  const inside = [...verdicts.filter(({ verdict }) => verdict === "in").map(({ criteria }) => criteria), ...earlier];
  // Companies excluded by a place, a size or an unwanted kind are not wanted, whatever they offer.
  const outside = verdicts.filter(
    ({ verdict, rule }) => verdict !== "in" && (verdict === "belowCut" || rule === "offer"),
  );
  const odds = (all: readonly CriterionOutcome[][]) => all.flatMap((criteria) => offerIn(criteria)?.probability ?? []);
  const judged = { inside: odds(inside), outside: odds(outside.map(({ criteria }) => criteria)), hasSentences };
  const without = inside.length - judged.inside.length;
  if (without > MOST_WITHOUT * inside.length) return untold(inside, without);
  const estimate = estimateMarket(judged);
  if (estimate === null)
    return {
      ...NOTHING,
      sentence: "No company is in, so precision is undefined. How many companies were missed is not known.",
    };
  const { nominal, precision, partly, recall } = estimate;
  return { nominal, precision, partly, recall, sentence: inWords(estimate, inside.length) };
}

const NOTHING = { nominal: 0.9, precision: null, partly: null, recall: null };

function untold(inside: readonly CriterionOutcome[][], without: number): ReportedEstimate {
  const models = new Set(inside.flatMap((criteria) => offerIn(criteria)?.by ?? []));
  const by = models.size > 0 ? `${[...models].join(", ")} or rules` : "rules";
  const judged = `${without} of the ${counted(inside.length, "company", "companies")}`;
  const sentence = `Precision and recall are not estimated: ${by} judged ${judged}, and their error rate has not been measured.`;
  return { ...NOTHING, sentence };
}

const percent = (share: number): string => `${Math.round(100 * share)} %`;

/**
 * How often the ranges held for 50 and 42 held-out questions, the least and the most over all targets: docs/quality.md,
 * eighth run, and docs/quality-sample.md.
 */
const HELD = { least: 0.84, most: 0.98 };

function inWords({ precision, partly, recall }: MarketEstimate, companies: number): string {
  const count = (share: number) => Math.round(share * companies);
  const counts = ({ low, high }: MarketEstimate["precision"]) => `${count(low)}–${count(high)}`;
  const isWide = ({ low, high }: MarketEstimate["precision"]) => high - low >= WIDE;
  const right = isWide(precision)
    ? `Between ${count(precision.low)} and ${count(precision.high)} of the ${companies} satisfy every criterion`
    : `About ${count(precision.value)} of the ${companies} satisfy every criterion (${counts(precision)})`;
  const found = isWide(recall)
    ? "How complete the list is cannot be estimated"
    : `The list has about ${percent(recall.value)} of the matching companies in the directory (${percent(recall.low)}–${percent(recall.high)})`;
  return `${right}; about ${count(partly.value)} do at least in part (${counts(partly)}). ${found}. These ranges include the judge's errors; on held-out questions they held ${percent(HELD.least)} to ${percent(HELD.most)} of the time.`;
}
