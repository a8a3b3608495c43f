import type { Story, StoryDocument } from "./story.ts";

/** What a story's score rests on. None of them is sensitive: docs/quality-events.md has the figures for other values. */
export interface StorySettings {
  /** λ, 0–1: weight of the story's own words against the language at large. */
  storyShare: number;
  /** Words of no particular story that every story's words are mixed with, so that two headlines prove little. */
  smoothing: number;
  /** α: how many documents' worth of weight the start of a new story has against joining one. */
  newStory: number;
  /** Days of one standard deviation between a story's documents. */
  daysApart: number;
  /**
   * Words that a set needs for showing by itself what is common. A smaller one is filled up to it with words of the language at
   * large, each as if it stood in one more story.
   */
  background: number;
  /** κ: documents of all categories that each story's categories are mixed with; 0 leaves categories out. */
  categorySmoothing: number;
}

/** Added to the number of stories that have a word, so that no word has a background share of 0 (Jeffreys' prior). */
const PRIOR = 0.5;

/**
 * How well a story foretells its documents.
 *
 * score(d in z) = ln(n_z / N) + Σ_w ln(λ · p(w|z) / q(w) + 1 − λ) − ½ (days apart / σ)² + ln(p(c|z) / p(c)), everything of z
 * counted without d ("leave one out"), so that a story cannot explain a document by the document itself.
 *
 * - λ · p(w|z) + (1 − λ) · q(w) is the mixture of a topic's and the collection's language model (Zhai & Lafferty 2004,
 *   Jelinek–Mercer smoothing); divided by q(w), a word that a story does not have costs the same for large and for small stories.
 * - q(w) rises with the number of *stories* that have the word, not of documents: a name that fills one large story is as
 *   telling as a rare one, while "shares" and "new", which many stories have, say nothing. That is what the base measure of a
 *   hierarchical Dirichlet process counts (Teh et al. 2006: tables) and Kneser–Ney smoothing (continuations). It follows from
 *   the grouping itself. Few documents do not show it: words of the language at large are mixed in as
 *   pseudo-counts (a Dirichlet prior, Zhai & Lafferty 2004, §3), the fewer the more words the set has.
 * - ln(n_z / N), against ln(α / N) for a new story, is the prior of the Chinese restaurant process.
 */
export class StoryScore {
  /** Score of a document that starts a story. */
  readonly newStory: number;
  readonly #settings: StorySettings;
  readonly #documents: number;
  /** What makes a number of stories a share. Constant, so that scores of different groupings compare. */
  readonly #backgroundTotal: number;
  /** What a word counts that the story does not have: ln(1 − λ). Most words of most pairs, so it is kept. */
  readonly #unheld: number;
  readonly #categoryShares = new Map<number, number>();
  readonly #holdersOf: (word: number) => number;
  /** What each word's number of stories starts from: the prior and the language at large. */
  readonly #elsewhere: Float64Array;

  /** @param sharesAtLarge of each word in the language at large, 0–1. @param holdersOf how many stories have a word at present. */
  constructor(
    documents: readonly StoryDocument[],
    sharesAtLarge: Float64Array,
    holdersOf: (word: number) => number,
    settings: StorySettings,
  ) {
    this.#settings = settings;
    this.#documents = documents.length;
    this.#holdersOf = holdersOf;
    const seen = documents.reduce((sum, { words }) => sum + words.total, 0);
    const filling = Math.max(0, settings.background - seen);
    this.#elsewhere = sharesAtLarge.map((share) => PRIOR + filling * share);
    this.#backgroundTotal = seen + PRIOR * sharesAtLarge.length + filling;
    this.#unheld = Math.log(1 - settings.storyShare);
    this.newStory = Math.log(settings.newStory / documents.length);
    const categorised = documents.filter(({ category }) => category >= 0);
    for (const { category } of categorised)
      this.#categoryShares.set(category, (this.#categoryShares.get(category) ?? 0) + 1 / categorised.length);
  }

  /** @param isMember whether the document is counted in the story, and has to be left out of it. */
  ofDocument({ words, day, category }: StoryDocument, story: Story, isMember: boolean): number {
    const { storyShare, smoothing, daysApart } = this.#settings;
    const size = story.size - (isMember ? 1 : 0);
    if (size === 0) return this.newStory;
    const total = story.total - (isMember ? words.total : 0) + smoothing;
    const { ids, strengths } = words;
    let score = Math.log(size / this.#documents);
    for (let k = 0; k < ids.length; k++) {
      const word = ids[k] ?? 0;
      const strength = strengths[k] ?? 0;
      const count = (story.counts.get(word) ?? 0) - (isMember ? strength : 0);
      score +=
        strength *
        (count > 0 ? Math.log((storyShare * count) / total / this.#background(word) + 1 - storyShare) : this.#unheld);
    }
    const apart = (day - (story.days - (isMember ? day : 0)) / size) / daysApart;
    score -= (apart * apart) / 2;
    if (category >= 0) {
      const own = isMember ? 1 : 0;
      score += this.#ofCategory(category, (story.categories.get(category) ?? 0) - own, story.categorised - own);
    }
    return score;
  }

  /**
   * Sum of the scores of a story's documents, from the story's sums: for each word one document's strength (at most 1) is left
   * out, for the total that of a mean document, for the days none.
   */
  ofStory(story: Story): number {
    if (story.size < 2) return story.size * this.newStory;
    const { storyShare, smoothing, daysApart } = this.#settings;
    const total = story.total * (1 - 1 / story.size) + smoothing;
    let score = story.size * Math.log((story.size - 1) / this.#documents);
    for (const [word, count] of story.counts) {
      const others = Math.max(0, count - 1);
      score += count * Math.log((storyShare * others) / total / this.#background(word) + 1 - storyShare);
    }
    const spread = Math.max(0, story.squaredDays - (story.days * story.days) / story.size);
    score -= spread / (daysApart * daysApart) / 2;
    for (const [category, count] of story.categories)
      if (count > 0) score += count * this.#ofCategory(category, count - 1, story.categorised - 1);
    return score;
  }

  /** How much of a word's strength in a story the story explains: the word's part of the score by −ln q. */
  explained(word: number, story: Story): number {
    const { storyShare, smoothing } = this.#settings;
    const count = story.counts.get(word) ?? 0;
    if (story.size < 2) return 0;
    const total = story.total * (1 - 1 / story.size) + smoothing;
    const ratio = (storyShare * Math.max(0, count - 1)) / total / this.#background(word);
    return (count * ratio) / (ratio + 1 - storyShare);
  }

  /** How telling a word is: −ln q. */
  telling(word: number): number {
    return -Math.log(this.#background(word));
  }

  /** What −ln q of a word gains when one story less has it. */
  tellingGain(word: number): number {
    const holders = this.#holdersOf(word);
    const elsewhere = this.#elsewhere[word] ?? PRIOR;
    return Math.log((holders + elsewhere) / (holders - 1 + elsewhere));
  }

  #background(word: number): number {
    return (this.#holdersOf(word) + (this.#elsewhere[word] ?? PRIOR)) / this.#backgroundTotal;
  }

  #ofCategory(category: number, count: number, seen: number): number {
    const { categorySmoothing } = this.#settings;
    if (categorySmoothing <= 0) return 0;
    const share = this.#categoryShares.get(category) ?? 1;
    return Math.log((count + categorySmoothing * share) / (seen + categorySmoothing) / share);
  }
}
