import type { Queries } from "#foundation/db/database";
import { counted } from "#foundation/language/counted";
import { eventDays, eventEffects } from "#intelligence/events/event-effects";
import { hasNews, NO_NEWS_YET } from "#intelligence/news/articles-about";
import { newsDispersion } from "#intelligence/news/news-dispersion";
import { newsDays, newsWindows } from "#intelligence/news/news-windows";
import { storeAnalysis } from "./analyses/market-analyses.ts";
import { type MarketRecord, readMarketRecords } from "./analyses/market-records.ts";
import { mayOrderBeChance, ORDER_MAY_BE_CHANCE } from "./analyses/momentum/chance.ts";
import { type Known, type KnownPart, PART_NAMES, PARTS, type PartName } from "./analyses/momentum/parts.ts";
import { normalShare, type Standing, standings } from "./analyses/momentum/shrink.ts";
import { type WindowEnd, windowEnd } from "./analyses/momentum/window-end.ts";
import type { AnalysisResult } from "./analyses/results.ts";
import { round } from "./analyses/round.ts";
import { type PipelineJob, pipelineFlag } from "./pipeline-flag.ts";
import { runNews } from "./run-news.ts";

export const runMomentumScore = pipelineFlag({
  name: "runMomentumScore",
  does: "a momentum score (0–100) for each company, with an interval",
  // Momentum counts the articles that are linked to a company.
  after: [runNews],
  needs: [],
  step: ({ db }, job) => scoreMomentum(db, job),
});

/** Length of the recent window, and maximum length of the base line before it. */
const WINDOW_DAYS = 90;
const BASE_DAYS = 365;
const DAY_MS = 86_400_000;
/** Minimum of companies that a part needs to tell how companies differ. */
const MIN_COMPANIES = 3;
/** Minimum of stories and events behind a rank. A figure of the company's own replaces them. */
const MIN_EVIDENCE = 5;
/** 90 % of a normal distribution lie within this many standard deviations of its mean. */
const WITHIN = 1.645;
/** Age at the run, in days, from which data is called old. */
const OLD_AFTER_DAYS = 30;

type Scored = AnalysisResult<"momentum">["companies"][number];
type Measured = Omit<Scored, "asOf">;

/**
 * The pipeline's `runMomentumScore`: measures how much each company of a market gains, compared with the market's other
 * companies.
 */
export async function scoreMomentum(db: Queries, job: PipelineJob) {
  const records = await readMarketRecords(db, job.marketId);
  const { known, end } = await readKnown(db, records);
  const asOf = end?.asOf ?? null;
  const { companies: measured, leftOut } = momentumOf(records, known);
  const companies = measured.map(
    (one): Scored => ({ ...one, asOf: areToldOf([one]) ? (asOf?.toISOString() ?? null) : null }),
  );
  job.report(records.length, records.length);
  const scored = companies.filter(({ score }) => score !== null).length;
  const ranked = companies.filter(({ rank }) => rank !== null).length;
  const orderMayBeChance = mayOrderBeChance(companies);
  const notes = [
    ...((await hasNews(db)) ? [] : [NO_NEWS_YET]),
    ...laterOnes(end),
    ...(areToldOf(companies) ? oldData(asOf) : []),
    ...undatedFigures(companies),
    ...leftOut.map(
      (name) =>
        `left out: ${PARTS[name].label}, known of fewer than ${MIN_COMPANIES} companies (it needs ${PARTS[name].source})`,
    ),
    ...(scored > ranked
      ? [
          `${counted(scored - ranked, "company has", "companies have")} a score but no rank: fewer than ${MIN_EVIDENCE} stories and events, and no figure of its own`,
        ]
      : []),
    ...(orderMayBeChance ? [ORDER_MAY_BE_CHANCE] : []),
  ];
  await storeAnalysis(db, "momentum", job, { asOf: asOf?.toISOString() ?? null, companies, orderMayBeChance, notes });
  return {
    summary: [
      `${scored} of ${counted(companies.length, "company", "companies")} scored, ${ranked} ranked`,
      ...notes,
    ].join("; "),
    report: { companies: companies.length, scored, ranked, notes },
  };
}

/** Reads what is stored, up to the end of the recent window: a date of the data, so that a repeat has the same result. */
async function readKnown(
  db: Queries,
  records: readonly MarketRecord[],
): Promise<{ known: Known; end: WindowEnd | null }> {
  const ids = records.map(({ id }) => id);
  const [stories, touching] = [await newsDays(db, ids), await eventDays(db, ids)];
  const end = windowEnd([...stories, ...touching], { windowDays: WINDOW_DAYS, least: MIN_EVIDENCE });
  const none = { news: new Map(), events: new Map(), days: WINDOW_DAYS, baseDays: 0, dispersion: 1 };
  if (end === null) return { known: none, end };
  const { asOf } = end;
  const oldest = stories.at(-1)?.oldest;
  const archived = oldest === undefined ? 0 : (asOf.getTime() - oldest.getTime()) / DAY_MS - WINDOW_DAYS;
  const news = await newsWindows(db, ids, { asOf, days: WINDOW_DAYS, baseDays: BASE_DAYS });
  const baseDays = Math.max(0, Math.min(BASE_DAYS, archived));
  const until = new Date(asOf.getTime() - WINDOW_DAYS * DAY_MS);
  const dispersion = await newsDispersion(db, ids, { until, baseDays });
  const events = await eventEffects(db, ids, { asOf, days: WINDOW_DAYS });
  return {
    known: {
      news: new Map(news.map((one) => [one.companyId, one])),
      events: new Map(events.map((one) => [one.companyId, one])),
      days: WINDOW_DAYS,
      baseDays,
      dispersion,
    },
    end,
  };
}

function laterOnes(end: WindowEnd | null): string[] {
  if (end === null || end.setAside === null) return [];
  const { asOf, setAside } = end;
  const [last, newest] = [asOf, setAside.newest].map((date) => date.toISOString().slice(0, 10));
  return [
    `${counted(setAside.count, "story or event does", "stories and events do")} not count: too few to compare companies by, the newest is of ${newest}, and all others end on ${last}`,
  ];
}

function oldData(asOf: Date | null): string[] {
  if (asOf === null) return [];
  const days = Math.floor((Date.now() - asOf.getTime()) / DAY_MS);
  return days < OLD_AFTER_DAYS
    ? []
    : [
        `the news and events end on ${asOf.toISOString().slice(0, 10)}, ${counted(days, "day", "days")} before this run: the scores tell of that time, not of today`,
      ];
}

/** Whether news or events count for any company: figures alone are not of the date of the newest article. */
const areToldOf = (companies: readonly Measured[]): boolean =>
  companies.some(({ parts }) => parts.some(({ name }) => ["newsVolume", "events", "sentiment"].includes(name)));

function undatedFigures(companies: readonly Scored[]): string[] {
  const areUsed = companies.some(({ parts }) =>
    parts.some(({ name }) => name === "revenueChange" || name === "sizeChange"),
  );
  return areUsed
    ? [
        "revenue and employees are those of the directory's records, which do not say of which year: see the source of each record",
      ]
    : [];
}

/**
 * Returns the scores: ranked companies first, greatest first, then those with only a score, then those without. Each
 * part is a standing among the market's companies (`standings`). A part that is unknown for a company has the market's
 * mean with all its uncertainty. All parts have the same weight, because there was nothing to fit weights on. Equal
 * weights are robust (Dawes, "The robust beauty of improper linear models", American Psychologist 34, 1979). Their sum
 * over the root of their number has variance 1 where nothing is known. The score is its place under the normal curve.
 */
export function momentumOf(
  records: readonly MarketRecord[],
  known: Known,
): { companies: Measured[]; leftOut: PartName[] } {
  const leftOut: PartName[] = [];
  const parts = new Map<number, { name: PartName; known: KnownPart; standing: Standing }[]>();
  const used = PART_NAMES.filter((name) => {
    const measured = [...PARTS[name].measure(records, known)];
    if (measured.length < MIN_COMPANIES) leftOut.push(name);
    else
      for (const [i, standing] of standings(
        measured.map(([, part]) => part),
        PARTS[name].scale,
      ).entries()) {
        const [id, part] = measured[i] as [number, KnownPart];
        parts.set(id, [...(parts.get(id) ?? []), { name, known: part, standing }]);
      }
    return measured.length >= MIN_COMPANIES;
  }).length;
  const scored = records.map(({ id }) => ({ companyId: id, ...combine(parts.get(id) ?? [], used) }));
  const order = scored
    .map((one) => ({ ...one, isRanked: one.score !== null && evidenceShare(parts.get(one.companyId) ?? []) === 1 }))
    .sort(
      (a, b) =>
        Number(b.isRanked) - Number(a.isRanked) ||
        (b.score ?? -1) - (a.score ?? -1) ||
        b.confidence - a.confidence ||
        a.companyId - b.companyId,
    );
  return {
    companies: order.map(({ isRanked, ...one }, i) => ({ ...one, rank: isRanked ? i + 1 : null })),
    leftOut,
  };
}

type Measurements = readonly { name: PartName; known: KnownPart; standing: Standing }[];

/**
 * Returns how much of the evidence for a rank there is, 0–1. An article that counts for volume, sentiment and an event is
 * one article. A figure of the company's own is enough.
 */
function evidenceShare(parts: Measurements): number {
  if (parts.some(({ known }) => known.evidence === 0)) return 1;
  return Math.min(1, Math.max(0, ...parts.map(({ known }) => known.evidence)) / MIN_EVIDENCE);
}

/** @param used number of parts that count in this market, whether known for this company or not */
function combine(parts: Measurements, used: number): Omit<Measured, "companyId" | "rank"> {
  if (parts.length === 0) return { score: null, low: null, high: null, confidence: 0, parts: [] };
  // The parts of one article are not independent. Below the evidence for a rank, the score keeps only its share.
  const kept = evidenceShare(parts);
  const sum = (kept * parts.reduce((total, { standing }) => total + standing.mean, 0)) / Math.sqrt(used);
  const known = parts.reduce((total, { standing }) => total + 1 - standing.variance, 0) / used;
  const variance = 1 - kept * known;
  const share = (z: number) => round(100 * normalShare(z), 1);
  const reach = WITHIN * Math.sqrt(variance);
  return {
    score: share(sum),
    low: share(sum - reach),
    high: share(sum + reach),
    confidence: round(1 - variance, 4),
    parts: parts.map(({ name, known, standing }) => ({
      name,
      weight: round(1 / used, 4),
      value: round(known.value, 4),
      known: round(1 - standing.variance, 4),
      score: round(100 * normalShare(standing.mean), 1),
      evidence: known.evidence,
      words: known.words,
    })),
  };
}
