import { chanceOf, logOddsOf } from "#foundation/log-odds";
import { type Answer, type Learned, learn } from "./learn.ts";
import { type Described, likenessOf } from "./likeness.ts";

/** A candidate of a market, with what reviews need of it. */
export interface Reviewable extends Described {
  companyId: number;
  /** Its discovery's score, 0–1. */
  score: number;
  /** Whether its discovery put it into the market. */
  isIn: boolean;
  /** Whether it satisfies every criterion, also below the cut. */
  satisfies: boolean;
  /** Probability that it offers what is asked, 0–1; null where the judge gave none. */
  probability: number | null;
  /** Its position among the discoveries that brought the market's companies: additions of an extension stay behind. */
  pass: number;
}

/** Bound of a probability, which is never quite 0 or 1, so that a review can overturn it. */
const LEAST_CHANCE = 0.02;
const LEAST_SCORE = 0.01;
/** Probability assumed where the judge gave none: for a company that satisfies every criterion, and for any other. */
const UNKNOWN = { satisfies: 0.5, fails: 0.1 };

const within = (value: number, least: number) => Math.min(1 - least, Math.max(least, value));

/** The candidates of a market with what its reviews say about them. */
export interface ReviewedCandidates {
  candidates: readonly Reviewable[];
  /** By position. */
  learned: Learned;
  /** Log-odds of each that it belongs, before any review. */
  prior: readonly number[];
  /** Sort key of companies in one pass: falls with the rank. */
  keys: readonly number[];
  /** Position by company. */
  positions: ReadonlyMap<number, number>;
}

/** Learns from reviews (accepted or not, by company). Pure: the same candidates and reviews give the same result. */
export function learnFromReviews(
  candidates: readonly Reviewable[],
  reviews: ReadonlyMap<number, boolean>,
): ReviewedCandidates {
  const prior = candidates.map(({ probability, satisfies }) =>
    logOddsOf(within(probability ?? (satisfies ? UNKNOWN.satisfies : UNKNOWN.fails), LEAST_CHANCE)),
  );
  const answers = candidates.flatMap(({ companyId }, at): Answer[] => {
    const isAccepted = reviews.get(companyId);
    return isAccepted === undefined ? [] : [{ at, isAccepted }];
  });
  const learned = learn(prior, likenessOf(candidates), answers);
  const keys = candidates.map(({ score }, at) => logOddsOf(within(score, LEAST_SCORE)) + (learned.gain[at] as number));
  const positions = new Map(candidates.map(({ companyId }, at) => [companyId, at]));
  return { candidates, learned, prior, keys, positions };
}

/** Returns the probability that the candidate at a position belongs, by the judge and the reviews, 0–1. */
export const chanceAt = ({ prior, learned }: ReviewedCandidates, at: number): number =>
  chanceOf((prior[at] as number) + (learned.gain[at] as number));

/**
 * Returns the market's companies in order: the accepted ones; then those that satisfy and were not rejected, by pass,
 * score and what was learned. Their number is that of the companies that the discoveries put in, plus accepted ones
 * that these had left out. For a rejected company the best from below the cut moves up.
 */
export function rankByReviews(reviewed: ReviewedCandidates, reviews: ReadonlyMap<number, boolean>): number[] {
  const { candidates, keys } = reviewed;
  const order = candidates
    .map((candidate, at) => ({ ...candidate, key: keys[at] as number, isAccepted: reviews.get(candidate.companyId) }))
    .sort((a, b) => a.pass - b.pass || b.key - a.key || b.score - a.score || a.companyId - b.companyId);
  const accepted = order.filter(({ isAccepted }) => isAccepted === true);
  const passes = [...new Set(order.map(({ pass }) => pass))];
  const open = passes.flatMap((pass) => {
    const own = order.filter((candidate) => candidate.pass === pass);
    const places = own.filter(({ isIn, isAccepted }) => isIn && isAccepted !== true).length;
    return own.filter(({ isAccepted, satisfies }) => isAccepted === undefined && satisfies).slice(0, places);
  });
  return [...accepted, ...open].map(({ companyId }) => companyId);
}
