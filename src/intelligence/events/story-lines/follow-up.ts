import { stem } from "#foundation/language/stem";
import type { Matter } from "./matter.ts";

/** What two events share, and how likely the later one follows the earlier one. */
export interface Kinship {
  /** 0–1. */
  likelihood: number;
  /** Shared names, as the later event writes them. */
  sharedNames: string[];
  /** Shared words of the later event, the rarest first. */
  sharedTerms: string[];
}

/** The event that another one follows. */
export interface Predecessor extends Kinship {
  event: Matter;
}

/** Maximum days between an event and the one that it follows. A longer silence ends the story line. */
export const MOST_DAYS = 400;
const DAY_MS = 86_400_000;

/**
 * Weights of the log-odds that two events are on one story line. They were fitted (logistic regression) on the
 * development half of bench/quality/own/story-lines.tsv, then rounded and corrected on both development sets.
 * `coverage`, `perMonth` and the caps are our own. docs/quality-signals.md has the results.
 */
const ODDS = {
  bias: -5.2,
  firstName: 4,
  furtherName: 2.5,
  wideName: 1.4,
  terms: 1.6,
  coverage: 2,
  sameType: 2.5,
  consequence: 0.8,
  otherType: -1.8,
  perMonth: -0.05,
};
const MOST_FURTHER_NAMES = 2;
const MOST_TERMS = 4;
/** Minimum number of shared terms for `coverage`. Fewer cover a short headline by chance. */
const LEAST_COVERING = 3;
/** A name that shares at least this many words counts as two names. */
const LONG_NAME = 3;
/** Minimum likelihood of a follow-up: more likely than not. */
const LEAST_LIKELIHOOD = 0.5;
/** Maximum distance of log-odds from the best candidate. Of these candidates, the latest is the direct predecessor. */
const MAX_ODDS_GAP = 1;

/** Alert types that recur for one company without being one matter. */
const RECURRING = new Set([
  "Earnings growth",
  "Earnings decline",
  "Guidance raised",
  "Guidance cut",
  "Share price move",
  "Dividend or buyback",
  "Credit rating change",
  "Contract win",
  "Product launch",
  "Expansion",
  "Partnership",
  "Hiring",
  "Leadership change",
  "Price increase",
  "Price decrease",
  "Funding round",
  "Interest rate decision",
  "Scientific finding",
  "Award",
  "Entertainment",
  "Celebrity news",
  "Sport",
]);
/** Alert types of the actions of courts and authorities. */
const LEGAL = new Set([
  "Lawsuit",
  "Fine or settlement",
  "Regulatory investigation",
  "Fraud or corruption",
  "Antitrust action",
  "Intellectual property dispute",
]);
/** Alert types, and the types that result from them. */
const CONSEQUENCES: readonly (readonly [causes: ReadonlySet<string>, consequences: ReadonlySet<string>])[] = [
  [
    new Set([
      ...LEGAL,
      "Fire or explosion",
      "Transport accident",
      "Industrial accident",
      "Environmental spill",
      "Pollution",
      "Food contamination",
      "Product recall",
      "Cyber attack",
      "Data breach",
      "Service outage",
      "Power outage",
      "Bankruptcy",
      "Severe weather",
      "Natural disaster",
      "Violent crime",
    ]),
    LEGAL,
  ],
  [
    new Set(["Merger or acquisition", "Divestiture"]),
    new Set(["Antitrust action", "Divestiture", "Regulatory change"]),
  ],
  [new Set(["Antitrust action", "Divestiture"]), new Set(["Merger or acquisition"])],
  [new Set(["Layoffs", "Closure", "Restructuring"]), new Set(["Strike", "Protest", "Layoffs", "Closure"])],
  [new Set(["Bankruptcy", "Restructuring"]), new Set(["Bankruptcy", "Closure", "Layoffs", "Divestiture"])],
  [new Set(["Clinical trial", "Drug approval", "Drug rejection"]), new Set(["Drug approval", "Drug rejection"])],
  [new Set(["Environmental spill", "Industrial accident"]), new Set(["Pollution", "Protest"])],
];

/** Computes how a later event is related to an earlier one. Pure. */
export function kinship(earlier: Matter, later: Matter): Kinship & { odds: number } {
  const known = new Set([...earlier.names.values()].flatMap(({ words }) => words));
  let [names, wide] = [0, 0];
  const sharedNames: string[] = [];
  const ofNames = new Set<string>();
  for (const { name, words, isWide } of later.names.values()) {
    for (const word of words) ofNames.add(stem(word));
    const same = words.filter((word) => known.has(word) || earlier.terms.has(stem(word)));
    if (same.length === 0) continue;
    sharedNames.push(name);
    if (isWide) wide++;
    else names += same.length >= LONG_NAME ? 2 : 1;
  }
  const shared = [...later.terms].filter(([key]) => earlier.terms.has(key) && !ofNames.has(key));
  const weight = sumOf(shared.map(([, term]) => term));
  const whole = Math.min(sumOf(earlier.terms.values()), sumOf(later.terms.values()));
  const isSame = later.alertTypes.some((type) => !RECURRING.has(type) && earlier.alertTypes.includes(type));
  const isConsequence = CONSEQUENCES.some(
    ([causes, consequences]) =>
      earlier.alertTypes.some((type) => causes.has(type)) && later.alertTypes.some((type) => consequences.has(type)),
  );
  const areTyped = earlier.alertTypes.length > 0 && later.alertTypes.length > 0;
  const isOther = areTyped && !isConsequence && !later.alertTypes.some((type) => earlier.alertTypes.includes(type));
  const months = (later.publishedAt.getTime() - earlier.publishedAt.getTime()) / DAY_MS / 30;
  const odds =
    ODDS.bias +
    (names > 0 ? ODDS.firstName + ODDS.furtherName * Math.min(MOST_FURTHER_NAMES, names - 1) : 0) +
    (wide > 0 ? ODDS.wideName : 0) +
    ODDS.terms * Math.min(MOST_TERMS, weight) +
    (shared.length >= LEAST_COVERING ? (ODDS.coverage * weight) / whole : 0) +
    (isSame ? ODDS.sameType : 0) +
    (isConsequence ? ODDS.consequence : 0) +
    (isOther ? ODDS.otherType : 0) +
    ODDS.perMonth * months;
  return {
    odds,
    likelihood: Math.round((1 / (1 + Math.exp(-odds))) * 100) / 100,
    sharedNames,
    sharedTerms: shared.sort(([a, x], [b, y]) => y.weight - x.weight || (a < b ? -1 : 1)).map(([, { word }]) => word),
  };
}

const sumOf = (terms: Iterable<{ weight: number }>) => [...terms].reduce((sum, { weight }) => sum + weight, 0);

/** Returns whether the dates of two events allow the later one to follow the earlier one. */
export function isInReach(earlier: Matter, later: Matter): boolean {
  const apart = later.publishedAt.getTime() - earlier.publishedAt.getTime();
  return apart > 0 && apart <= MOST_DAYS * DAY_MS;
}

/** Returns whether a later event is close enough to an earlier one, in time and in content, to follow it. */
export const mayFollow = (earlier: Matter, later: Matter): boolean =>
  isInReach(earlier, later) && kinship(earlier, later).likelihood >= LEAST_LIKELIHOOD;

/**
 * Finds the event that another one follows. Of the likely earlier events, it takes the latest that is nearly as likely
 * as the best. Returns null if there is none. Pure: the order of the candidates does not matter.
 */
export function predecessorOf(event: Matter, candidates: Iterable<Matter>): Predecessor | null {
  const likely = [...candidates]
    .filter((one) => one.id !== event.id && isInReach(one, event))
    .map((one) => ({ event: one, ...kinship(one, event) }))
    .filter(({ likelihood }) => likelihood >= LEAST_LIKELIHOOD);
  const best = Math.max(...likely.map(({ odds }) => odds));
  const [chosen] = likely
    .filter(({ odds }) => odds >= best - MAX_ODDS_GAP)
    .sort(
      (a, b) =>
        b.event.publishedAt.getTime() - a.event.publishedAt.getTime() || b.odds - a.odds || a.event.id - b.event.id,
    );
  if (chosen === undefined) return null;
  const { odds: _, ...predecessor } = chosen;
  return predecessor;
}
