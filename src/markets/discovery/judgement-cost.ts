import { type Expected, expectedCallCost, type Range } from "#costs/expected-cost";
import type { Queries } from "#foundation/db/database";
import type { LanguageModel } from "#providers/language-model/language-model";
import type { SearchCriteria } from "../criteria/search-criteria.ts";
import { judgingTask } from "../judging/judge-by-model.ts";

/** Length of a company's record in a call, in characters, from the records of the public directories. */
const RECORD_CHARACTERS: Range = { p50: 900, p90: 2_500 };

/**
 * Returns the cost of having a model judge one company by these criteria, in micro-dollars. Uses the ledger's figure,
 * or else the maximum of a call.
 */
export function judgementCost(
  db: Queries,
  model: LanguageModel,
  { keywords }: Pick<SearchCriteria, "keywords">,
): Promise<Expected> {
  const conditions = 2 + keywords.irrelevant.length + keywords.user.length;
  const capOf = (characters: number) => model.capOf(judgingTask(conditions, "x".repeat(characters)));
  return expectedCallCost(db, model, "job", { p50: capOf(RECORD_CHARACTERS.p50), p90: capOf(RECORD_CHARACTERS.p90) });
}
