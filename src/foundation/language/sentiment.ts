import { comparisonIn } from "./sentiment-comparison.ts";
import * as lexicon from "./sentiment-lexicon.ts";
import { openersOf } from "./sentiment-openers.ts";
import { markPairs } from "./sentiment-pairs.ts";
import { stem } from "./stem.ts";
import { sentences, type Token, tokens } from "./tokenize.ts";

/** Number of characters read: news shows its tone early. */
const MAX_LENGTH = 4_000;
/** Number of words that a negation reaches, and within which a direction finds what moves. */
const NEGATION_REACH = 4;
const DIRECTION_REACH = 4;
/**
 * Number of words within which a verb of rising or falling finds its subject: "Profit of the three units in Asia fell".
 */
const SUBJECT_REACH = 12;
/** Weight of a direction without a measure beside it: "shares" may be three sentences back. */
const BARE_DIRECTION = 0.6;
/** Weight of "down 5 %" without a measure: it means the share price. */
const STATED_DIRECTION = 1.5;
/** Weight of a measure that moves: that of a strong word. */
const MOVED = 2;
/**
 * A sentence with the sum s scores s / √(s² + α): 2 becomes 0.58, 5 becomes 0.87. The form is VADER's (Hutto & Gilbert
 * 2014, α = 15), but steeper, because headlines are short.
 */
const ALPHA = 8;
/** The first sentence, a headline, counts double: the rest is often background. */
const FIRST_WEIGHT = 2;

const stems = (list: string) => new Set(list.trim().split(/\s+/).map(stem));
const UP = stems(lexicon.UP);
const DOWN = stems(lexicon.DOWN);
const WANTED = stems(lexicon.WANTED);
const UNWANTED = stems(lexicon.UNWANTED);
/** Measures in which a movement may end: "slumps to a loss". */
const RESULTS = stems("profit loss deficit surplus");
const NEGATIONS = stems(lexicon.NEGATIONS);
/** Verbs whose subject moves. */
const MOVING = stems(
  "rise rose risen fall fell fallen climb drop decline jump surge soar plunge slump tumble slip slid slide dip sink sank shrink shrank go went decrease grow grew narrow widen swell double halve advance recover weaken improve",
);
/** Adverbs and adjectives that only count or place something when no measure is near. */
const WEAK = stems("more less fewer up down add extend lift higher lower short cool mount ease highest lowest");
/** Notices of holdings: neither good nor bad, in either direction. */
const HOLDING = /\b(?:voting rights|share capital|shareholding|holding in|number of shares|shares outstanding)\b/i;
/** What precedes an adjective used as a predicate: "will be lower", "closed 4 % lower", "clearly lower". */
const PREDICATE = /^(?:be|was|were|is|are|been|end|close|\d+|clear|signific|consider|slight|much|sharpli|somewhat)$/;
/** Words that begin another statement. */
const STATEMENT = new Set(["but", "while", "although", "though", "whereas", "becaus", "as"]);
const VALENCE = new Map(
  Object.entries(lexicon.VALENCE).flatMap(([strength, list]) =>
    [...stems(list)].map((word) => [word, Number(strength)] as const),
  ),
);
/** Phrases by their first stem, the longer first. */
const PHRASES = new Map<string, { words: string[]; strength: number }[]>();
for (const [phrase, strength] of Object.entries(lexicon.PHRASES)) {
  const words = phrase.split(" ").map(stem);
  const [first = ""] = words;
  PHRASES.set(
    first,
    [...(PHRASES.get(first) ?? []), { words, strength }].sort((a, b) => b.words.length - a.words.length),
  );
}

/**
 * Returns how good or bad news is for those whom it is about: −1 (bad) to 1 (good), 0 where nothing says either.
 * Between −0.1 and 0.1 is neutral. Deterministic, by rules over a lexicon of business news in English (docs/news.md).
 * The lexicon has words with a strength, phrases, measures that move ("cuts losses" is good, "cuts dividend" is bad),
 * and negations. Each sentence scores s / √(s² + 8) of its sum s. The result is the mean over the sentences that score
 * at all; the first one counts double.
 */
export function sentimentOf(text: string): number {
  const read = text.slice(0, MAX_LENGTH);
  let sum = 0;
  let weights = 0;
  sentences(read).forEach(({ start, end }, i) => {
    const strength = strengthOf(read.slice(start, end));
    if (strength === 0) return;
    const weight = i === 0 ? FIRST_WEIGHT : 1;
    sum += weight * scoreOf(strength);
    weights += weight;
  });
  return weights === 0 ? 0 : Math.round((sum / weights) * 1000) / 1000;
}

/** A word of a sentence that is good or bad, with its position and strength. */
export interface ScoredWord {
  start: number;
  end: number;
  strength: number;
}

/** Returns the scored words of one sentence, phrases by their first word, after negations. Offsets are within the sentence. */
export function scoredWords(sentence: string): ScoredWord[] {
  // "n't" becomes a separate word of the same length.
  const found = tokens(sentence.replace(/n['’]t\b/g, " no"));
  const words = found.map(({ word }) => stem(word));
  const strengths = new Array<number>(words.length).fill(0);
  const used = new Array<boolean>(words.length).fill(false);
  // "Unlike" has the stem of "unlikely", "goods" that of "good", "clearly" that of "clear"; "free cash" is no negation.
  found.forEach(({ word }, i) => {
    const isFreeCash = /^free$/i.test(word) && words[i + 1] === "cash";
    // "More than 35,000 jobs", "up to 500 jobs" is a number of jobs, and no rise.
    const isCount = /^(?:(?:more|less|fewer) than|up to) \d/i.test(
      `${word} ${found[i + 1]?.word} ${found[i + 2]?.word}`,
    );
    if (isFreeCash || isCount || /^(?:unlike|goods|clearly)$/i.test(word)) used[i] = true;
  });
  if (HOLDING.test(sentence))
    words.forEach((word, i) => {
      if (UP.has(word) || DOWN.has(word)) used[i] = true;
    });
  markPhrases(words, strengths, used);
  markPairs(words, strengths, used);
  markMoves(words, strengths, used);
  markComparison(sentence, found, strengths, used);
  words.forEach((word, i) => {
    if (!used[i]) strengths[i] = VALENCE.get(word) ?? 0;
    if (turned(words, used, i)) strengths[i] = -(strengths[i] ?? 0) * 0.75;
  });
  for (const i of openersOf(sentence, found, words, strengths)) strengths[i] = 0;
  return found.flatMap(({ start, end }, i) => {
    const strength = strengths[i] ?? 0;
    return strength === 0 ? [] : [{ start, end, strength }];
  });
}

/** Marks two compared figures as a measure that moves, where no verb says how it moved. */
function markComparison(sentence: string, found: readonly Token[], strengths: number[], used: boolean[]): void {
  if (strengths.some((strength) => Math.abs(strength) >= MOVED)) return;
  const compared = comparisonIn(sentence);
  const at = compared === null ? -1 : found.findIndex(({ start }) => start >= compared.start);
  if (compared === null || at < 0) return;
  found.forEach(({ word }, i) => {
    if (RESULTS.has(stem(word))) used[i] = true;
  });
  strengths[at] = compared.sign * MOVED;
  used[at] = true;
}

/** Maps a sum of strengths to −1…1. */
export const scoreOf = (strength: number): number => strength / Math.sqrt(strength * strength + ALPHA);

const strengthOf = (sentence: string): number => scoredWords(sentence).reduce((sum, { strength }) => sum + strength, 0);

function markPhrases(words: string[], strengths: number[], used: boolean[]): void {
  words.forEach((word, i) => {
    if (used[i]) return;
    const found = PHRASES.get(word)?.find((phrase) => phrase.words.every((part, k) => words[i + k] === part));
    if (found === undefined) return;
    strengths[i] = found.strength;
    for (let k = 0; k < found.words.length; k++) used[i + k] = true;
  });
}

/** Marks each direction together with the measure that moves. */
function markMoves(words: string[], strengths: number[], used: boolean[]): void {
  words.forEach((word, i) => {
    const direction = used[i] ? 0 : UP.has(word) ? 1 : DOWN.has(word) ? -1 : 0;
    if (direction === 0) return;
    const at = movedBy(words, used, i);
    if (at !== null) {
      const good = UNWANTED.has(words[at] ?? "") ? -1 : 1;
      // "Slumps to a loss" says where it ended, not that the loss slumped.
      const isEnd = at > i && words.slice(i + 1, at).some((between) => between === "to" || between === "into");
      strengths[i] = (isEnd && RESULTS.has(words[at] ?? "") ? good : direction * good) * MOVED;
      used[i] = true;
      used[at] = true;
      return;
    }
    if (VALENCE.has(word)) return;
    // "Arbor, down 5 %".
    const isStated = (word === "up" || word === "down") && /^\d/.test(words[i + 1] ?? "");
    if (isStated) strengths[i] = direction * STATED_DIRECTION;
    // "More vessels", "less paper": only a count.
    else strengths[i] = WEAK.has(word) ? 0 : direction * BARE_DIRECTION;
    used[i] = true;
  });
}

/** Returns the position of the measure that a direction moves; null where there is none. */
function movedBy(words: readonly string[], used: readonly boolean[], i: number): number | null {
  const isMeasure = (at: number) => {
    const word = words[at] ?? "";
    return !used[at] && (UNWANTED.has(word) || WANTED.has(word));
  };
  const right = () => within(words, i, 1, DIRECTION_REACH, isMeasure);
  const left = () => within(words, i, -1, SUBJECT_REACH, isMeasure);
  const near = () => within(words, i, -1, DIRECTION_REACH, isMeasure);
  const word = words[i] ?? "";
  // "Falling prices", "a rise in costs": the measure follows.
  if (words[i + 1] === "in" || isMeasure(i + 1)) return right() ?? left();
  if (MOVING.has(word) || (/^(?:lower|higher)$/.test(word) && PREDICATE.test(words[i - 1] ?? "")))
    return left() ?? right();
  return right() ?? (WEAK.has(word) ? near() : left());
}

/** Returns the nearest position of one kind in the same statement. Digits do not count as distance. */
function within(
  words: readonly string[],
  from: number,
  step: 1 | -1,
  reach: number,
  isWanted: (at: number) => boolean,
): number | null {
  for (let at = from + step, distance = 0; distance < reach; at += step) {
    const word = words[at];
    if (word === undefined || STATEMENT.has(word)) return null;
    if (isWanted(at)) return at;
    if (!/^\d/.test(word)) distance++;
  }
  return null;
}

/** Whether an odd number of negations precedes a word within reach. A negation inside a phrase does not count again. */
function turned(words: string[], used: boolean[], at: number): boolean {
  let negations = 0;
  for (let i = Math.max(0, at - NEGATION_REACH); i < at; i++)
    if (!used[i] && NEGATIONS.has(words[i] ?? "")) negations++;
  return negations % 2 === 1;
}
