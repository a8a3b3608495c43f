import { criteriaFromQuestion } from "./criteria-from-question.ts";
import type { CriteriaGenerator } from "./criteria-generator.ts";
import type { GeneratedCriteria } from "./search-criteria.ts";
import { type RelatedTerms, suggestKeywords } from "./suggest-keywords.ts";

/**
 * Reads questions by grammar (wink-nlp), word lists and WordNet. It needs no network and no model, and its answers are
 * reproducible.
 */
export class EmbeddedCriteriaGenerator implements CriteriaGenerator {
  readonly name = "embedded";
  private readonly sources: RelatedTerms[];

  /**
   * @param sources further sources of suggestions, the most trusted first: neighbours in word vectors, terms of
   * matching companies
   */
  constructor(sources: RelatedTerms[] = []) {
    this.sources = sources;
  }

  async generate(question: string): Promise<GeneratedCriteria> {
    return criteriaFromQuestion(question);
  }

  async suggest(criteria: GeneratedCriteria): Promise<string[]> {
    return suggestKeywords(criteria, this.sources);
  }
}
