import { type Features, featuresOf, type GroupingDocument } from "./features.ts";
import { neighbourGraph } from "./neighbours.ts";
import { partySlots } from "./parties.ts";
import { pottsCommunities } from "./potts.ts";
import { StoryModel } from "./story-model.ts";
import type { StorySettings } from "./story-score.ts";
import { vectorsOf } from "./vectors.ts";
import { type WordBag, wordBags } from "./word-bags.ts";

export type { GroupingDocument } from "./features.ts";

export interface GroupingOptions {
  /** Settings of the story model; omitted ones have their defaults. */
  model?: Partial<StorySettings>;
  /** Mean cosine similarity inside the tight cores that the model starts with. */
  coreSimilarity?: number;
}

/** Default settings, in the middle of a plateau over random halves of the stories: docs/quality-events.md. */
const MODEL: StorySettings = {
  storyShare: 0.2,
  smoothing: 20,
  newStory: 10,
  newStoryShare: 0.5,
  daysApart: 5,
  background: 2_000,
  categorySmoothing: 1,
};
const CORE_SIMILARITY = 0.1;
/**
 * Minimum cosine, maximum neighbours and maximum posting-list entries of one document: docs/quality-events.md, speed.
 */
const NEIGHBOURS = { minSimilarity: 0.1, maxNeighbours: 50, maxPostings: 2_000 };
/** Maximum rounds of moves and merges. Trials settle in three to six. */
const MAX_ROUNDS = 12;
/** The grouping counts as settled if a round makes at most this many changes for each document. */
const SETTLED = 0.001;
const DAY_MS = 86_400_000;

/**
 * Groups documents that report the same event. Pure and deterministic: the groups depend only on the set of documents,
 * not on their order.
 * @returns groups as lists of indexes into `documents`; every index is in exactly one group. Groups are ordered by
 * their first key, members by key.
 */
export function groupDocuments(documents: readonly GroupingDocument[], options: GroupingOptions = {}): number[][] {
  const order = canonicalOrder(documents);
  const ordered = order.map((i) => documents[i] as GroupingDocument);
  const features = ordered.map(featuresOf);
  const cores = coresOf(features, options.coreSimilarity ?? CORE_SIMILARITY);
  const communities = storiesOf(ordered, features, cores, { ...MODEL, ...options.model });
  const groups: number[][] = [];
  const place = new Int32Array(documents.length);
  order.forEach((index, i) => {
    place[index] = i;
    const community = communities[i] ?? 0;
    const group = groups[community];
    if (group) group.push(index);
    else groups[community] = [index];
  });
  // Story numbers have gaps. The first document of a group determines its place.
  return groups
    .filter((group) => group !== undefined)
    .sort((a, b) => (place[a[0] ?? 0] ?? 0) - (place[b[0] ?? 0] ?? 0));
}

function coresOf(features: readonly Features[], similarity: number): Int32Array {
  const graph = neighbourGraph(vectorsOf(features), NEIGHBOURS);
  return pottsCommunities(graph, new Float64Array(features.length).fill(1), similarity);
}

function storiesOf(
  documents: readonly GroupingDocument[],
  features: readonly Features[],
  cores: Int32Array,
  settings: StorySettings,
): Int32Array {
  const { bags, words } = wordBags(features);
  const categories = new Map<string, number>();
  // Days since the first document, because sums of squares of small numbers keep their precision.
  const firstMs = documents.reduce((first, { publishedAt }) => Math.min(first, publishedAt.getTime()), Infinity);
  const parties = partySlots(documents, words);
  const numbered = documents.map(({ category, publishedAt }, i) => {
    if (category !== "" && !categories.has(category)) categories.set(category, categories.size);
    return {
      words: bags[i] as WordBag,
      day: (publishedAt.getTime() - firstMs) / DAY_MS,
      category: categories.get(category) ?? -1,
      parties: parties[i] ?? [],
    };
  });
  const model = new StoryModel(numbered, cores, words, settings);
  settle(model, documents.length);
  if (model.heedParties()) settle(model, documents.length);
  return model.storyOf;
}

function settle(model: StoryModel, documents: number): void {
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const merged = model.mergeStories();
    const moved = model.moveDocuments();
    if (merged + moved <= documents * SETTLED) break;
  }
}

/**
 * Orders the indexes of the documents by key. Documents with the same key are ordered by all other fields that grouping
 * reads.
 */
function canonicalOrder(documents: readonly GroupingDocument[]): number[] {
  const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
  return documents
    .map((_, i) => i)
    .sort((i, j) => {
      const [a, b] = [documents[i] as GroupingDocument, documents[j] as GroupingDocument];
      return (
        compare(a.key, b.key) ||
        compare(a.title, b.title) ||
        compare(a.text, b.text) ||
        compare(a.url, b.url) ||
        compare(a.publisher, b.publisher) ||
        compare(a.category, b.category) ||
        a.publishedAt.getTime() - b.publishedAt.getTime()
      );
    });
}
