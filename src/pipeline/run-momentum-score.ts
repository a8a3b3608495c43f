import type { Queries } from "#foundation/db/database";
import { counted } from "#foundation/language/counted";
import { hasNews, NO_NEWS_YET } from "#intelligence/news/articles-about";
import { type NewsWindows, newestArticleAbout, newsWindows } from "#intelligence/news/news-windows";
import { storeAnalysis } from "./analyses/market-analyses.ts";
import { type MarketRecord, readMarketRecords } from "./analyses/market-records.ts";
import { percentiles } from "./analyses/percentile.ts";
import type { AnalysisResult, MomentumPart } from "./analyses/results.ts";
import { round } from "./analyses/round.ts";
import { type PipelineJob, pipelineFlag } from "./pipeline-flag.ts";
import { runNews } from "./run-news.ts";

export const runMomentumScore = pipelineFlag({
  name: "runMomentumScore",
  does: "how much each company gains, 0–100",
  // Momentum counts the articles that are linked to a company.
  after: [runNews],
  needs: [],
  step: ({ db }, job) => scoreMomentum(db, job),
});

/** Length of the recent window and of the one before it. */
export const WINDOW_DAYS = 90;
/** A part that fewer companies have gives no meaningful percentile. */
const MIN_COMPANIES = 3;

type PartName = MomentumPart["name"];

/**
 * The weights of the parts are a choice, not a measurement. News about a company and its own figures count alike. Half
 * of the news counts the volume, half the sentiment.
 */
export const WEIGHTS: Readonly<Record<PartName, number>> = {
  newsVolume: 0.25,
  sentiment: 0.125,
  sentimentChange: 0.125,
  revenueChange: 0.25,
  sizeChange: 0.25,
};
const PARTS = Object.keys(WEIGHTS) as PartName[];

/** The pipeline's `runMomentumScore`: how much each company of a market gains, against the others of the market. */
export async function scoreMomentum(db: Queries, job: PipelineJob) {
  const records = await readMarketRecords(db, job.marketId);
  const ids = records.map(({ id }) => id);
  // By the newest article about the market's companies, so that a repeat has the same result and old archives have a
  // recent window too.
  const asOf = await newestArticleAbout(db, ids);
  const windows = asOf === null ? [] : await newsWindows(db, ids, { asOf, days: WINDOW_DAYS });
  const companies = momentumOf(records, windows);
  job.report(records.length, records.length);
  const scored = companies.filter(({ score }) => score !== null).length;
  const notes = [
    ...((await hasNews(db)) ? [] : [NO_NEWS_YET]),
    ...PARTS.filter((name) => !companies.some(({ parts }) => parts.some((part) => part.name === name))).map(
      (name) => `left out: ${name}, known of fewer than ${MIN_COMPANIES} companies (${SOURCES[name]})`,
    ),
  ];
  await storeAnalysis(db, "momentum", job, { asOf: asOf?.toISOString() ?? null, companies, notes });
  return {
    summary: [`${scored} of ${counted(companies.length, "company", "companies")} scored`, ...notes].join("; "),
    report: { companies: companies.length, scored, notes },
  };
}

/** How to get the data for a part. */
const SOURCES: Readonly<Record<PartName, string>> = {
  newsVolume: "articles that runNews linked",
  sentiment: "articles that runNews linked",
  sentimentChange: "articles of both windows that runNews linked",
  revenueChange: "columns revenue and revenue of the year before of the imported directory",
  sizeChange: "columns employees and employees of the year before of the imported directory",
};

/** The scores, greatest first; companies without a score last. */
export function momentumOf(
  records: readonly MarketRecord[],
  windows: readonly NewsWindows[],
): AnalysisResult<"momentum">["companies"] {
  const byCompany = new Map(windows.map((window) => [window.companyId, window]));
  const parts = new Map<number, MomentumPart[]>(records.map(({ id }) => [id, []]));
  for (const name of PARTS) {
    const known = records.flatMap((record) => {
      const value = measure(name, record, byCompany.get(record.id));
      return value === null ? [] : [{ id: record.id, value }];
    });
    if (known.length < MIN_COMPANIES) continue;
    const places = percentiles(known.map(({ value }) => value));
    for (const [i, { id, value }] of known.entries())
      parts
        .get(id)
        ?.push({ name, weight: WEIGHTS[name], value: round(value, 4), score: round(100 * (places[i] ?? 0), 2) });
  }
  return records
    .map(({ id }) => ({ companyId: id, ...combine(parts.get(id) ?? []) }))
    .sort((a, b) => (b.score ?? -1) - (a.score ?? -1) || b.confidence - a.confidence || a.companyId - b.companyId);
}

/** The weighted mean of the known parts, with weights scaled to 1; the confidence is their sum before scaling. */
function combine(known: readonly MomentumPart[]) {
  const confidence = known.reduce((sum, { weight }) => sum + weight, 0);
  const score = known.reduce((sum, { weight, score }) => sum + weight * score, 0) / confidence;
  return {
    score: known.length === 0 ? null : round(score, 2),
    confidence: round(confidence, 4),
    parts: known.map((part) => ({ ...part, weight: round(part.weight / confidence, 4) })),
  };
}

/** The measured value of a part; null where it is unknown. Changes are logarithmic: a half is as far as a double. */
function measure(name: PartName, record: MarketRecord, news: NewsWindows | undefined): number | null {
  switch (name) {
    case "newsVolume":
      return news === undefined ? null : Math.log((news.recent + 1) / (news.before + 1));
    case "sentiment":
      return news?.sentiment ?? null;
    case "sentimentChange":
      return news === undefined || news.sentiment === null || news.sentimentBefore === null
        ? null
        : news.sentiment - news.sentimentBefore;
    case "revenueChange":
      return logChange(record.revenueUsd, record.previousRevenueUsd);
    case "sizeChange":
      return logChange(record.employees, record.previousEmployees);
  }
}

const logChange = (now: number | null, before: number | null): number | null =>
  now !== null && before !== null && now > 0 && before > 0 ? Math.log(now / before) : null;
