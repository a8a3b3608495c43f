import { describe, expect, it } from "vitest";
import { learnFromReviews, type Reviewable, rankByReviews } from "#markets/reviews/rank-by-reviews";
import { suggestReviews } from "#markets/reviews/suggest-reviews";

const words = (text: string) => new Map(text.split(" ").map((word) => [word, 1]));
const candidate = (companyId: number, text: string, changes: Partial<Reviewable> = {}): Reviewable => ({
  companyId,
  score: 0.8 - companyId / 100,
  isIn: true,
  satisfies: true,
  probability: 0.5,
  pass: 0,
  words: words(text),
  classes: [],
  features: [],
  ...changes,
});
/** Two trades among six companies, by turns; the seventh is below the cut. */
const CANDIDATES = [
  candidate(1, "turbine blade rotor"),
  candidate(2, "gearbox bearing shaft"),
  candidate(3, "rotor blade resin"),
  candidate(4, "shaft bearing steel"),
  candidate(5, "blade mould rotor"),
  candidate(6, "gearbox shaft oil"),
  candidate(7, "rotor blade kite", { isIn: false }),
];
const ranked = (reviews: [number, boolean][]) => {
  const given = new Map(reviews);
  return rankByReviews(learnFromReviews(CANDIDATES, given), given);
};

describe("what reviews teach", () => {
  it("is nothing without any", () => {
    expect(ranked([])).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it("moves the companies that nobody reviewed and that are like the reviewed", () => {
    const order = ranked([
      [1, true],
      [2, false],
    ]);
    expect(order[0]).toBe(1);
    expect(order).not.toContain(2);
    // Blades before gearboxes, and one from below the cut at the place of the rejected.
    expect(order.slice(1)).toEqual([3, 5, 7, 4, 6].slice(0, order.length - 1));
  });

  it("stays within what one discovery brought", () => {
    const later = [...CANDIDATES, candidate(8, "rotor blade turbine", { pass: 1, score: 0.99 })];
    const reviews = new Map([[1, true]]);
    expect(rankByReviews(learnFromReviews(later, reviews), reviews).at(-1)).toBe(8);
  });

  it("asks first about the uncertain that say something of others, and about different ones", () => {
    const asked = (count: number, reviews: [number, boolean][] = []) => {
      const given = new Map(reviews);
      return suggestReviews(learnFromReviews(CANDIDATES, given), given, count).map(({ companyId }) => companyId);
    };
    const [first = 0, second = 0] = asked(2);
    expect(first % 2).not.toBe(second % 2);
    expect(asked(7)).toHaveLength(7);
    expect(asked(7, [[first, true]])).not.toContain(first);
    const certain = CANDIDATES.map((one) => (one.companyId === first ? { ...one, probability: 0.99 } : one));
    const [other] = suggestReviews(learnFromReviews(certain, new Map()), new Map(), 1);
    expect(other?.companyId).not.toBe(first);
  });
});
