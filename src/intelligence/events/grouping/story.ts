import type { PartySlot } from "./parties.ts";
import type { WordBag } from "./word-bags.ts";

/** A document with the fields that the story model reads. */
export interface StoryDocument {
  words: WordBag;
  /** Time of publication in days since any fixed day. */
  day: number;
  /** Number of the source's category; −1 without one. */
  category: number;
  /** The parties that its headline names. */
  parties: readonly PartySlot[];
}

/** Sums over the documents of a story, without those of single words. */
export interface StorySums {
  size: number;
  /** Sum of the strengths of all words. */
  total: number;
  /** Sum of the days and of their squares. */
  days: number;
  squaredDays: number;
  /** Number of documents with a category, and number of each category. */
  categorised: number;
  categories: Map<number, number>;
}

/** The documents of one story, as sums. */
export interface Story extends StorySums {
  /** Strength of each word, summed over the documents. */
  counts: Map<number, number>;
}

/** Largest rounding error that remains of a sum of strengths after all of them are subtracted. */
const ROUNDING = 1e-9;

export function emptyStory(): Story {
  return { size: 0, total: 0, counts: new Map(), days: 0, squaredDays: 0, categorised: 0, categories: new Map() };
}

/** Adds a document to a story. */
export function addTo(story: Story, document: StoryDocument): void {
  count(story, document, 1);
  const { ids, strengths } = document.words;
  for (let k = 0; k < ids.length; k++) {
    const word = ids[k] ?? 0;
    story.counts.set(word, (story.counts.get(word) ?? 0) + (strengths[k] ?? 0));
  }
}

/**
 * Takes a document out of its story.
 * @returns the words that the story no longer has
 */
export function takeFrom(story: Story, document: StoryDocument): number[] {
  count(story, document, -1);
  const gone: number[] = [];
  const { ids, strengths } = document.words;
  for (let k = 0; k < ids.length; k++) {
    const word = ids[k] ?? 0;
    const left = (story.counts.get(word) ?? 0) - (strengths[k] ?? 0);
    if (left > ROUNDING) story.counts.set(word, left);
    else {
      story.counts.delete(word);
      gone.push(word);
    }
  }
  return gone;
}

function count(story: Story, { words, day, category }: StoryDocument, sign: 1 | -1): void {
  story.size += sign;
  story.total += sign * words.total;
  story.days += sign * day;
  story.squaredDays += sign * day * day;
  if (category < 0) return;
  story.categorised += sign;
  story.categories.set(category, (story.categories.get(category) ?? 0) + sign);
}

/** Returns the sums of both stories together. */
export function unionOfSums(a: StorySums, b: StorySums): StorySums {
  const categories = new Map(a.categories);
  for (const [category, count] of b.categories) categories.set(category, (categories.get(category) ?? 0) + count);
  return {
    size: a.size + b.size,
    total: a.total + b.total,
    days: a.days + b.days,
    squaredDays: a.squaredDays + b.squaredDays,
    categorised: a.categorised + b.categorised,
    categories,
  };
}
