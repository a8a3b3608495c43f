import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Judged, type Judgement, rankAndCut, rankingScore } from "#markets/judging/index";

function judged(
  companyId: number,
  relevance: number,
  verdict: Judgement["verdict"] = "in",
  criteria: Judgement["criteria"] = [],
): Judged {
  return {
    companyId,
    domain: `c${companyId}.example`,
    score: rankingScore(relevance, criteria),
    judgement: { verdict, criteria, reason: "Because." },
  };
}

describe("ranks", () => {
  it("cut at the count, and say of the rest that they satisfied all", () => {
    const ranked = rankAndCut([judged(1, 0.4), judged(2, 0.9), judged(3, 0.6), judged(4, 0.99, "failed")], 2);
    expect(ranked.map(({ companyId, verdict, rank }) => [companyId, verdict, rank])).toEqual([
      [2, "in", 1],
      [3, "in", 2],
      [1, "belowCut", null],
      [4, "failed", null],
    ]);
    expect(ranked[2]?.judgement.reason).toContain("Satisfies all");
  });

  it("fall with the score, which stays between 0 and 1", () => {
    const lists = fc.array(fc.double({ min: 0, max: 1, noNaN: true }));
    fc.assert(
      fc.property(lists, fc.nat({ max: 20 }), (relevances, count) => {
        const ranked = rankAndCut(
          relevances.map((relevance, i) => judged(i, relevance)),
          count,
        );
        const isIn = ranked.filter(({ verdict }) => verdict === "in");
        expect(isIn.length).toBe(Math.min(count, relevances.length));
        isIn.forEach(({ score, rank }, i) => {
          expect(rank).toBe(i + 1);
          expect(score).toBeGreaterThanOrEqual(ranked[i + 1]?.score ?? 0);
          expect(score >= 0 && score <= 1).toBe(true);
        });
      }),
    );
  });

  it("prefer, of two alike, the one of which the record confirms more", () => {
    const confirmed: Judgement["criteria"] = [{ criterion: "assertion:0", outcome: "met", evidence: null, note: "" }];
    const ranked = rankAndCut([judged(1, 0.5), judged(2, 0.5, "in", confirmed)], 2);
    expect(ranked[0]?.companyId).toBe(2);
  });

  it("prefer, of two alike, the one that likelier offers what is asked", () => {
    const offer = (probability: number): Judgement["criteria"] => [
      { criterion: "offer", outcome: "met", evidence: null, note: "", probability },
    ];
    const ranked = rankAndCut([judged(1, 0.5, "in", offer(0.3)), judged(2, 0.5, "in", offer(0.9))], 2);
    expect(ranked.map(({ companyId }) => companyId)).toEqual([2, 1]);
  });

  it("put equals in the order of their ids", () => {
    expect(rankAndCut([judged(2, 0.5), judged(1, 0.5)], 5).map(({ companyId }) => companyId)).toEqual([1, 2]);
  });
});
