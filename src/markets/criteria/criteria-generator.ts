import type { Pay } from "#providers/provider-call";
import type { GeneratedCriteria } from "./search-criteria.ts";

/** Turns a market question into criteria and suggests more keywords: embedded (words and grammar) or a language model. */
export interface CriteriaGenerator {
  /** Says which one it is in logs and in the workflow's summary. */
  readonly name: string;
  /**
   * @param question 1–4,000 characters of plain words
   * @param pay makes the calls that cost something, for the team that asks
   * @throws InvalidInputError that says what is missing when the question names nothing to search for
   */
  generate(question: string, pay: Pay): Promise<GeneratedCriteria>;
  /** Words that a person may want to add to features or synonyms, best first, at most 20, none that the criteria have already. */
  suggest(criteria: GeneratedCriteria, pay: Pay): Promise<string[]>;
}
