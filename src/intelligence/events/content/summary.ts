import { headlineWeights, stemsOf, TEASER } from "./headline.ts";
import type { ReadEvent } from "./read-observations.ts";
import { type ReadSentence, readSentence } from "./read-sentence.ts";

/** A summary has at most so many sentences and characters. */
const MAX_SENTENCES = 3;
const MAX_LENGTH = 600;
/** A sentence of a text has at least so many words, and at most so many. */
const SHORT = 6;
const LONG = 60;
/** The title says the main thing already; so many further headlines at most add to it. */
const MAX_HEADLINES = 2;
/** A sentence less of whose content words are new repeats what was said. */
const LEAST_ADDED = 0.45;
/** Factor by which each further sentence of an article counts less: news puts the main facts first. */
const POSITION = 0.15;
/** Texts of so many articles of an event are considered. */
const MAX_ARTICLES = 60;
const BOILERPLATE =
  /\b(?:click here|subscribe|sign up|newsletter|cookies?|all rights reserved|copyright|follow us|read more|advertisement|javascript|log ?in|terms of (?:use|service)|share this|photo(?:graph)? by|getty images)\b/i;

/** Feeds cut their texts: such a sentence ends in the middle. */
const CUT = /(?:…|\.{3})["'”’)\]]*$/;

/** What agencies and papers hang on a headline: "(1)", "(JCP)", "-- VIDEO". */
const MARK = /(?:\s*\((?:\d{1,2}|[A-Z]{1,5}(?::[A-Z]{1,5})?)\)|\s+[-–—]+\s*(?:video|photos?|report|watch))+\s*$/iu;

interface Candidate {
  sentence: ReadSentence;
  stems: string[];
  order: number;
  score: number;
}

/**
 * A summary made of sentences of the observations. It prefers words that most sources share (in headlines and texts)
 * and early sentences, and repeats none. Where the articles have no text, headlines that add to the title: no question and no teaser.
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
      : choose(headlines(event, weights), stemsOf(readSentence(title)), MAX_HEADLINES);
  const sentences = chosen.length > 0 ? chosen.map(({ sentence }) => sentence.text) : [title];
  return sentences
    .filter((text) => text !== "")
    .map(closed)
    .join(" ");
}

function headlines(event: ReadEvent, weights: ReadonlyMap<string, number>): Candidate[] {
  return event.observations.flatMap(({ headline, cut }, order) => {
    if (cut || headline.words.length < SHORT - 2 || TEASER.test(headline.text)) return [];
    const sentence = readSentence(headline.text.replace(MARK, ""));
    const stems = stemsOf(sentence);
    return [{ sentence, stems, order, score: scoreOf(stems, weights) }];
  });
}

/** How much of the sources' shared words a sentence covers, corrected for its length. */
function scoreOf(stems: readonly string[], weights: ReadonlyMap<string, number>): number {
  return stems.reduce((sum, word) => sum + (weights.get(word) ?? 0), 0) / Math.sqrt(Math.max(4, stems.length));
}

/**
 * The best sentences, each of which says something that the title and the others do not, in the order of their articles.
 * What a sentence adds counts as much as how much of the sources' words it has.
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

/** The share of a sentence's content words that nothing said so far has; 0 for a sentence without such words. */
const addedShare = ({ stems }: Candidate, said: ReadonlySet<string>): number =>
  stems.filter((word) => !said.has(word)).length / Math.max(1, stems.length);

/** A sentence with a punctuation mark at its end. */
export const closed = (text: string) => (/[.!?…]["'”’)]*$/.test(text) ? text : `${text}.`);
