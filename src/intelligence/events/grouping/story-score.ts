import { shareAtLarge } from "#foundation/language/word-counts";
import { type Story, type StoryDocument, type StorySums, unionOfSums } from "./story.ts";

/**
 * Parameters of a story's score. The result is not sensitive to any of them: docs/quality-events.md has figures for
 * other values.
 */
export interface StorySettings {
  /** λ, 0–1: weight of the story's own words against general language. */
  storyShare: number;
  /** Number of background words mixed into every story's words, so that two headlines prove little. */
  smoothing: number;
  /** Least α: weight of starting a new story against joining one, as a number of documents. */
  newStory: number;
  /**
   * Least α as a share of all documents. News brings new stories as long as it comes, so that a set of twice as many
   * documents has about twice as many.
   */
  newStoryShare: number;
  /** Standard deviation of a document's day from its story's mean day, in days. */
  daysApart: number;
  /**
   * Number of words that a set needs to show which words are common. A smaller set is filled up with words of general
   * language, each counted as in one more story.
   */
  background: number;
  /** κ: number of documents of all categories that are mixed into each story's categories; 0 ignores categories. */
  categorySmoothing: number;
}

/** Added to the number of stories that have a word, so that no word has a background share of 0 (Jeffreys' prior). */
const PRIOR = 0.5;

/**
 * Scores how well a story predicts its documents.
 *
 * score(d in z) = ln(n_z / N) + Σ_w ln(λ · p(w|z) / q(w) + 1 − λ) − ½ (days apart / σ)² + ln(p(c|z) / p(c)). All counts
 * of z exclude d ("leave one out"), so that a document does not explain itself.
 *
 * - λ · p(w|z) + (1 − λ) · q(w) mixes a topic's and the collection's language model (Zhai & Lafferty 2004,
 *   Jelinek–Mercer smoothing). It is divided by q(w), so that a missing word costs large and small stories the same.
 * - q(w) rises with the number of *stories* that have the word, not of documents. A name that fills one large story is
 *   as informative as a rare one. "Shares" and "new" are in many stories and say nothing. The base measure of a
 *   hierarchical Dirichlet process (Teh et al. 2006: tables) and Kneser–Ney smoothing (continuations) count in the same
 *   way. q follows from the grouping itself. A few documents do not show it, so words of general language are mixed in
 *   as pseudo-counts (a Dirichlet prior, Zhai & Lafferty 2004, §3). The more words the set has, the fewer are mixed in.
 * - ln(n_z / N), against ln(α / N) for a new story, is the prior of the Chinese restaurant process, but with an α that
 *   rises with N. A constant α expects about α · ln(N / α) stories, so that few of a thousand documents would start one.
 */
export class StoryScore {
  /** Score of a document that starts a story. */
  readonly newStory: number;
  readonly #settings: StorySettings;
  readonly #documents: number;
  /** The denominator of the shares of stories. It is constant, so that scores of different groupings are comparable. */
  readonly #backgroundTotal: number;
  /**
   * The score of a word that the story lacks: ln(1 − λ). Cached, because a story lacks most words of most documents.
   */
  readonly #unheld: number;
  readonly #categoryShares = new Map<number, number>();
  readonly #holders: ArrayLike<number>;
  /** The initial number of stories of each word: the prior and general language. */
  readonly #elsewhere: Float64Array;

  /**
   * @param words the words that the documents refer to by number
   * @param holders number of stories that have each word, read whenever a score is computed
   */
  constructor(
    documents: readonly StoryDocument[],
    words: readonly string[],
    holders: ArrayLike<number>,
    settings: StorySettings,
  ) {
    this.#settings = settings;
    this.#documents = documents.length;
    this.#holders = holders;
    const seen = documents.reduce((sum, { words }) => sum + words.total, 0);
    const filling = Math.max(0, settings.background - seen);
    // A set that needs no filling does not read the words of general language.
    this.#elsewhere = Float64Array.from(words, (word) => (filling > 0 ? PRIOR + filling * shareAtLarge(word) : PRIOR));
    this.#backgroundTotal = seen + PRIOR * words.length + filling;
    this.#unheld = Math.log(1 - settings.storyShare);
    this.newStory = Math.log(Math.max(settings.newStory / documents.length, settings.newStoryShare));
    const categorised = documents.filter(({ category }) => category >= 0);
    for (const { category } of categorised)
      this.#categoryShares.set(category, (this.#categoryShares.get(category) ?? 0) + 1 / categorised.length);
  }

  /** @param isMember whether the story includes the document, which is then left out */
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
   * Returns the sum of the scores of a story's documents, approximated from the story's sums. For each word, one
   * document's strength (at most 1) is left out. For the total, that of a mean document is left out, and for the days
   * nothing.
   */
  ofStory(story: Story): number {
    if (story.size < 2) return story.size * this.newStory;
    let score = this.#ofSums(story);
    for (const [word, count] of story.counts) score += this.#ofWord(word, count, story);
    return score;
  }

  /** Returns `ofStory` for the union of both stories, without building it, because most pairs are not merged. */
  ofUnion(a: Story, b: Story): number {
    const sums = unionOfSums(a, b);
    const [larger, smaller] = a.counts.size >= b.counts.size ? [a.counts, b.counts] : [b.counts, a.counts];
    let score = this.#ofSums(sums);
    for (const [word, count] of larger) score += this.#ofWord(word, count + (smaller.get(word) ?? 0), sums);
    for (const [word, count] of smaller) if (!larger.has(word)) score += this.#ofWord(word, count, sums);
    return score;
  }

  /** Returns the score of a word over all documents of a story. */
  #ofWord(word: number, count: number, { size, total }: StorySums): number {
    if (count <= 1) return count * this.#unheld;
    const { storyShare, smoothing } = this.#settings;
    const others = total * (1 - 1 / size) + smoothing;
    return count * Math.log((storyShare * (count - 1)) / others / this.#background(word) + 1 - storyShare);
  }

  /** Returns the score of a story's documents for its size, their days and their categories. */
  #ofSums({ size, days, squaredDays, categorised, categories }: StorySums): number {
    let score = size * Math.log((size - 1) / this.#documents);
    const spread = Math.max(0, squaredDays - (days * days) / size);
    score -= spread / this.#settings.daysApart ** 2 / 2;
    for (const [category, count] of categories)
      if (count > 0) score += count * this.#ofCategory(category, count - 1, categorised - 1);
    return score;
  }

  /**
   * Returns how much of a word's strength in a story the story explains: the derivative of the word's score by −ln q.
   */
  explained(word: number, story: Story): number {
    const { storyShare, smoothing } = this.#settings;
    const count = story.counts.get(word) ?? 0;
    if (story.size < 2) return 0;
    const total = story.total * (1 - 1 / story.size) + smoothing;
    const ratio = (storyShare * Math.max(0, count - 1)) / total / this.#background(word);
    return (count * ratio) / (ratio + 1 - storyShare);
  }

  /** Returns how informative a word is: −ln q. */
  telling(word: number): number {
    return -Math.log(this.#background(word));
  }

  /** Returns the gain in −ln q of a word when one story fewer has it. */
  tellingGain(word: number): number {
    const holders = this.#holders[word] ?? 0;
    const elsewhere = this.#elsewhere[word] ?? PRIOR;
    return Math.log((holders + elsewhere) / (holders - 1 + elsewhere));
  }

  #background(word: number): number {
    return ((this.#holders[word] ?? 0) + (this.#elsewhere[word] ?? PRIOR)) / this.#backgroundTotal;
  }

  #ofCategory(category: number, count: number, seen: number): number {
    const { categorySmoothing } = this.#settings;
    if (categorySmoothing <= 0) return 0;
    const share = this.#categoryShares.get(category) ?? 1;
    return Math.log((count + categorySmoothing * share) / (seen + categorySmoothing) / share);
  }
}
