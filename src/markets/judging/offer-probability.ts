import { createHash } from "node:crypto";
import { chanceOf, logOddsOf } from "#foundation/log-odds";
import type { FeatureName, Features } from "./features.ts";
import long from "./offer-trees.json" with { type: "json" };
import short from "./short-offer-trees.json" with { type: "json" };

/**
 * A tree as parallel lists with one entry per node. In a leaf, `feature` is −1 and `value` is the score. In other
 * nodes, `value` is the threshold.
 */
interface Tree {
  feature: number[];
  value: number[];
  left: number[];
  right: number[];
}

/** Trees over the features of these names, in this order. */
interface Trees {
  features: string[];
  trees: Tree[];
}

/** SHA-256 of everything that was fitted: the trees and what whole trades add. It identifies the version of the offer's judge. */
export const offerJudge = (): string =>
  createHash("sha256")
    .update(JSON.stringify([long, short, OF_TRADE]))
    .digest("hex");

/**
 * Returns the probability that a company offers what the question asks, 0–1. It comes from gradient-boosted trees,
 * trained by bench/quality/train-judge.py on judged questions (docs/decisions/discovery-quality.md has the
 * calibration).
 */
export function offerProbability(features: Features): number {
  // One sentence or a few labels say less than a page of prose, and each of their words says more.
  const model = features.isShort === 1 ? short : long;
  // Candidates that were compared token by token have their own trees, trained only on such candidates.
  const { features: names, trees }: Trees = features.hasTokens === 1 ? model.compared : model.others;
  const values = names.map((name) => features[name as FeatureName]);
  let sum = 0;
  for (const tree of trees) sum += leafOf(tree, values);
  return chanceOf(sum);
}

/**
 * Log-odds that a company is right where the question names a whole trade: `intercept` plus `slope` times those of the
 * trees. The trees were trained on narrower questions and know no kinds. By what the main sentence names, for short
 * records and others. Fitted by logistic regression to graded companies of 84 such questions (`npm run quality --
 * trades`).
 */
const OF_TRADE = {
  short: {
    kind: { intercept: 2.11, slope: 0.9 },
    thing: { intercept: 1.01, slope: 0.84 },
    neither: { intercept: 0.24, slope: 0.92 },
  },
  usual: {
    kind: { intercept: 0.94, slope: 0.42 },
    thing: { intercept: 1.53, slope: 0.88 },
    neither: { intercept: -0.73, slope: 1.11 },
  },
};

type TradeEvidence = keyof (typeof OF_TRADE)["short"];

/** Returns the probability where the question names a whole trade. @param byTrees the trees' probability, 0–1, both exclusive */
export function probabilityInTrade(byTrees: number, said: TradeEvidence, length: keyof typeof OF_TRADE): number {
  const { intercept, slope } = OF_TRADE[length][said];
  return chanceOf(intercept + slope * logOddsOf(byTrees));
}

function leafOf({ feature, value, left, right }: Tree, values: number[]): number {
  let node = 0;
  for (;;) {
    const at = feature[node] ?? -1;
    if (at < 0) return value[node] ?? 0;
    node = ((values[at] ?? 0) <= (value[node] ?? 0) ? left[node] : right[node]) ?? 0;
  }
}
