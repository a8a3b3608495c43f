import { describe, expect, it } from "vitest";
import { chapman, estimateRecall } from "#markets/discovery/recall";

const by = (count: number, ...generators: string[]) => Array.from({ length: count }, () => ({ generators }));

describe("Chapman's estimator", () => {
  it("comes to the figures of a textbook example", () => {
    // 200 marked, 250 caught later, 50 of them marked: (201 × 251) / 51 − 1.
    expect(chapman(200, 250, 50)).toBeCloseTo(988.235, 2);
  });

  it("gives what is there when both samples are the same", () => {
    expect(chapman(40, 40, 40)).toBe(40);
  });
});

describe("the recall of a search", () => {
  it("follows from the overlap of its generators", () => {
    const estimate = estimateRecall(
      [...by(10, "full text"), ...by(20, "full text", "vectors"), ...by(5, "vectors")],
      "full text",
    );
    // 30 by full text, 25 by the others, 20 by both.
    expect(estimate?.estimated).toBeCloseTo((31 * 26) / 21 - 1, 5);
    expect(estimate?.recall).toBeCloseTo(35 / ((31 * 26) / 21 - 1), 5);
    // It held for 5 of 24 judged questions: no interval is claimed.
    expect(estimate).toMatchObject({ low: null, high: null, shared: 20 });
    expect(estimate?.generators).toEqual(["full text", "vectors"]);
  });

  it("is never above one, and falls with a smaller overlap", () => {
    const recall = (both: number) =>
      estimateRecall(
        [...by(30 - both, "full text"), ...by(both, "full text", "vectors"), ...by(30 - both, "vectors")],
        "full text",
      )?.recall ?? 0;
    expect(recall(30)).toBe(1);
    expect(recall(20)).toBeLessThan(1);
    expect(recall(8)).toBeLessThan(recall(20));
  });

  it("is not told from one sample", () => {
    expect(estimateRecall(by(10, "full text"), "full text")).toBeNull();
    expect(estimateRecall(by(10, "vectors"), "full text")).toBeNull();
    expect(estimateRecall([], "full text")).toBeNull();
  });

  it("is not told from a handful that both found", () => {
    expect(estimateRecall(by(6, "full text", "vectors"), "full text")).toBeNull();
    expect(estimateRecall(by(7, "full text", "vectors"), "full text")).toMatchObject({ found: 7, recall: 1 });
  });
});
