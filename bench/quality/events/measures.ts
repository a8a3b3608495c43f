/** How well groups agree with labels. All but the counts 0–1, the adjusted Rand index at most 1. */
export interface GroupingMeasures {
  precision: number;
  recall: number;
  f1: number;
  adjustedRand: number;
  groups: number;
  labels: number;
}

/**
 * BCubed precision, recall and F1 (Bagga & Baldwin 1998), and the adjusted Rand index (Hubert & Arabie 1985). BCubed
 * averages two shares over all items: of the item's group, the part with its label; of its label, the part in its
 * group.
 * @param labels the label of each item. @param groups lists of items; each item in exactly one.
 */
export function measureGrouping(labels: readonly string[], groups: readonly (readonly number[])[]): GroupingMeasures {
  const sizes = new Map<string, number>();
  for (const label of labels) sizes.set(label, (sizes.get(label) ?? 0) + 1);
  let [precision, recall, together, groupPairs] = [0, 0, 0, 0];
  for (const group of groups) {
    const counts = new Map<string, number>();
    for (const item of group) counts.set(labels[item] ?? "", (counts.get(labels[item] ?? "") ?? 0) + 1);
    groupPairs += pairs(group.length);
    for (const [label, count] of counts) {
      precision += (count * count) / group.length;
      recall += (count * count) / (sizes.get(label) ?? 1);
      together += pairs(count);
    }
  }
  const items = Math.max(1, labels.length);
  precision /= items;
  recall /= items;
  const labelPairs = [...sizes.values()].reduce((sum, size) => sum + pairs(size), 0);
  const expected = (groupPairs * labelPairs) / Math.max(1, pairs(labels.length));
  const most = (groupPairs + labelPairs) / 2;
  return {
    precision,
    recall,
    f1: precision + recall > 0 ? (2 * precision * recall) / (precision + recall) : 0,
    adjustedRand: most === expected ? 1 : (together - expected) / (most - expected),
    groups: groups.length,
    labels: sizes.size,
  };
}

function pairs(n: number): number {
  return (n * (n - 1)) / 2;
}
