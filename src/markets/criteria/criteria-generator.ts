import type { Pay } from "#providers/provider-call";
import type { GeneratedCriteria } from "./search-criteria.ts";

/**
 * Turns a market question into criteria and suggests more keywords. There is an embedded one (words and grammar) and
 * one with a language model.
 */
export interface CriteriaGenerator {
  /** Identifies the generator in logs and in the workflow's summary. */
  readonly name: string;
  /**
   * @param question 1–4,000 characters of plain words
   * @param pay makes paid calls for the team that asks
   * @throws InvalidInputError that says what is missing when the question names nothing to search for
   */
  generate(question: string, pay: Pay): Promise<GeneratedCriteria>;
  /**
   * Returns words that a person may want to add to features or synonyms, best first, at most 20. None is already in the
   * criteria.
   */
  suggest(criteria: GeneratedCriteria, pay: Pay): Promise<string[]>;
}
