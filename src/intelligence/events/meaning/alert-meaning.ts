import { type MeaningSettings, sentenceClassifier } from "../../meaning/sentence-classifier.ts";
import { cleanHeadline } from "../content/clean-text.ts";
import type { ContentObservation } from "../content/content.ts";
import type { HeadlineMeaning, MeantAlerts } from "../content/headline-meaning.ts";
import { canonicalOrder } from "../content/independent-sources.ts";
import { readSentence } from "../content/read-sentence.ts";
import type { Taxonomy } from "../taxonomy/taxonomy.ts";
import trained from "./alert-meaning.json" with { type: "json" };

/**
 * Levels from which an alert type counts, and below which its terms do not. Chosen on sentences that the network had not
 * learned (docs/quality-signals.md).
 */
const LEVELS = { probable: 0.45, alike: 0.5, unlikely: 0.05 };
/** Maximum headlines of one event that the model reads, so that a large event costs no more than a small one. */
const MOST_HEADLINES = 16;
/** Minimum words of a statement. */
const LEAST_WORDS = 3;

const NOTHING: HeadlineMeaning = { likely: [], unlikely: [] };

/** Reads alert types by meaning, besides the terms of the taxonomy. */
export interface AlertMeaning {
  /** Returns what the headlines of each event mean; no types where the model cannot answer. */
  read(events: readonly (readonly ContentObservation[])[]): Promise<MeantAlerts[]>;
  /** Ends the model's process, which also ends by itself when idle. */
  stop(): void;
}

/** Creates the reader of alert types by meaning (`sentenceClassifier`). Returns null if only the terms read. */
export function alertMeaning(settings: MeaningSettings, { file }: Taxonomy): AlertMeaning | null {
  const classifier = sentenceClassifier(settings, trained, LEVELS);
  if (classifier === null) return null;
  return {
    stop: classifier.stop,
    async read(events) {
      const asked = events.map(askedHeadlines);
      const headlines = [...new Set(asked.flat())];
      const found = await classifier.labelsOf(headlines, file.alertTypes);
      const meant = new Map(
        headlines.map((headline, i): [string, HeadlineMeaning] => [
          headline,
          {
            likely: (found[i]?.likely ?? []).map(({ label, likelihood }) => ({ type: label, likelihood })),
            unlikely: found[i]?.unlikely ?? [],
          },
        ]),
      );
      return asked.map((ofEvent) => new Map(ofEvent.map((headline) => [headline, meant.get(headline) ?? NOTHING])));
    },
  };
}

/** Returns the first headlines of an event in the canonical order of its articles, which does not depend on arrival. */
export function askedHeadlines(observations: readonly ContentObservation[]): string[] {
  const headlines = new Set<string>();
  for (const { title, publisher, url } of canonicalOrder(observations)) {
    const { text } = cleanHeadline(title, publisher, url);
    if (readSentence(text).words.length >= LEAST_WORDS) headlines.add(text);
    if (headlines.size === MOST_HEADLINES) break;
  }
  return [...headlines];
}
