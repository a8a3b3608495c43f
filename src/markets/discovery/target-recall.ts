import type { Range } from "#costs/expected-cost";
import { formatMicroUsd } from "#foundation/micro-usd";
import { estimateMarket, isFailure, type Judged, offerIn } from "../judging/index.ts";

/** Minimum probability of a company let in for recall: at this value, fifty are read for one that is right. */
const LEAST_PROBABILITY = 0.02;

/** A paid model that judges. */
export interface PaidJudge {
  name: string;
  /** Micro-dollars per company. */
  cost: Range;
}

/** The candidates, including those let in for a wanted recall, with a note. */
export interface Widened {
  judged: Judged[];
  /** For people; null where no recall was wanted. */
  note: string | null;
}

const offerOf = ({ judgement }: Judged) => offerIn(judgement.criteria);

/** Whether a candidate lacks only a likelier offer. */
function isOpen(one: Judged): boolean {
  const { verdict, criteria } = one.judgement;
  if (verdict !== "related" && verdict !== "failed") return false;
  return (
    offerOf(one)?.probability !== undefined &&
    criteria.filter(isFailure).every(({ criterion }) => criterion === "offer")
  );
}

/**
 * Lets in the likeliest of the other candidates until the lower bound of the estimated recall reaches the wanted one,
 * up to the wanted number. Where the bound cannot be reached, lets nobody in. The note then says why, and what each
 * further company would take (`priceOf`).
 */
export function widenForRecall(
  judged: Judged[],
  wanted: number,
  target: number | null,
  hasSentences: boolean,
  paidJudge: PaidJudge | null = null,
): Widened {
  if (target === null) return { judged, note: null };
  const inside = judged
    .filter(({ judgement }) => judgement.verdict === "in")
    .flatMap((one) => offerOf(one)?.probability ?? []);
  const others = judged
    .filter(isOpen)
    .map((one) => ({ one, probability: offerOf(one)?.probability ?? 0 }))
    .sort((a, b) => b.probability - a.probability || a.one.companyId - b.one.companyId);
  const isIn = judged.filter(({ judgement }) => judgement.verdict === "in");
  const readers = new Set(isIn.flatMap((one) => offerOf(one)?.by ?? []));
  if (inside.length + others.length === 0 || readers.size > 0)
    return {
      judged,
      note: `targetRecall ${target} cannot be guaranteed: ${readers.size > 0 ? `${[...readers].join(", ")} judged, and its error rate has not been measured` : "no verdict has a probability with a measured error rate"}.${priceOf(others[0]?.probability, paidJudge)}`,
    };
  const room = Math.max(0, wanted - isIn.length);
  const boundWith = (count: number): number => {
    const added = others.slice(0, count).map(({ probability }) => probability);
    const left = others.slice(count).map(({ probability }) => probability);
    return estimateMarket({ inside: [...inside, ...added], outside: left, hasSentences })?.recall.low ?? 0;
  };
  const likely = others.filter(({ probability }) => probability >= LEAST_PROBABILITY).length;
  const most = Math.min(room, likely);
  let greatest = 0;
  for (let count = 0; count <= most; count++) {
    const bound = boundWith(count);
    greatest = Math.max(greatest, bound);
    if (bound >= target)
      return { judged: letIn(judged, others.slice(0, count)), note: reached(target, bound, others.slice(0, count)) };
  }
  const why =
    most < likely
      ? `the market is limited to ${wanted} companies`
      : `every further candidate has a probability below ${LEAST_PROBABILITY}`;
  return {
    judged,
    note: `targetRecall ${target} cannot be guaranteed: with ${most} more companies the lower bound of recall would reach ${greatest.toFixed(2)}, so none of them was added; ${why}.${priceOf(others[most]?.probability, paidJudge)}`,
  };
}

/**
 * Describes what further companies take: the number to read for one that is right, and the price of having a paid judge
 * read them. `next` is the probability of the next one; undefined where unknown.
 */
function priceOf(next: number | undefined, paidJudge: PaidJudge | null): string {
  const toRead = next === undefined ? null : Math.round(1 / Math.max(next, 0.001));
  const read = toRead === null ? "" : ` About one in ${toRead} further companies would match.`;
  if (paidJudge === null) return toRead === null ? "" : `${read} Judging them by rules is free.`;
  const { name, cost } = paidJudge;
  const price = (each: number) => formatMicroUsd(Math.ceil((toRead ?? 1) * each));
  const whom = toRead === null ? "a further company" : `all ${toRead}`;
  return `${read} To have ${name} judge ${whom} costs about ${price(cost.p50)}, seldom more than ${price(cost.p90)}.`;
}

interface Added {
  one: Judged;
  probability: number;
}

function reached(target: number, bound: number, added: Added[]): string {
  const least = added.at(-1)?.probability;
  const how =
    least === undefined
      ? "without more companies"
      : `with ${added.length} more companies, down to a probability of ${least}`;
  return `targetRecall ${target} is reached ${how}: the lower bound of recall is ${bound.toFixed(2)}.`;
}

function letIn(judged: Judged[], added: Added[]): Judged[] {
  const ids = new Set(added.map(({ one }) => one.companyId));
  return judged.map((one): Judged => {
    if (!ids.has(one.companyId)) return one;
    const { rule: _rule, criteria, reason } = one.judgement;
    return { ...one, judgement: { verdict: "in", criteria, reason: `Let in for the wanted recall. ${reason}` } };
  });
}
