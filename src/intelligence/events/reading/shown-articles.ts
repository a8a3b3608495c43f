import type { ReadEvent, ReadObservation } from "../content/read-observations.ts";
import type { ReadSentence } from "../content/read-sentence.ts";

/** Maximum articles of one event for the model, each from a different independent source. */
const MOST_ARTICLES = 8;
/** Maximum characters of each text, in whole sentences. News puts the main facts first. */
const MOST_TEXT = 1_200;

/** A sentence of a shown text, with its start in that text. */
interface ShownSentence {
  sentence: ReadSentence;
  start: number;
}

/** An article as the model gets it. */
export interface ShownArticle {
  observation: ReadObservation;
  headline: string;
  /** The first sentences, separated by spaces; may be empty. */
  text: string;
  sentences: readonly ShownSentence[];
}

/**
 * Selects the articles of an event for the model: the first article with a text from each of the first independent
 * sources, in canonical order. Once an event has that many sources, further articles do not change its request.
 */
export function shownArticles({ observations }: ReadEvent): ShownArticle[] {
  const bySource = new Map<number, ReadObservation>();
  for (const observation of observations) {
    const known = bySource.get(observation.source);
    if (known === undefined || (known.body.length === 0 && observation.body.length > 0))
      bySource.set(observation.source, observation);
  }
  return [...bySource.values()].slice(0, MOST_ARTICLES).map(shown);
}

function shown(observation: ReadObservation): ShownArticle {
  const sentences: ShownSentence[] = [];
  let text = "";
  for (const sentence of observation.body) {
    const start = text === "" ? 0 : text.length + 1;
    if (start + sentence.text.length > MOST_TEXT) break;
    sentences.push({ sentence, start });
    text = text === "" ? sentence.text : `${text} ${sentence.text}`;
  }
  return { observation, headline: observation.headline.text, text, sentences };
}
