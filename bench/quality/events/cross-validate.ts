import { type GroupingOptions, groupDocuments } from "#intelligence/events/grouping/group-documents";
import { fractionOf, type Headline, withoutCategory } from "./headlines.ts";
import { measureGrouping } from "./measures.ts";

/** F1 on stories that took no part in a choice, by resample. */
export interface HeldOut {
  /** Settings chosen on one half of the stories, measured on the other. */
  chosen: number[];
  /** The product's settings on the same other half. */
  defaults: number[];
  /** The same without the source's category. */
  withoutCategory: number[];
  /** The product's settings on the other half with a third of its headlines: small stories. */
  thinned: number[];
}

/** What the choice is made from: each setting halved and doubled, the others as in the product. */
const CANDIDATES: GroupingOptions[] = [
  {},
  ...[0.1, 0.4].map((storyShare) => ({ model: { storyShare } })),
  ...[10, 40].map((smoothing) => ({ model: { smoothing } })),
  ...[0.25, 1].map((newStoryShare) => ({ model: { newStoryShare } })),
  ...[0.07, 0.3].map((coreSimilarity) => ({ coreSimilarity })),
];

/**
 * Repeated two-fold validation over stories. Each resample halves the stories at random (seeded by its number), chooses
 * the best candidate on one half and measures it on the other.
 */
export function crossValidate(headlines: readonly Headline[], resamples: number): HeldOut {
  const stories = [...new Set(headlines.map(({ story }) => story ?? ""))];
  const result: HeldOut = { chosen: [], defaults: [], withoutCategory: [], thinned: [] };
  for (let n = 0; n < resamples; n++) {
    const shuffled = stories.toSorted((a, b) => fractionOf(`${n} ${a}`) - fractionOf(`${n} ${b}`));
    const half = new Set(shuffled.slice(0, Math.floor(stories.length / 2)));
    const seen = headlines.filter(({ story }) => half.has(story ?? ""));
    const unseen = headlines.filter(({ story }) => !half.has(story ?? ""));
    let best: GroupingOptions = {};
    let bestF1 = -1;
    for (const candidate of CANDIDATES) {
      const f1 = f1Of(seen, candidate);
      if (f1 > bestF1) [best, bestF1] = [candidate, f1];
    }
    result.chosen.push(f1Of(unseen, best));
    result.defaults.push(f1Of(unseen, {}));
    result.withoutCategory.push(f1Of(unseen.map(withoutCategory), {}));
    result.thinned.push(
      f1Of(
        unseen.filter(({ id }) => fractionOf(`${n} ${id}`) < 1 / 3),
        {},
      ),
    );
  }
  return result;
}

function f1Of(headlines: readonly Headline[], options: GroupingOptions): number {
  const groups = groupDocuments(
    headlines.map(({ document }) => document),
    options,
  );
  return measureGrouping(
    headlines.map(({ story }) => story ?? ""),
    groups,
  ).f1;
}
