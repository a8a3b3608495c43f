import type { Judgement } from "./judgement.ts";

/** A judged company before ranking. */
export interface Judged {
  companyId: number;
  domain: string;
  /** 0–1, from `fuse`. */
  relevance: number;
  judgement: Judgement;
}

/** A judged company after ranking. */
export interface Ranked extends Omit<Judged, "judgement"> {
  verdict: Judgement["verdict"] | "belowCut";
  /** From 1, for the companies that are in; null for all others. */
  rank: number | null;
  /** 0–1; falls with the rank. */
  score: number;
  judgement: Judgement;
}

/** Assertions and users that the record shows lift a company by this part of what it lacks to 1, each. */
const CONFIRMED_LIFT = 0.1;

/**
 * Ranks the companies that are in by relevance, with a small bonus for each confirmed assertion and user, and cuts at
 * `count`. Those beyond satisfy everything but are "belowCut". The others follow by score without a rank.
 */
export function rankAndCut(judged: Judged[], count: number): Ranked[] {
  const scored = judged
    .map((one) => ({ ...one, score: scoreOf(one) }))
    .sort((a, b) => b.score - a.score || a.companyId - b.companyId);
  const isIn = scored.filter((one) => one.judgement.verdict === "in");
  const others = scored.filter((one) => one.judgement.verdict !== "in");
  return [
    ...isIn.map(
      (one, i): Ranked =>
        i < count
          ? { ...one, verdict: "in", rank: i + 1 }
          : {
              ...one,
              verdict: "belowCut",
              rank: null,
              judgement: {
                ...one.judgement,
                reason: `Satisfies all, but ${count} better ones were found. ${one.judgement.reason}`,
              },
            },
    ),
    ...others.map((one): Ranked => ({ ...one, verdict: one.judgement.verdict, rank: null })),
  ];
}

function scoreOf({ relevance, judgement }: Judged): number {
  const confirmed = judgement.criteria.filter(
    ({ criterion, outcome }) => outcome === "met" && (criterion === "user" || criterion.startsWith("assertion:")),
  ).length;
  return 1 - (1 - Math.min(1, Math.max(0, relevance))) * (1 - CONFIRMED_LIFT) ** confirmed;
}
