import type { Judgement } from "./judgement.ts";

/** A judged company before ranking. */
export interface Judged {
  companyId: number;
  domain: string;
  /** 0–1, from `rankingScore`. */
  score: number;
  judgement: Judgement;
}

/** A judged company after ranking. */
export interface Ranked extends Judged {
  verdict: Judgement["verdict"] | "belowCut";
  /** From 1, for the companies that are in; null for all others. */
  rank: number | null;
}

/**
 * Ranks the companies that are in by their score and cuts at `count`. Companies below the cut satisfy everything but
 * become "belowCut". The others follow by score without a rank.
 */
export function rankAndCut(judged: Judged[], count: number): Ranked[] {
  const scored = judged.toSorted((a, b) => b.score - a.score || a.companyId - b.companyId);
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
