import { describe, expect, it } from "vitest";
import { reportedEstimate } from "#markets/discovery/market-estimate";
import { widenForRecall } from "#markets/discovery/target-recall";
import { estimateMarket, type Judged } from "#markets/judging/index";

const times = (count: number, probability: number) => Array.from({ length: count }, () => probability);

/** A judged candidate that lacks nothing, or nothing but a likelier offer. */
function candidate(companyId: number, probability: number, outcome: "met" | "notMet"): Judged {
  const criteria = [{ criterion: "offer" as const, outcome, evidence: null, note: "It makes kites.", probability }];
  const verdict = outcome === "met" ? ("in" as const) : ("related" as const);
  const judgement = { verdict, criteria, reason: "It makes kites.", ...(outcome === "met" ? {} : { rule: "offer" }) };
  return { companyId, domain: `kites-${companyId}.com`, score: 1 / companyId, judgement };
}

describe("a wanted recall", () => {
  const sure = Array.from({ length: 30 }, (_, i) => candidate(i + 1, 0.95, "met"));
  const near = Array.from({ length: 12 }, (_, i) => candidate(i + 31, 0.22 - i / 100, "notMet"));
  const isIn = ({ judgement }: Judged) => judgement.verdict === "in";
  const bound = (judged: Judged[]) =>
    estimateMarket({
      inside: judged.filter(isIn).flatMap(({ judgement }) => judgement.criteria[0]?.probability ?? []),
      outside: judged.filter((one) => !isIn(one)).flatMap(({ judgement }) => judgement.criteria[0]?.probability ?? []),
      hasSentences: true,
    })?.recall.low ?? 0;

  it("lets in the likeliest others until the lower bound is reached, and not one more", () => {
    const judged = [...sure, ...near];
    const target =
      (bound(judged) +
        bound(judged.map((one) => candidate(one.companyId, one.judgement.criteria[0]?.probability ?? 0, "met")))) /
      2;
    const { judged: widened, note } = widenForRecall(judged, 100, target, true);
    const added = widened.filter(isIn).length - sure.length;
    expect(added).toBeGreaterThan(0);
    expect(note).toContain(`is reached with ${added} more companies`);
    expect(bound(widened)).toBeGreaterThanOrEqual(target);
    const last = widened.filter(isIn).at(-1)?.companyId;
    expect(
      bound(
        widened.map((one) => judged.find(({ companyId }) => companyId === last && companyId === one.companyId) ?? one),
      ),
    ).toBeLessThan(target);
    expect(widened.filter(isIn).every(({ judgement }) => judgement.rule === undefined)).toBe(true);
  });

  it("says why it cannot be, and what further companies cost, and lets nobody in then", () => {
    const judged = [...sure, ...near];
    for (const [wanted, why] of [
      [100, "probability below 0.02"],
      [32, "limited to 32 companies"],
    ] as const) {
      const { judged: same, note } = widenForRecall(judged, wanted, 1, true);
      expect(same).toBe(judged);
      expect(note).toContain("targetRecall 1 cannot be guaranteed");
      expect(note).toContain(why);
    }
    expect(widenForRecall(judged, 32, 1, true).note).toMatch(/About one in \d+ further companies would match/);
    expect(widenForRecall(judged, 100, null, true)).toEqual({ judged, note: null });
    const judge = { name: "model-7", cost: { p50: 180, p90: 300 } };
    const paid = widenForRecall(judged, 32, 1, true, judge).note ?? "";
    const toRead = Number(/one in (\d+) further/.exec(paid)?.[1]);
    // The third of those outside is the next one: 0.20.
    expect(toRead).toBe(5);
    expect(paid).toContain(`To have model-7 judge all 5 costs about $0.0009, seldom more than $0.0015.`);
  });
});

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
    expect(byRules.sentence).toContain("rules judged 2 of the 3 companies");
    expect(reportedEstimate([inside({ by: "model-7" })], [], true).sentence).toContain("model-7");
    const told = reportedEstimate(
      Array.from({ length: 30 }, () => inside({ probability: 0.95 })),
      [],
      true,
    );
    expect(told.precision?.value).toBeGreaterThan(0.7);
    expect(told.sentence).toMatch(
      /of the 30 satisfy every criterion.*at least in part.*on held-out questions they held 84 % to 98 % of the time/,
    );
    // A range from nearly nothing to nearly all says nothing, so it is not shown.
    const outside = { verdict: "failed" as const, rule: "offer", criteria: offer({ probability: 0.2 }) };
    const vague = reportedEstimate([inside({ probability: 0.3 }), outside, outside, outside], [], false);
    const { low = 0, high = 0 } = vague.recall ?? {};
    expect(high - low).toBeGreaterThanOrEqual(0.6);
    expect(vague.sentence).toContain("How complete the list is cannot be estimated.");
    expect(vague.sentence).not.toContain("of the matching companies");
  });
});
