import { InvalidInputError } from "#foundation/errors/index";
import type { Pay } from "#providers/provider-call";
import type { CriteriaGenerator } from "./criteria-generator.ts";
import { LIMITS, normaliseCriteria } from "./criteria-schema.ts";
import type { GeneratedCriteria } from "./search-criteria.ts";

/** The only search type so far. */
const SEARCH_TYPES = ["keywordSearch"];

export interface GenerateSearchCriteriaInput {
  searchType?: string | null;
  searchInput: string;
}

/** Reads a question as criteria. @throws InvalidInputError that says what is missing or out of bounds */
export async function generateSearchCriteria(
  generator: CriteriaGenerator,
  input: GenerateSearchCriteriaInput,
  pay: Pay,
): Promise<GeneratedCriteria> {
  if (input.searchType != null && !SEARCH_TYPES.includes(input.searchType))
    throw new InvalidInputError(`searchType must be one of: ${SEARCH_TYPES.join(", ")}`);
  const question = input.searchInput.trim();
  if (question.length > LIMITS.promptCharacters)
    throw new InvalidInputError(`searchInput has more than ${LIMITS.promptCharacters} characters`);
  return generator.generate(question, pay);
}

/** Suggests keywords for criteria, best first. None is already in them. @throws InvalidInputError */
export async function suggestKeywords(generator: CriteriaGenerator, criteria: unknown, pay: Pay): Promise<string[]> {
  return generator.suggest(normaliseCriteria(criteria, "first_pass"), pay);
}
