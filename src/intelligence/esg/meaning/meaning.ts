import { type MeaningSettings, sentenceClassifier } from "../../meaning/sentence-classifier.ts";
import type { EsgMeaning } from "../lexicon/esg-lexicon.ts";
import trained from "./esg-meaning.json" with { type: "json" };

/**
 * From where on a label counts, and below which probability a pattern that shows it is doubted. Both probabilities were
 * chosen on the part `reported`, each sentence classified by a model that had not seen it. The cosine is for a label of
 * an operator's own: docs/esg.md says how little that finds.
 */
const LEVELS = { probable: 0.5, alike: 0.5, unlikely: 0.05 };

/**
 * The reader of ESG labels by meaning (`sentenceClassifier`). Null where the patterns alone read: another model was
 * chosen, or this one does not run.
 */
export function esgMeaning(settings: MeaningSettings): EsgMeaning | null {
  const classifier = sentenceClassifier(settings, trained, LEVELS);
  if (classifier === null) return null;
  return {
    stop: classifier.stop,
    async labelsOf(sentences, labels) {
      const found = await classifier.labelsOf(sentences, labels);
      return found.map(({ likely, unlikely }) => ({ meant: likely.map(({ label }) => label), doubted: unlikely }));
    },
  };
}
