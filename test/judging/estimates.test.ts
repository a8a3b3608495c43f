import { describe, expect, it } from "vitest";
import { reportedEstimate } from "#markets/discovery/market-estimate";
import { estimateMarket } from "#markets/judging/index";

const times = (count: number, probability: number) => Array.from({ length: count }, () => probability);

describe("precision and recall of a market", () => {
  it("are shares within their intervals, and counts of the answer where they end", () => {
    for (const size of [1, 2, 7, 40])
      for (const probability of [0.26, 0.5, 0.95])
        for (const outside of [[], times(300, 0.02), times(30, 0.2)]) {
          const estimate = estimateMarket({ inside: times(size, probability), outside, hasSentences: size > 2 });
          if (estimate === null) throw new Error("nothing was estimated");
          for (const { value, low, high } of [estimate.precision, estimate.partly, estimate.recall]) {
            expect(low).toBeGreaterThanOrEqual(0);
            expect(high).toBeLessThanOrEqual(1);
            expect(low).toBeLessThanOrEqual(high);
            expect(value).toBeGreaterThan(0);
            expect(value).toBeLessThan(1);
          }
          expect(estimate.precision.low * size).toBeCloseTo(Math.round(estimate.precision.low * size), 6);
          expect(estimate.partly.value).toBeGreaterThan(estimate.precision.value);
        }
  });

  it("follow what the judge says: surer candidates, a more precise market; more near misses, a less complete one", () => {
    const sure = estimateMarket({ inside: times(20, 0.9), outside: times(100, 0.01), hasSentences: true });
    const unsure = estimateMarket({ inside: times(20, 0.35), outside: times(100, 0.01), hasSentences: true });
    const incomplete = estimateMarket({ inside: times(20, 0.9), outside: times(100, 0.2), hasSentences: true });
    expect(sure?.precision.value).toBeGreaterThan((unsure?.precision.value ?? 1) + 0.2);
    expect(sure?.precision.low).toBeGreaterThan(unsure?.precision.low ?? 1);
    expect(sure?.recall.value).toBeGreaterThan((incomplete?.recall.value ?? 1) + 0.1);
  });

  it("are not told of an empty market, nor of one that rules or a model judged", () => {
    const offer = (given: object) => [
      { criterion: "offer" as const, outcome: "met" as const, evidence: null, note: "", ...given },
    ];
    const inside = (given: object) => ({ verdict: "in" as const, rule: null, criteria: offer(given) });
    expect(reportedEstimate([], [], true)).toMatchObject({ precision: null, recall: null });
    const byRules = reportedEstimate([inside({}), inside({}), inside({ probability: 0.9 })], [], true);
    expect(byRules).toMatchObject({ precision: null, recall: null });
    expect(byRules.sentence).toContain("rules, from labels alone, judged 2 of 3");
    expect(reportedEstimate([inside({ by: "model-7" })], [], true).sentence).toContain("model-7");
    const told = reportedEstimate(
      Array.from({ length: 30 }, () => inside({ probability: 0.95 })),
      [],
      true,
    );
    expect(told.precision?.value).toBeGreaterThan(0.7);
    expect(told.sentence).toMatch(/of the 30 satisfy everything .*at least in part .*90 % of questions/);
  });
});
