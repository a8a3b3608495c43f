import { agreement, type Named } from "./parties.ts";
import { addTo, emptyStory, type Story, type StoryDocument, takeFrom } from "./story.ts";
import { StoryScore, type StorySettings } from "./story-score.ts";

/** A word proposes stories only if at most this many stories have it. Words of more stories count only in scores. */
const MAX_PROPOSALS = 60;
/**
 * Number of stories that are scored for a document, or tried for a merge: those that share the most informative words.
 */
const CANDIDATES = 10;
/** A story's headlines speak for it from this share on, as they do for a company that it touches. */
const LEAST_SHARE = 0.1;
/** Smaller gains are rounding errors. */
const LEAST_GAIN = 1e-6;

/**
 * Groups documents into stories. It maximises the sum of `StoryScore` by hill climbing: it moves single documents and
 * merges stories. The order of the documents breaks ties, and nothing is random.
 */
export class StoryModel {
  readonly #documents: readonly StoryDocument[];
  readonly #score: StoryScore;
  readonly #storyOf: Int32Array;
  readonly #stories: Story[] = [];
  /** The stories that have a word, by word. */
  readonly #holders: Set<number>[];
  /** The sizes of the sets in `#holders`, kept separately because each score reads many of them. */
  readonly #holderCounts: Int32Array;
  /** Stories that changed since they were last tried for merging. */
  #changed = new Set<number>();
  /** Stories that changed since their documents were last checked. */
  #unsettled = new Set<number>();
  /** The documents of each story whose headlines name parties. */
  readonly #naming: Set<number>[] = [];
  #heedsParties = false;
  /** What the headlines of those documents name and mention. */
  readonly #mentioned = new Map<number, Named>();
  /** Votes for stories; all 0 between uses. */
  readonly #votes: number[] = [];

  /**
   * @param start the initial story of each document, numbered from 0
   * @param words the words that the documents refer to by number
   */
  constructor(
    documents: readonly StoryDocument[],
    start: ArrayLike<number>,
    words: readonly string[],
    settings: StorySettings,
  ) {
    this.#documents = documents;
    this.#storyOf = Int32Array.from(start);
    this.#holders = Array.from({ length: words.length }, () => new Set<number>());
    this.#holderCounts = new Int32Array(words.length);
    this.#score = new StoryScore(documents, words, this.#holderCounts, settings);
    documents.forEach((_, i) => {
      this.#put(i, this.#storyOf[i] ?? 0);
    });
  }

  /** The story of each document. The numbers have gaps. */
  get storyOf(): Int32Array {
    return this.#storyOf;
  }

  /**
   * Moves each document, in order, to the story that scores best for it, or to a new one. From the second call on, it
   * tries only documents of stories that changed since the last call.
   * @returns the number of moved documents
   */
  moveDocuments(): number {
    const unsettled = this.#unsettled;
    this.#unsettled = new Set();
    let moved = 0;
    this.#documents.forEach((document, i) => {
      const own = this.#storyOf[i] ?? 0;
      if (!unsettled.has(own)) return;
      const best = this.#bestStory(document, i, own);
      if (best === own) return;
      this.#take(i, own);
      this.#put(i, best);
      moved++;
    });
    return moved;
  }

  /**
   * Merges the pairs of stories whose merging raises the sum of scores, best pairs first. A story takes part in one
   * merge for each call.
   * @returns the number of merged pairs
   */
  mergeStories(): number {
    const pairs = this.#gainfulPairs();
    const members = this.#members();
    const merged = new Set<number>();
    for (const { into, from } of pairs) {
      if (merged.has(into) || merged.has(from)) {
        // A story that lost its partner to a better pair is tried again.
        this.#changed.add(into).add(from);
        continue;
      }
      for (const i of members[from] ?? []) {
        this.#take(i, from);
        this.#put(i, into);
      }
      merged.add(into).add(from);
    }
    return merged.size / 2;
  }

  /**
   * From now on, headlines whose parties contradict one another are in different stories. Stories are first made of words
   * alone, so that parties change only those that hold a contradiction.
   * @returns whether any story does
   */
  heedParties(): boolean {
    this.#heedsParties = true;
    let found = false;
    this.#naming.forEach((naming, story) => {
      if ([...naming].every((i) => this.#mayBeOne(story, new Set([i]), 1))) return;
      this.#unsettled.add(story);
      found = true;
    });
    return found;
  }

  #bestStory(document: StoryDocument, i: number, own: number): number {
    const ownStory = this.#stories[own] as Story;
    let best = -1;
    let bestScore = this.#score.newStory;
    const self = new Set(document.parties.length > 0 ? [i] : []);
    if (ownStory.size > 1 && this.#mayBeOne(own, self, 1)) {
      const score = this.#score.ofDocument(document, ownStory, true);
      if (score >= bestScore) [best, bestScore] = [own, score];
    }
    for (const story of this.#candidates(document.words.ids, document.words.strengths, own)) {
      if (!this.#mayBeOne(story, self, 1)) continue;
      const score = this.#score.ofDocument(document, this.#stories[story] as Story, false);
      if (score > bestScore + LEAST_GAIN) [best, bestScore] = [story, score];
    }
    if (best >= 0) return best;
    return ownStory.size === 1 ? own : this.#stories.length;
  }

  #gainfulPairs(): { gain: number; into: number; from: number }[] {
    const tried = new Set<number>();
    const pairs: { gain: number; into: number; from: number }[] = [];
    const explained = new Map<number, number>();
    const scores = new Map<number, number>();
    for (const story of [...this.#changed].sort((a, b) => a - b)) {
      const { counts, size } = this.#stories[story] as Story;
      if (size === 0) continue;
      const shares = Float64Array.from(counts.values(), (count) => Math.min(1, count / size));
      for (const other of this.#candidates(Int32Array.from(counts.keys()), shares, story)) {
        const [into, from] = story < other ? [story, other] : [other, story];
        const pair = into * this.#stories.length + from;
        if (tried.has(pair)) continue;
        tried.add(pair);
        if (!this.#mayBeOne(into, this.#naming[from] as Set<number>, this.#stories[from]?.size ?? 0)) continue;
        const gain = this.#mergeGain(into, from, scores, explained);
        if (gain > LEAST_GAIN) pairs.push({ gain, into, from });
      }
    }
    this.#changed = new Set();
    return pairs.sort((a, b) => b.gain - a.gain || a.into - b.into || a.from - b.from);
  }

  #mergeGain(into: number, from: number, scores: Map<number, number>, explained: Map<number, number>): number {
    const [a, b] = [this.#stories[into] as Story, this.#stories[from] as Story];
    const known = (story: number) =>
      remembered(scores, story, () => this.#score.ofStory(this.#stories[story] as Story));
    let gain = this.#score.ofUnion(a, b) - known(into) - known(from);
    // After the merge, one story fewer has the words of both. These words are then more informative for every story
    // that has them.
    const [fewer, more] = a.counts.size < b.counts.size ? [a, b] : [b, a];
    for (const word of fewer.counts.keys())
      if (more.counts.has(word))
        gain += remembered(explained, word, () => this.#explained(word)) * this.#score.tellingGain(word);
    return gain;
  }

  #explained(word: number): number {
    let sum = 0;
    for (const story of this.#holders[word] ?? []) sum += this.#score.explained(word, this.#stories[story] as Story);
    return sum;
  }

  /** Returns the stories, except its own, that share the most informative words with these words. */
  #candidates(words: Int32Array, strengths: Float64Array, own: number): number[] {
    const votes = this.#votes;
    const found: number[] = [];
    for (let k = 0; k < words.length; k++) {
      const word = words[k] ?? 0;
      const holders = this.#holders[word];
      if (!holders || (this.#holderCounts[word] ?? 0) > MAX_PROPOSALS) continue;
      const vote = (strengths[k] ?? 0) * this.#score.telling(word);
      for (const story of holders) {
        if (story === own) continue;
        if (votes[story] === 0) found.push(story);
        votes[story] = (votes[story] ?? 0) + vote;
      }
    }
    const best = mostVoted(found, votes);
    for (const story of found) votes[story] = 0;
    return best;
  }

  /**
   * Returns whether a story and a document, or another story, can be one by the parties that their headlines name. They
   * cannot if more pairs of headlines contradict one another than agree, and these are many enough on both sides to
   * speak for them. So a headline that was misread neither splits a story nor keeps two apart.
   */
  #mayBeOne(story: number, others: ReadonlySet<number>, otherSize: number): boolean {
    const naming = this.#naming[story] as Set<number>;
    if (!this.#heedsParties || naming.size === 0 || others.size === 0) return true;
    let balance = 0;
    const [here, there] = [new Set<number>(), new Set<number>()];
    for (const i of others)
      for (const j of naming) {
        if (i === j) continue;
        const agreed = agreement(this.#named(i), this.#named(j));
        balance += agreed;
        if (agreed >= 0) continue;
        here.add(j);
        there.add(i);
      }
    const speakFor = (some: ReadonlySet<number>, size: number) => some.size >= LEAST_SHARE * size;
    return balance >= 0 || !speakFor(here, this.#stories[story]?.size ?? 0) || !speakFor(there, otherSize);
  }

  #named(i: number): Named {
    return remembered(this.#mentioned, i, () => {
      const { parties, words } = this.#documents[i] as StoryDocument;
      return { parties, mentions: new Set(words.ids.filter((_, k) => words.strengths[k] === 1)) };
    });
  }

  #members(): number[][] {
    const members: number[][] = this.#stories.map(() => []);
    this.#storyOf.forEach((story, i) => {
      members[story]?.push(i);
    });
    return members;
  }

  #put(i: number, to: number): void {
    const document = this.#documents[i] as StoryDocument;
    while (this.#stories.length <= to) {
      this.#stories.push(emptyStory());
      this.#naming.push(new Set());
      this.#votes.push(0);
    }
    addTo(this.#stories[to] as Story, document);
    if (document.parties.length > 0) this.#naming[to]?.add(i);
    for (const word of document.words.ids) this.#holderCounts[word] = this.#holders[word]?.add(to).size ?? 0;
    this.#storyOf[i] = to;
    this.#changed.add(to);
    this.#unsettled.add(to);
  }

  #take(i: number, from: number): void {
    this.#naming[from]?.delete(i);
    const gone = takeFrom(this.#stories[from] as Story, this.#documents[i] as StoryDocument);
    for (const word of gone)
      if (this.#holders[word]?.delete(from)) this.#holderCounts[word] = (this.#holderCounts[word] ?? 0) - 1;
    this.#changed.add(from);
    this.#unsettled.add(from);
  }
}

/**
 * Returns the `CANDIDATES` stories with the most votes; ties go to the lower number. This is cheaper than sorting
 * thousands.
 */
function mostVoted(found: readonly number[], votes: ArrayLike<number>): number[] {
  const best: number[] = [];
  for (const story of found) {
    const own = votes[story] ?? 0;
    let at = best.length;
    for (; at > 0; at--) {
      const other = best[at - 1] ?? 0;
      const others = votes[other] ?? 0;
      if (own < others || (own === others && story > other)) break;
    }
    if (at === CANDIDATES) continue;
    best.splice(at, 0, story);
    if (best.length > CANDIDATES) best.pop();
  }
  return best;
}

function remembered<T>(known: Map<number, T>, key: number, compute: () => T): T {
  const found = known.get(key);
  if (found !== undefined) return found;
  const value = compute();
  known.set(key, value);
  return value;
}
