import { estimateMarket, isFailure, type Judged, offerIn } from "../judging/index.ts";

/** A company less likely than this is not let in for the sake of recall: fifty would have to be read for one that is right. */
const LEAST_PROBABILITY = 0.02;

/** The candidates with those that were let in for a wanted recall, and what there is to say of it. */
export interface Widened {
  judged: Judged[];
  /** For people; null where no recall was wanted. */
  note: string | null;
}

const offerOf = ({ judgement }: Judged) => offerIn(judgement.criteria);

/** Whether it lacks nothing but a likelier offer. */
function isOpen(one: Judged): boolean {
  const { verdict, criteria } = one.judgement;
  if (verdict !== "related" && verdict !== "failed") return false;
  return (
    offerOf(one)?.probability !== undefined &&
    criteria.filter(isFailure).every(({ criterion }) => criterion === "offer")
  );
}

/**
 * Lets in the likeliest of the other candidates until the lower bound of the estimated recall is the wanted one, and as many as are
 * wanted at most. Where the bound cannot be reached, nobody is let in, and the note says why and what more would take.
 */
export function widenForRecall(
  judged: Judged[],
  wanted: number,
  target: number | null,
  hasSentences: boolean,
): Widened {
  if (target === null) return { judged, note: null };
  const inside = judged
    .filter(({ judgement }) => judgement.verdict === "in")
    .flatMap((one) => offerOf(one)?.probability ?? []);
  const others = judged
    .filter(isOpen)
    .map((one) => ({ one, probability: offerOf(one)?.probability ?? 0 }))
    .sort((a, b) => b.probability - a.probability || a.one.companyId - b.one.companyId);
  if (inside.length + others.length === 0)
    return {
      judged,
      note: `targetRecall ${target} cannot be promised: nothing was judged by a probability whose errors are known.`,
    };
  const room = Math.max(0, wanted - judged.filter(({ judgement }) => judgement.verdict === "in").length);
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
  const next = others[most]?.probability;
  const why =
    most < likely
      ? `${wanted} companies are wanted, and no more`
      : `the further candidates are less likely than ${LEAST_PROBABILITY}`;
  const price =
    next === undefined
      ? ""
      : ` Of ${Math.round(1 / Math.max(next, 0.001))} further ones to read about one would be right; judging them by rules costs nothing.`;
  return {
    judged,
    note: `targetRecall ${target} cannot be promised: the lower bound of recall comes to ${greatest.toFixed(2)} at most, with ${most} more companies, which were not let in: ${why}.${price}`,
  };
}

interface Added {
  one: Judged;
  probability: number;
}

function reached(target: number, bound: number, added: Added[]): string {
  const least = added.at(-1)?.probability;
  const how =
    least === undefined
      ? "without any more companies"
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
