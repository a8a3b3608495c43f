import { sentences } from "#foundation/language/tokenize";
import { cleanHeadline, cleanLead } from "./clean-text.ts";
import type { ContentObservation } from "./content.ts";
import { canonicalOrder, sourceGroups } from "./independent-sources.ts";
import { type ReadSentence, readSentence } from "./read-sentence.ts";

/** Sentences of one article that are read. */
const MAX_SENTENCES = 16;
/** Maximum characters of one sentence, so that a text without full stops costs no more. */
const MAX_SENTENCE = 600;

/** An observation in the form that all parts of the content use. */
export interface ReadObservation {
  observation: ContentObservation;
  /** Number of its independent source, 0 upwards. */
  source: number;
  headline: ReadSentence;
  /** True if the headline was truncated. */
  cut: boolean;
  /** Sentences of the text, in order. */
  body: readonly ReadSentence[];
}

/** The observations of one event, read once, in their canonical order. */
export interface ReadEvent {
  observations: readonly ReadObservation[];
  sources: number;
}

/** Reads the observations of an event. The result is deterministic and does not depend on their order. */
export function readObservations(observations: readonly ContentObservation[]): ReadEvent {
  const ordered = canonicalOrder(observations);
  const { groupOf, count } = sourceGroups(ordered);
  // Identical texts are read only once.
  const bodies = new Map<string, ReadSentence[]>();
  return {
    sources: count,
    observations: ordered.map((observation, i) => {
      const { text, cut } = cleanHeadline(observation.title, observation.publisher, observation.url);
      const plain = cleanLead(observation.text);
      const body = bodies.get(plain) ?? readBody(plain);
      bodies.set(plain, body);
      return { observation, source: groupOf[i] as number, headline: readSentence(text), cut, body };
    }),
  };
}

const readBody = (plain: string): ReadSentence[] =>
  sentences(plain)
    .slice(0, MAX_SENTENCES)
    .map(({ start, end }) => readSentence(plain.slice(start, Math.min(end, start + MAX_SENTENCE)).toWellFormed()))
    .filter(({ words }) => words.length > 0);
