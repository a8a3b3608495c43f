import type { Graph } from "./neighbours.ts";

/** Maximum rounds of moving and aggregating. Trials settle in three or four. */
const MAX_LEVELS = 20;
const MAX_PASSES = 50;

/**
 * Finds the communities of a graph by the constant Potts model (Traag, Van Dooren & Nesterov 2011). The quality of a
 * partition is Σ (weights inside a community − γ · pairs inside it). The documents of a community therefore have a mean
 * similarity above γ. The model has no resolution limit: distant parts of the graph do not change a community. Local
 * moves and aggregation follow the order of the nodes, so the result is deterministic.
 * @param sizes number of documents that each node represents
 * @returns the community of each node, numbered from 0 in the order of their first nodes
 */
export function pottsCommunities(graph: Graph, sizes: ArrayLike<number>, gamma: number): Int32Array {
  let level = graph;
  let weightsOfNodes = Float64Array.from(sizes);
  const assigned = Int32Array.from({ length: sizes.length }, (_, i) => i);
  for (let round = 0; round < MAX_LEVELS; round++) {
    const communities = localMoves(level, weightsOfNodes, gamma);
    const count = renumber(communities);
    for (let i = 0; i < assigned.length; i++) assigned[i] = communities[assigned[i] ?? 0] ?? 0;
    if (count === weightsOfNodes.length) break;
    ({ graph: level, sizes: weightsOfNodes } = aggregate(level, weightsOfNodes, communities, count));
  }
  renumber(assigned);
  return assigned;
}

function localMoves(graph: Graph, sizes: Float64Array, gamma: number): Int32Array {
  const count = sizes.length;
  const communities = Int32Array.from({ length: count }, (_, i) => i);
  const communitySizes = sizes.slice();
  const linked = new Float64Array(count);
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    let moved = false;
    for (let i = 0; i < count; i++) {
      const own = communities[i] ?? 0;
      const size = sizes[i] ?? 0;
      const near: number[] = [];
      for (let e = graph.starts[i] ?? 0; e < (graph.starts[i + 1] ?? 0); e++) {
        const target = graph.targets[e] ?? 0;
        if (target === i) continue;
        const community = communities[target] ?? 0;
        if (linked[community] === 0) near.push(community);
        linked[community] = (linked[community] ?? 0) + (graph.weights[e] ?? 0);
      }
      communitySizes[own] = (communitySizes[own] ?? 0) - size;
      let best = own;
      let bestGain = (linked[own] ?? 0) - gamma * size * (communitySizes[own] ?? 0);
      for (const community of near) {
        const gain = (linked[community] ?? 0) - gamma * size * (communitySizes[community] ?? 0);
        if (gain > bestGain + 1e-12) {
          best = community;
          bestGain = gain;
        }
      }
      communities[i] = best;
      communitySizes[best] = (communitySizes[best] ?? 0) + size;
      moved ||= best !== own;
      for (const community of near) linked[community] = 0;
    }
    if (!moved) break;
  }
  return communities;
}

/**
 * Numbers communities from 0 in the order of their first nodes, in place.
 * @returns the number of communities
 */
function renumber(communities: Int32Array): number {
  const names = new Map<number, number>();
  for (let i = 0; i < communities.length; i++) {
    const community = communities[i] ?? 0;
    const name = names.get(community) ?? names.size;
    names.set(community, name);
    communities[i] = name;
  }
  return names.size;
}

function aggregate(graph: Graph, sizes: Float64Array, communities: Int32Array, count: number) {
  const rows: Map<number, number>[] = Array.from({ length: count }, () => new Map());
  const merged = new Float64Array(count);
  for (let i = 0; i < sizes.length; i++) {
    const from = communities[i] ?? 0;
    merged[from] = (merged[from] ?? 0) + (sizes[i] ?? 0);
    const row = rows[from];
    for (let e = graph.starts[i] ?? 0; e < (graph.starts[i + 1] ?? 0); e++) {
      const to = communities[graph.targets[e] ?? 0] ?? 0;
      if (to !== from) row?.set(to, (row.get(to) ?? 0) + (graph.weights[e] ?? 0));
    }
  }
  const starts = new Int32Array(count + 1);
  rows.forEach((row, i) => {
    starts[i + 1] = (starts[i] ?? 0) + row.size;
  });
  const targets = new Int32Array(starts[count] ?? 0);
  const weights = new Float64Array(starts[count] ?? 0);
  rows.forEach((row, i) => {
    [...row]
      .sort(([a], [b]) => a - b)
      .forEach(([to, weight], k) => {
        targets[(starts[i] ?? 0) + k] = to;
        weights[(starts[i] ?? 0) + k] = weight;
      });
  });
  return { graph: { starts, targets, weights }, sizes: merged };
}
