import { stem } from "#foundation/language/stem";
import { foldCase, sentences, type Token, tokens } from "#foundation/language/tokenize";
import { near, type PatternWord } from "../lexicon/patterns.ts";
import {
  ESG_CATEGORIES,
  type EsgCategory,
  type EsgLabel,
  type EsgLexicon,
  type EsgSign,
  type MeantLabels,
} from "./lexicon/esg-lexicon.ts";
import { isMoneyResult } from "./money-results.ts";
import { ownClaim } from "./own-claims.ts";
import { readRecognition } from "./recognition.ts";

export interface EsgText {
  title: string;
  /** "" when only the title is known. */
  text: string;
}

/**
 * Who wrote the text. `own` is a company's own text or its record in a directory. There, what the company sells does not
 * show its conduct, and a title is a name.
 */
export type Voice = "own" | "press";

/** What a text states about environmental, social and governance conduct. */
export interface EsgReading extends Record<EsgCategory, string[]> {
  /** The sentences that show a label, an award or a certification, one a line. */
  told: string;
  awards: boolean;
  certifications: boolean;
  /** The sentence with the most evidence, "" if there is none. */
  snippet: string;
}

/** The findings of one sentence. */
export interface SentenceReading {
  text: string;
  isTitle: boolean;
  /** Position in the text; 0 for the title. */
  position: number;
  /**
   * Labels with the weight of their evidence: `STRONG` for one sufficient phrase, `WEAK_PAIR` for two hints, `MEANT`
   * for the meaning.
   */
  labels: Map<EsgLabel, number>;
  award: boolean;
  certification: boolean;
}

const STRONG = 1;
const WEAK_PAIR = 0.5;
/**
 * Weight of a label from the meaning of a sentence. It equals a pair of hints and, like them, counts only at the head
 * of a text.
 */
const MEANT = 0.5;
/** Number of sentences after the title in which hints count. Further down, two hints come together by chance. */
const HEAD_SENTENCES = 3;
/** Number of sentences at the head of a text, title included, that a model of meaning classifies. */
const MEANT_SENTENCES = 3;
/** The plot of a book, a film or a show is not a company's conduct: "a comedy about layoffs". */
const FICTION =
  /\b(?:novels?|thrillers?|series|dramas?|comed(?:y|ies)|operas?|musicals?|documentar(?:y|ies)|exhibitions?|exhibits?|memoirs?|plays?|films?|movies?|games?|books?|museum\s+shows?|opens\s+show)\s+(?:about|on|of\s+(?:an?|the)|in\s+which|tells?|lets?|imagines?|retraces?|recounts?|recalls?)\b|\bnovel\s+[^.]{0,40}\bprize\b/i;
/** Years so long ago that the sentence is about history. */
const LONG_AGO = /\b1[0-8]\d\d\b|\b19[0-4]\d\b/;
/** Maximum characters that are read of a text, and of a snippet. */
const MAX_TEXT = 40_000;
const MAX_SNIPPET = 400;

/** Finds the names of companies in a sentence: their words are no evidence ("LM Wind Power"). */
type FindNames = (sentence: string) => readonly { start: number; end: number }[];

interface How {
  voice?: Voice;
  meant?: Meant;
  namesIn?: FindNames;
}

const NO_NAMES: FindNames = () => [];

/** The labels that sentences mean, by the text of the sentence. */
export type Meant = ReadonlyMap<string, MeantLabels>;

const NOTHING_MEANT: Meant = new Map();

/** Returns the title and the sentences of a text. */
function sentencesOf({ title, text }: EsgText): string[] {
  const body = text.slice(0, MAX_TEXT);
  return [title.trim(), ...sentences(body).map(({ start, end }) => body.slice(start, end))];
}

/** Minimum words of a statement. */
const LEAST_WORDS = 4;

/**
 * Classifies the sentences at the head of each text by meaning. Returns their labels by sentence; empty without a model
 * of meaning.
 */
export async function readMeaning(lexicon: EsgLexicon, texts: readonly EsgText[]): Promise<Meant> {
  const { meaning, labels } = lexicon;
  if (meaning === null) return NOTHING_MEANT;
  const asked = [...new Set(texts.flatMap((text) => sentencesOf(text).slice(0, MEANT_SENTENCES)))].filter(mayMean);
  const found = await meaning.labelsOf(asked, labels);
  return new Map(asked.flatMap((sentence, i) => (found[i] === undefined ? [] : [[sentence, found[i]]])));
}

const mayMean = (sentence: string) =>
  tokens(sentence).length >= LEAST_WORDS &&
  !FICTION.test(sentence) &&
  !LONG_AGO.test(sentence) &&
  (sentence.match(NEGATION) === null || ACCUSED.test(sentence));

/** Reads what each sentence of a text shows, starting with the title. */
export function readSentences(
  lexicon: EsgLexicon,
  text: EsgText,
  { voice = "press", meant = NOTHING_MEANT, namesIn = NO_NAMES }: How = {},
): SentenceReading[] {
  // The title of an own text is the name of the company or of a page, and claims nothing.
  const read = voice === "own" ? { ...text, title: "" } : text;
  return sentencesOf(read).map((sentence, position) => {
    const { award, certification } = readRecognition(sentence);
    return {
      text: sentence,
      isTitle: position === 0,
      position,
      labels: voice === "own" ? labelsOfOwn(lexicon, sentence, namesIn) : labelsOf(lexicon, sentence, meant, namesIn),
      award,
      certification,
    };
  });
}

/**
 * Converts a word for pattern matching. Patterns may match across punctuation, because headlines and lists have much of
 * it.
 */
function readWord(word: string): PatternWord {
  const number = /^\d+$/.test(word) ? Number(word) : null;
  return { stem: stem(word), lower: foldCase(word), number, afterBreak: false };
}

/** Number of words after a negation that it covers, and after a denial: "denied that it plans any layoffs". */
const NEGATION_REACH = 3;
const DENIAL_REACH = 8;
const DENIAL = /^den/i;
const NEGATION =
  /\b(?:no|not|never|without|neither|nor|cannot|\w+n['’]t|den(?:y|ies|ied|ying)|rul(?:es?|ed|ing)\s+out|avoid(?:s|ed)?|averts?|averted|dismiss(?:es|ed)?)\b/gi;
/**
 * In sentences with an accusation, a lawsuit or a complaint, negations are ignored. A denial, or the lack of something,
 * is then part of the matter.
 */
const ACCUSED =
  /\b(?:alleg\w+|accus\w+|charg(?:es|ed)|lawsuits?|su(?:e|es|ed|ing)|prob(?:e|es|ed)|investigat\w+|indict\w+|claims?|scandal|critici\w+|fail\w*|refus\w+|despite|guilty|convicted|fined)\b/i;

/** Returns a test for whether a word of a sentence follows a negation: "rules out job cuts", "no layoffs". */
function negatedIn(sentence: string, words: readonly Token[]): (place: number) => boolean {
  if (ACCUSED.test(sentence)) return () => false;
  const ends = [...sentence.matchAll(NEGATION)].map(({ 0: match, index }) => ({
    end: index + match.length,
    reach: DENIAL.test(match) ? DENIAL_REACH : NEGATION_REACH,
  }));
  return (place) => {
    const word = words[place];
    if (word === undefined) return false;
    return ends.some(({ end, reach }) => {
      const between = words.filter((one) => one.start >= end && one.start < word.start).length;
      return end <= word.start && between < reach && !/[,;:]/.test(sentence.slice(end, word.start));
    });
  };
}

function labelsOf({ signs }: EsgLexicon, sentence: string, meant: Meant, namesIn: FindNames): Map<EsgLabel, number> {
  if (FICTION.test(sentence)) return new Map();
  const found = tokens(sentence);
  const words = found.map(({ word }) => readWord(word));
  const names = namesIn(sentence);
  const inName = (place: number) => {
    const word = found[place];
    return word !== undefined && names.some(({ start, end }) => start <= word.start && word.start < end);
  };
  const { labels, named } = labelsIn(signs, words, { isNegated: negatedIn(sentence, found), inName });
  const read = meant.get(sentence);
  const isResult = isMoneyResult(sentence);
  for (const label of read?.doubted ?? []) labels.delete(label);
  for (const label of read?.meant ?? [])
    if (!labels.has(label) && !named.has(label) && !(isResult && label.category === "environmental"))
      labels.set(label, MEANT);
  if (isResult)
    for (const label of labels.keys()) if (label.ofOffer && label.category === "environmental") labels.delete(label);
  return labels;
}

/** Returns the labels, and those of which only the name of a company has words. */
function labelsIn(
  signs: EsgLexicon["signs"],
  words: readonly PatternWord[],
  { isNegated, inName }: Record<"isNegated" | "inName", (place: number) => boolean>,
): { labels: Map<EsgLabel, number>; named: Set<EsgLabel> } {
  const found = new Map<EsgLabel, Record<EsgSign["kind"], (readonly number[])[]>>();
  for (const { value, places } of signs.find(words)) {
    const of = found.get(value.label) ?? { strong: [], weak: [], not: [] };
    of[value.kind].push(places);
    found.set(value.label, of);
  }
  const labels = new Map<EsgLabel, number>();
  const named = new Set<EsgLabel>();
  for (const [label, { strong, weak, not }] of found) {
    const masked = new Set(not.flat());
    const counts = (places: readonly number[]) =>
      !places.some((place) => masked.has(place) || inName(place)) &&
      !(label.deniable && isNegated(Math.min(...places)));
    const shown = [...strong, ...weak];
    if (shown.length > 0 && shown.every((places) => places.some(inName))) named.add(label);
    if (strong.some(counts)) labels.set(label, STRONG);
    else if (hasTwoHints(weak.filter(counts), words)) labels.set(label, WEAK_PAIR);
  }
  return { labels, named };
}

/**
 * Labels a sentence of a company's own text. Only strong evidence counts, and only if the sentence claims conduct.
 */
function labelsOfOwn(lexicon: EsgLexicon, sentence: string, namesIn: FindNames): Map<EsgLabel, number> {
  const { isConduct, isConductOfOffer } = ownClaim(sentence);
  if (!isConduct && !isConductOfOffer) return new Map();
  return new Map(
    [...labelsOf(lexicon, sentence, NOTHING_MEANT, namesIn)].filter(
      ([label, weight]) => weight === STRONG && (label.ofOffer ? isConductOfOffer : isConduct),
    ),
  );
}

/** Returns whether two hints are near each other and share no word: "chief executive" and "executive" are one hint. */
function hasTwoHints(hints: readonly (readonly number[])[], words: readonly PatternWord[]): boolean {
  const stemsAt = (places: readonly number[]) => places.map((place) => words[place]?.stem);
  return hints.some((one, i) =>
    hints.slice(i + 1).some((other) => near(one, other) && !stemsAt(other).some((word) => stemsAt(one).includes(word))),
  );
}

/** Combines the findings of sentences. The caller leaves out sentences about other subjects. */
export function combine({ labels }: EsgLexicon, read: readonly SentenceReading[]): EsgReading {
  const evidence = new Map<EsgLabel, number>();
  const shows = (sentence: SentenceReading) =>
    [...sentence.labels].filter(([, weight]) => weight === STRONG || sentence.position <= HEAD_SENTENCES);
  for (const sentence of read)
    for (const [label, weight] of shows(sentence)) evidence.set(label, (evidence.get(label) ?? 0) + weight);
  const inOrder = labels.filter((label) => evidence.has(label));
  const ofCategory = (category: EsgCategory) =>
    inOrder.filter((label) => label.category === category).map(({ name }) => name);

  const scored = read
    .map((sentence) => ({
      sentence,
      score: shows(sentence).reduce(
        (sum, [, weight]) => sum + weight,
        Number(sentence.award) + Number(sentence.certification),
      ),
    }))
    .filter(({ score }) => score > 0);
  // A sentence of the text says more than the title, which is shown beside the snippet.
  const best = scored.toSorted(
    (a, b) =>
      Number(a.sentence.isTitle) - Number(b.sentence.isTitle) ||
      b.score - a.score ||
      a.sentence.position - b.sentence.position,
  )[0];
  const told = scored.map(({ sentence }) => sentence.text).join("\n");
  return {
    environmental: ofCategory("environmental"),
    social: ofCategory("social"),
    governance: ofCategory("governance"),
    told,
    awards: read.some(({ award }) => award),
    certifications: read.some(({ certification }) => certification),
    snippet: best === undefined ? "" : shorten(best.sentence.text),
  };
}

/** Cuts at the end of a word, and never inside a surrogate pair. */
function shorten(text: string): string {
  if (text.length <= MAX_SNIPPET) return text;
  return `${text
    .slice(0, MAX_SNIPPET - 1)
    .replace(/\s+\S*$/, "")
    .replace(/[\uD800-\uDBFF]$/, "")}…`;
}

/**
 * Reads labels, awards and certifications of a text, with the sentence that shows them. Method: docs/esg.md.
 */
export function labelEsg(lexicon: EsgLexicon, text: EsgText, how: How = {}): EsgReading {
  return combine(lexicon, readSentences(lexicon, text, how));
}

/** Returns whether a reading has a label, an award or a certification. */
export function saysSomething(reading: EsgReading): boolean {
  return ESG_CATEGORIES.some((category) => reading[category].length > 0) || reading.awards || reading.certifications;
}
