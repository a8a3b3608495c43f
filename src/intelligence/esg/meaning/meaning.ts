import { type MeaningSettings, sentenceClassifier } from "../../meaning/sentence-classifier.ts";
import type { EsgMeaning } from "../lexicon/esg-lexicon.ts";
import trained from "./esg-meaning.json" with { type: "json" };

/**
 * The probability from which a label counts, and the one below which a matching pattern is doubted. Chosen on sentences
 * that the network had not learned (docs/quality-signals.md). The cosine `alike` is for labels of an operator's own
 * lexicon; docs/esg.md says how little it finds.
 */
const LEVELS = { probable: 0.45, alike: 0.5, unlikely: 0.05 };

/**
 * Creates the reader of ESG labels by meaning (`sentenceClassifier`). Returns null if only the patterns read: another
 * model was chosen, or this one does not run.
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
