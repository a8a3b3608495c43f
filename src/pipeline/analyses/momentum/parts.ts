import { counted } from "#foundation/language/counted";
import type { EventEffects } from "#intelligence/events/event-effects";
import type { NewsWindows } from "#intelligence/news/news-windows";
import type { MarketRecord } from "../market-records.ts";
import type { MomentumPart } from "../results.ts";
import type { Measured } from "./shrink.ts";

export type PartName = MomentumPart["name"];

/** What is stored about a market's companies, by company. */
export interface Known {
  news: ReadonlyMap<number, NewsWindows>;
  events: ReadonlyMap<number, EventEffects>;
  /** Number of days in the recent window, and of base line days that the archive covers. */
  days: number;
  baseDays: number;
  /** How much more the number of stories varies than by chance; at least 1. */
  dispersion: number;
}

/** A part of the score that is known for a company. */
export interface KnownPart extends Measured {
  /** Number of stories or events; 0 for a figure of the record. */
  evidence: number;
  words: string;
}

/** One part of the score: how to measure it, and how to get its data. */
interface Part {
  /** Prior scale of how much companies truly differ (`standings`). */
  scale: number;
  /** Its name in notes. */
  label: string;
  source: string;
  /** Returns the measurements of those companies for which it is known, by id. */
  measure(records: readonly MarketRecord[], known: Known): Map<number, KnownPart>;
}

/** The weakly informative half-normal prior for logarithms of rate ratios (Röver et al., Research Synthesis Methods 12, 2021). */
const LOG_RATIO_SCALE = 0.5;
/** For means of values from −1 to 1: companies hardly differ by more than half of that. */
const OPINION_SCALE = 0.25;
/** Variance of one story or event where too few are known to estimate it: a standard deviation of a half. */
const ONE_OPINION = 0.25;
/** Degrees of freedom for which `ONE_OPINION` counts. */
const PRIOR_DEGREES = 5;
/** Minimum of days in a base line. */
const MIN_BASE_DAYS = 30;
/** Haldane and Anscombe's correction, so that no count is 0. */
const HALF = 0.5;

export const PARTS: Readonly<Record<PartName, Part>> = {
  newsVolume: {
    scale: LOG_RATIO_SCALE,
    label: "the volume of news",
    source: `news about the companies that goes back at least ${MIN_BASE_DAYS} days before the recent window`,
    measure: (records, { news, days, baseDays, dispersion }) =>
      baseDays < MIN_BASE_DAYS
        ? new Map()
        : keyed(records, ({ id }) => {
            const found = news.get(id);
            if (found === undefined) return null;
            const { recent, base } = found;
            return {
              value: Math.log((recent + HALF) / days / ((base + HALF) / baseDays)),
              // The variance of the logarithm of a ratio of two Poisson rates, times what bursts of news add.
              variance: dispersion * (1 / (recent + HALF) + 1 / (base + HALF)),
              evidence: recent + base,
              words: `${counted(recent, "story", "stories")} in ${days} days after ${base} in ${Math.round(baseDays)}`,
            };
          }),
  },
  events: {
    scale: OPINION_SCALE,
    label: "good and bad events",
    source: "recent events that are good or bad for the companies",
    measure: (records, { events }) =>
      opinions(
        records,
        ({ id }) => events.get(id) ?? null,
        ({ events: n, mean }) => ({
          n,
          mean,
          words: `${counted(n, "event", "events")} that ${n === 1 ? "goes" : "go"} one way for it, mean ${signed(mean)}`,
        }),
      ),
  },
  sentiment: {
    scale: OPINION_SCALE,
    label: "the sentiment of news",
    source: "recent news with sentences that name the companies",
    measure: (records, { news }) =>
      opinions(
        records,
        ({ id }) => {
          const found = news.get(id);
          return found === undefined || found.sentiment === null
            ? null
            : { ...found, mean: found.sentiment, variance: found.sentimentVariance, events: found.felt };
        },
        ({ events: n, mean }) => ({
          n,
          mean,
          words: `${counted(n, "story", "stories")} about it, mean ${signed(mean)}`,
        }),
      ),
  },
  revenueChange: {
    scale: LOG_RATIO_SCALE,
    label: "the change of revenue",
    source: "revenue of two years in the directory",
    measure: (records) =>
      keyed(records, ({ revenueUsd, previousRevenueUsd }) =>
        change(revenueUsd, previousRevenueUsd, "revenue against the year before"),
      ),
  },
  sizeChange: {
    scale: LOG_RATIO_SCALE,
    label: "the change of employees",
    source: "employees of two years in the directory",
    measure: (records) =>
      keyed(records, ({ employees, previousEmployees }) =>
        change(employees, previousEmployees, "employees against the year before"),
      ),
  },
};
export const PART_NAMES = Object.keys(PARTS) as PartName[];

function keyed(
  records: readonly MarketRecord[],
  measure: (record: MarketRecord) => KnownPart | null,
): Map<number, KnownPart> {
  return new Map(
    records.flatMap((record) => {
      const part = measure(record);
      return part === null ? [] : [[record.id, part] as const];
    }),
  );
}

interface Opinion {
  events: number;
  mean: number;
  variance: number | null;
}

/**
 * Measures means of values from −1 to 1. Pools the variance of one value over the market, because most companies have
 * few.
 */
function opinions<Found extends Opinion>(
  records: readonly MarketRecord[],
  find: (record: MarketRecord) => Found | null,
  describe: (found: Found) => { n: number; mean: number; words: string },
): Map<number, KnownPart> {
  const found = records.flatMap((record) => find(record) ?? []);
  const degrees = found.reduce((sum, { events }) => sum + events - 1, 0);
  const squares = found.reduce((sum, { events, variance }) => sum + (events - 1) * (variance ?? 0), 0);
  const ofOne = (squares + PRIOR_DEGREES * ONE_OPINION) / (degrees + PRIOR_DEGREES);
  return keyed(records, (record) => {
    const one = find(record);
    if (one === null) return null;
    const { n, mean, words } = describe(one);
    return { value: mean, variance: ofOne / n, evidence: n, words };
  });
}

/**
 * Measures a change logarithmically: halving counts as much as doubling. A change of more than tenfold comes from wrong
 * units or another scope. It does not count, because a single one would push all others to the market's mean.
 */
function change(now: number | null, before: number | null, words: string): KnownPart | null {
  if (now === null || before === null || now <= 0 || before <= 0) return null;
  if (Math.abs(Math.log10(now / before)) > 1) return null;
  const percent = Math.round(100 * (now / before - 1));
  return {
    value: Math.log(now / before),
    variance: 0,
    evidence: 0,
    words: `${words} ${percent < 0 ? "−" : "+"}${Math.abs(percent)} %`,
  };
}

const signed = (value: number) => `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(2)}`;
