import { groupDocuments } from "#intelligence/events/grouping/group-documents";
import { mean } from "../measures.ts";
import { fractionOf, type Headline } from "./headlines.ts";
import { type GroupingMeasures, measureGrouping } from "./measures.ts";

/** How small samples are drawn: number of stories and of headlines of each, from and to. */
interface OfStories {
  stories: readonly [number, number];
  headlines: readonly [number, number];
}

/** A number of headlines at random, of whatever stories. */
interface Drawn {
  drawn: number;
}

export type SampleKind = OfStories | Drawn;

/** What a new installation, a feed or an import by hand brings. */
const KINDS: SampleKind[] = [
  { stories: [3, 6], headlines: [3, 8] },
  { stories: [1, 1], headlines: [3, 8] },
  { stories: [2, 2], headlines: [2, 4] },
  { stories: [10, 20], headlines: [1, 1] },
  { stories: [8, 15], headlines: [1, 4] },
  { stories: [20, 43], headlines: [1, 10] },
  { drawn: 60 },
  { drawn: 150 },
  { drawn: 500 },
];

/** Means over the samples of each kind. */
export interface SmallSamples {
  kind: SampleKind;
  measures: Pick<GroupingMeasures, "precision" | "recall" | "f1">;
}

/** Groups random samples of a few headlines of a few stories, each on its own; seeded by their numbers. */
export function measureSmallSamples(headlines: readonly Headline[], samples: number): SmallSamples[] {
  const byStory = new Map<string, Headline[]>();
  for (const headline of headlines) {
    const story = byStory.get(headline.story ?? "");
    if (story) story.push(headline);
    else byStory.set(headline.story ?? "", [headline]);
  }
  return KINDS.map((kind) => {
    const measured = Array.from({ length: samples }, (_, n) => measuresOf(sampleOf(headlines, byStory, kind, n)));
    const meanOf = (of: (measures: GroupingMeasures) => number) => mean(measured.map(of));
    const measures = {
      precision: meanOf(({ precision }) => precision),
      recall: meanOf(({ recall }) => recall),
      f1: meanOf(({ f1 }) => f1),
    };
    return { kind, measures };
  });
}

function measuresOf(sample: readonly Headline[]): GroupingMeasures {
  return measureGrouping(
    sample.map(({ story }) => story ?? ""),
    groupDocuments(sample.map(({ document }) => document)),
  );
}

function sampleOf(
  all: readonly Headline[],
  byStory: ReadonlyMap<string, Headline[]>,
  kind: SampleKind,
  n: number,
): Headline[] {
  if ("drawn" in kind) return shuffled(all, n, ({ id }) => id).slice(0, kind.drawn);
  return shuffled([...byStory], n, ([story]) => story)
    .slice(0, between(kind.stories, `${n} stories`))
    .flatMap(([story, of]) => shuffled(of, n, ({ id }) => id).slice(0, between(kind.headlines, `${n} ${story} size`)));
}

function shuffled<T>(items: readonly T[], n: number, nameOf: (item: T) => string): T[] {
  return items.toSorted((a, b) => fractionOf(`${n} ${nameOf(a)}`) - fractionOf(`${n} ${nameOf(b)}`));
}

function between([least, most]: readonly [number, number], seed: string): number {
  return least + Math.floor(fractionOf(seed) * (most - least + 1));
}
