import type { ReadQuestionMutation } from "../generated/graphql.ts";
import { count } from "../parts/words.ts";

type StatedConditions = ReadQuestionMutation["generateSearchCriteria"]["form"]["conditions"];

/** Describes sizes and founding years for the reader to check. */
export function conditionsInWords(stated: StatedConditions): string[] {
  const said = (value: number | null | undefined, words: (value: number) => string) =>
    value == null ? [] : [words(value)];
  return [
    ...said(stated.minEmployees, (value) => `at least ${count(value)} employees`),
    ...said(stated.maxEmployees, (value) => `at most ${count(value)} employees`),
    ...said(stated.minRevenue, (value) => `revenue of at least $${count(value)}`),
    ...said(stated.maxRevenue, (value) => `revenue of at most $${count(value)}`),
    ...said(stated.foundedFrom, (value) => `founded in ${value} or later`),
    ...said(stated.foundedTo, (value) => `founded in ${value} or earlier`),
    ...(stated.marketCapBands.length > 0 ? [`${stated.marketCapBands.join(" or ")} cap`] : []),
  ];
}
