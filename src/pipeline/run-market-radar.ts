import type { Queries } from "#foundation/db/database";
import { counted } from "#foundation/language/counted";
import { type MarketFit, marketFits } from "#markets/market-companies";
import { readAnalyses, storeAnalysis } from "./analyses/market-analyses.ts";
import { type MarketRecord, readMarketRecords } from "./analyses/market-records.ts";
import { percentiles } from "./analyses/percentile.ts";
import type { AnalysisResult, Quadrant } from "./analyses/results.ts";
import { round } from "./analyses/round.ts";
import { type PipelineJob, pipelineFlag } from "./pipeline-flag.ts";
import { runMomentumScore } from "./run-momentum-score.ts";

export const runMarketRadar = pipelineFlag({
  name: "runMarketRadar",
  does: "a radar of the companies by fit and momentum",
  // One axis is the momentum score.
  after: [runMomentumScore],
  needs: [],
  step: ({ db }, job) => placeOnRadar(db, job),
});

/** Minimum of companies, below which a percentile is meaningless. */
const MIN_COMPANIES = 3;
/** The middle of both axes: as likely as not, and the market's mean. */
const MIDDLE = 0.5;

type Point = AnalysisResult<"radar">["companies"][number];
type Score = AnalysisResult<"momentum">["companies"][number];

/**
 * The pipeline's `runMarketRadar`: places the market's companies by how well they fit its question, and by their
 * momentum.
 */
export async function placeOnRadar(db: Queries, job: PipelineJob) {
  const records = await readMarketRecords(db, job.marketId);
  const fits = new Map((await marketFits(db, job.marketId)).map((fit) => [fit.companyId, fit]));
  const [momentum] = await readAnalyses(db, "momentum", [job.marketId]);
  const scores = new Map(momentum?.result.companies.map((score) => [score.companyId, score]));
  const companies = radarOf(records, fits, scores);
  job.report(records.length, records.length);
  const placed = companies.filter(({ y }) => y !== null).length;
  const missing = companies.length - placed;
  const notes = [
    ...(momentum == null
      ? ["nothing is known of momentum: run the momentum score too"]
      : missing > 0
        ? [
            `${counted(missing, "company is", "companies are")} off the radar because nothing is known of their momentum: import news or events about them, or figures of two years`,
          ]
        : []),
    ...(momentum?.result.notes.filter((note) => note.includes("not of today")) ?? []),
  ];
  await storeAnalysis(db, "radar", job, { companies, notes });
  return {
    summary: [`${placed} of ${counted(companies.length, "company", "companies")} placed`, ...notes].join("; "),
    report: { companies: companies.length, placed, notes },
  };
}

function radarOf(
  records: readonly MarketRecord[],
  fits: ReadonlyMap<number, MarketFit>,
  scores: ReadonlyMap<number, Score>,
): Point[] {
  const scale = scales(records);
  const points = records.map((record, i): Point => {
    const [fit, momentum, large] = [fits.get(record.id), scores.get(record.id), scale[i] ?? null];
    const size = { companyId: record.id, scale: large === null ? null : round(large, 4) };
    if (fit === undefined || momentum === undefined || momentum.score === null)
      return {
        ...size,
        ...{ x: null, y: null, yLow: null, yHigh: null, quadrant: null },
        why: [
          "off the radar: no news, event or figure of the last two years shows its momentum",
          ...(fit === undefined ? [] : [fitWords(fit)]),
          ...describeScale(record),
        ].join("; "),
      };
    const [x, y] = [round(fit.fit, 4), round(momentum.score / 100, 4)];
    return {
      ...size,
      ...{ x, y, yLow: round((momentum.low ?? 0) / 100, 4), yHigh: round((momentum.high ?? 100) / 100, 4) },
      quadrant: isTelling(momentum) ? quadrantOf(x, y) : null,
      why: [fitWords(fit), ...momentumWords(momentum), ...describeScale(record)].join("; "),
    };
  });
  return points.sort((a, b) => order(b.x, a.x) || order(b.y, a.y) || a.companyId - b.companyId);
}

/** Whether enough is known to call a company ahead or behind: it is ranked, and its interval excludes the market's mean. */
function isTelling({ rank, low, high }: Score): boolean {
  return rank !== null && ((low ?? 0) > 100 * MIDDLE || (high ?? 100) < 100 * MIDDLE);
}

function quadrantOf(x: number, y: number): Quadrant {
  if (x >= MIDDLE) return y >= MIDDLE ? "coreAhead" : "coreBehind";
  return y >= MIDDLE ? "edgeAhead" : "edgeBehind";
}

const fitWords = ({ fit, isProbability }: MarketFit): string =>
  isProbability
    ? `offers what is asked with probability ${round(fit, 2)}`
    : `scored ${round(fit, 2)} in its search; the judge has no probability`;

function momentumWords(momentum: Score): string[] {
  const { score, low, high, parts } = momentum;
  const open = isTelling(momentum) ? "" : ", so not enough is known to call it ahead of the market's mean or behind it";
  return [`momentum ${score}, between ${low} and ${high}${open}`, ...parts.map(({ words }) => words)];
}

/** Returns the percentile of each known value among the known ones; all null where these are too few. */
function placesOf(values: readonly (number | null)[]): (number | null)[] {
  const known = values.filter((value) => value !== null);
  if (known.length < MIN_COMPANIES) return values.map(() => null);
  const places = percentiles(known);
  let at = 0;
  return values.map((value) => (value === null ? null : (places[at++] ?? null)));
}

/** Returns the mean of the percentiles by employees and by revenue, as far as they are known. */
function scales(records: readonly MarketRecord[]): (number | null)[] {
  const byEmployees = placesOf(records.map(({ employees }) => employees));
  const byRevenue = placesOf(records.map(({ revenueUsd }) => revenueUsd));
  return records.map((_, i) => {
    const known = [byEmployees[i] ?? null, byRevenue[i] ?? null].filter((place) => place !== null);
    return known.length === 0 ? null : known.reduce((sum, place) => sum + place, 0) / known.length;
  });
}

function describeScale({ employees, revenueUsd }: MarketRecord): string[] {
  return [
    ...(employees === null ? [] : [`${employees.toLocaleString("en")} employees`]),
    ...(revenueUsd === null ? [] : [`revenue ${Math.round(revenueUsd).toLocaleString("en")} USD`]),
  ];
}

/** Compares values; unknown ones come last in a descending order. */
const order = (a: number | null, b: number | null): number => (a ?? -1) - (b ?? -1);
