import { headlineWeights, stemsOf, TEASER } from "./headline.ts";
import type { ReadEvent } from "./read-observations.ts";
import { type ReadSentence, readSentence } from "./read-sentence.ts";

/** Maximum sentences and characters of a summary. */
const MAX_SENTENCES = 3;
const MAX_LENGTH = 600;
/** Minimum and maximum words of a sentence from a text. */
const SHORT = 6;
const LONG = 60;
/** Maximum number of headlines in a summary. The title already states the main fact. */
const MAX_HEADLINES = 2;
/** A sentence with a smaller share of new content words repeats the summary. */
const LEAST_ADDED = 0.45;
/** Number of words that a headline shares with the title, or with more than a quarter of the sources. */
const LEAST_SHARED = 2;
/** Reduction of the score for each further sentence of an article. News puts the main facts first. */
const POSITION = 0.15;
/** Number of articles of an event whose texts are considered. */
const MAX_ARTICLES = 60;
const BOILERPLATE =
  /\b(?:click here|subscribe|sign up|newsletter|cookies?|all rights reserved|copyright|follow us|read more|advertisement|javascript|log ?in|terms of (?:use|service)|share this|photo(?:graph)? by|getty images)\b/i;

/** Feeds truncate their texts. Such a sentence ends in the middle. */
const CUT = /(?:…|\.{3})["'”’)\]]*$/;

/** Marks that agencies and newspapers append to a headline: "(1)", "(JCP)", "-- VIDEO". */
const MARK = /(?:\s*\((?:\d{1,2}|[A-Z]{1,5}(?::[A-Z]{1,5})?)\)|\s+[-–—]+\s*(?:video|photos?|report|watch))+\s*$/iu;

interface Candidate {
  sentence: ReadSentence;
  stems: string[];
  order: number;
  score: number;
}

/**
 * Composes a summary from sentences of the observations, without repetition. It prefers early sentences, and words that
 * most sources share in their headlines. If no text has a usable sentence, it takes headlines that add to the title and
 * are neither questions nor teasers. Of an event whose only headline is cut, the summary says so by its dots.
 * @param title the event's title, which the summary does not repeat where there is anything else
 */
export function summarise(event: ReadEvent, title: string): string {
  const bodies = event.observations.slice(0, MAX_ARTICLES);
  const weights = headlineWeights(event);
  const fromText: Candidate[] = [];
  const seen = new Set<string>();
  for (const [i, { body }] of bodies.entries())
    for (const [j, sentence] of body.slice(0, 8).entries()) {
      const { length } = sentence.words;
      if (length < SHORT || length > LONG || seen.has(sentence.text)) continue;
      if (BOILERPLATE.test(sentence.text) || CUT.test(sentence.text)) continue;
      seen.add(sentence.text);
      const stems = stemsOf(sentence);
      fromText.push({
        sentence,
        stems,
        order: i * 100 + j,
        score: scoreOf(stems, weights) * (1 - POSITION * Math.min(j, 5)),
      });
    }
  const chosen =
    fromText.length > 0
      ? choose(fromText, [], MAX_SENTENCES)
      : choose(headlines(event, title, weights), stemsOf(readSentence(title)), MAX_HEADLINES);
  const isCut = event.observations.some(({ headline, cut }) => cut && headline.text === title);
  const sentences = chosen.length > 0 ? chosen.map(({ sentence }) => sentence.text) : [isCut ? `${title} …` : title];
  return sentences
    .filter((text) => text !== "")
    .map(closed)
    .join(" ");
}

/** Returns the headlines that tell of the event. One that shares a single word with it was put there by mistake. */
function headlines(event: ReadEvent, title: string, weights: ReadonlyMap<string, number>): Candidate[] {
  const told = new Set(stemsOf(readSentence(title)));
  const isCommon = (word: string) => told.has(word) || (weights.get(word) ?? 0) * event.sources > event.sources / 4 + 1;
  return event.observations.flatMap(({ headline, cut }, order) => {
    if (cut || headline.words.length < SHORT - 2 || TEASER.test(headline.text)) return [];
    const sentence = readSentence(headline.text.replace(MARK, ""));
    const stems = stemsOf(sentence);
    if (stems.filter(isCommon).length < LEAST_SHARED) return [];
    return [{ sentence, stems, order, score: scoreOf(stems, weights) }];
  });
}

/** Returns how many of the sources' shared words a sentence covers, corrected for its length. */
function scoreOf(stems: readonly string[], weights: ReadonlyMap<string, number>): number {
  return stems.reduce((sum, word) => sum + (weights.get(word) ?? 0), 0) / Math.sqrt(Math.max(4, stems.length));
}

/**
 * Chooses the best sentences, in the order of their articles. Each states something that the title and the other
 * sentences do not. A sentence's score is multiplied by its share of new words.
 */
function choose(candidates: readonly Candidate[], taken: readonly string[], most: number): Candidate[] {
  const chosen: Candidate[] = [];
  const said = new Set(taken);
  let length = 0;
  while (chosen.length < most) {
    const [best] = candidates
      .map((candidate) => ({ candidate, worth: candidate.score * addedShare(candidate, said) }))
      .filter(({ candidate, worth }) => worth > 0 && addedShare(candidate, said) >= LEAST_ADDED && fits(candidate))
      .sort((a, b) => b.worth - a.worth || a.candidate.order - b.candidate.order);
    if (best === undefined) break;
    chosen.push(best.candidate);
    for (const word of best.candidate.stems) said.add(word);
    length += best.candidate.sentence.text.length + 1;
  }
  return chosen.sort((a, b) => a.order - b.order);

  function fits({ sentence }: Candidate): boolean {
    return chosen.length === 0 || length + sentence.text.length <= MAX_LENGTH;
  }
}

/** Returns the share of a sentence's content words that are new; 0 for a sentence without content words. */
const addedShare = ({ stems }: Candidate, said: ReadonlySet<string>): number =>
  stems.filter((word) => !said.has(word)).length / Math.max(1, stems.length);

/** Returns a sentence with a punctuation mark at its end. */
export const closed = (text: string) => (/[.!?…]["'”’)]*$/.test(text) ? text : `${text}.`);
