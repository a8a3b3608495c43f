import type { Logger } from "pino";
import type { LanguageModel } from "#providers/language-model/language-model";
import type { CriteriaGenerator } from "./criteria-generator.ts";
import { EmbeddedCriteriaGenerator } from "./embedded-criteria-generator.ts";
import { ModelCriteriaGenerator } from "./model-criteria-generator.ts";
import type { RelatedTerms } from "./suggest-keywords.ts";

/**
 * Creates the configured generator: a language model with the embedded generator as its fallback, or the embedded one
 * alone.
 */
export function createCriteriaGenerator(deps: {
  model: LanguageModel | null;
  /** Further sources of suggestions, the most trusted first. */
  related: RelatedTerms[];
  log: Logger;
}): CriteriaGenerator {
  const embedded = new EmbeddedCriteriaGenerator(deps.related);
  return deps.model === null ? embedded : new ModelCriteriaGenerator({ model: deps.model, embedded, log: deps.log });
}
