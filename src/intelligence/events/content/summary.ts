import { headlineWeights, stemsOf } from "./headline.ts";
import type { ReadEvent } from "./read-observations.ts";
import type { ReadSentence } from "./read-sentence.ts";

/** A summary has at most so many sentences and characters. */
const MAX_SENTENCES = 3;
const MAX_LENGTH = 600;
/** A sentence of a text has at least so many words, and at most so many. */
const SHORT = 6;
const LONG = 60;
/** A sentence that shares this much of its words with a chosen one repeats it. */
const MAX_SHARED = 0.6;
/** Factor by which each further sentence of an article counts less: news puts the main facts first. */
const POSITION = 0.15;
/** Texts of so many articles of an event are considered. */
const MAX_ARTICLES = 60;
const BOILERPLATE =
  /\b(?:click here|subscribe|sign up|newsletter|cookies?|all rights reserved|copyright|follow us|read more|advertisement|javascript|log ?in|terms of (?:use|service)|share this|photo(?:graph)? by|getty images)\b/i;

/** Feeds cut their texts: such a sentence ends in the middle. */
const CUT = /(?:…|\.{3})["'”’)\]]*$/;

interface Candidate {
  sentence: ReadSentence;
  stems: string[];
  order: number;
  score: number;
}

/**
 * A summary made of sentences of the observations. It prefers words that most sources share (in headlines and texts)
 * and early sentences, and repeats none. Where the articles have no text, their most telling distinct headlines.
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
  const chosen = fromText.length > 0 ? choose(fromText, []) : choose(headlines(event, weights), [title]);
  const sentences = chosen.length > 0 ? chosen.map(({ sentence }) => sentence.text) : [title];
  return sentences
    .filter((text) => text !== "")
    .map(closed)
    .join(" ");
}

function headlines(event: ReadEvent, weights: ReadonlyMap<string, number>): Candidate[] {
  return event.observations.flatMap(({ headline, cut }, order) => {
    if (cut || headline.words.length < SHORT - 2) return [];
    const stems = stemsOf(headline);
    return [{ sentence: headline, stems, order, score: scoreOf(stems, weights) }];
  });
}

/** How much of the sources' shared words a sentence covers, corrected for its length. */
function scoreOf(stems: readonly string[], weights: ReadonlyMap<string, number>): number {
  return stems.reduce((sum, word) => sum + (weights.get(word) ?? 0), 0) / Math.sqrt(Math.max(4, stems.length));
}

/** The best sentences that do not repeat each other, in the order of their articles. */
function choose(candidates: Candidate[], taken: readonly string[]): Candidate[] {
  const chosen: Candidate[] = [];
  const said = taken.map((text) => new Set(text.toLowerCase().split(/[^\p{L}\p{N}]+/u)));
  let length = 0;
  for (const candidate of candidates.sort((a, b) => b.score - a.score || a.order - b.order)) {
    const { text } = candidate.sentence;
    if (length + text.length > MAX_LENGTH && chosen.length > 0) continue;
    const words = new Set(text.toLowerCase().split(/[^\p{L}\p{N}]+/u));
    if (said.some((other) => share(words, other) > MAX_SHARED)) continue;
    chosen.push(candidate);
    said.push(words);
    length += text.length + 1;
    if (chosen.length === MAX_SENTENCES) break;
  }
  return chosen.sort((a, b) => a.order - b.order);
}

function share(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let both = 0;
  for (const word of a) if (b.has(word)) both++;
  return both / Math.max(1, Math.min(a.size, b.size));
}

/** A sentence with a punctuation mark at its end. */
export const closed = (text: string) => (/[.!?…]["'”’)]*$/.test(text) ? text : `${text}.`);
