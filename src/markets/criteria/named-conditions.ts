import type { SearchCriteria } from "./search-criteria.ts";

/** "more than 500 employees", "a staff of 50": a size that a sentence names. */
const HEAD_COUNT =
  /\b\d[\d.,]*\+?\s*(?:or more\s+|or fewer\s+)?(?:employees|staff|workers|people employed)\b|\b(?:staff|workforce|headcount) of\b[^.;]{0,20}?\d[\d.,]*/i;
/** Money that a company takes in. */
const REVENUE =
  /\b(?:revenues?|sales|turnover) (?:of|above|below|over|under|between|up to)\b[^.;]{0,30}?\d[\d.,]*(?:\s*(?:million|billion|m|bn)\b)?|[$€£]\s?\d[\d.,]*\s*(?:million|billion|m|bn)?\s+(?:of |in )?(?:revenues?|sales|turnover)\b/i;
/** Bands of market capitalisation. */
const CAPITALISATION =
  /\b(?:(?:mega|large|mid|small|micro|nano)(?:\s*(?:,|and|or|&|to)\s*|-))*(?:mega|large|mid|small|micro|nano)[-\s]?caps?\b/i;
/** When a company was founded. */
const YEARS =
  /\b(?:founded|established|incorporated|started|set up|launched)\s+(?:in|since|after|before|between|no later than|around)\s+(?:the\s+)?\d{4}s?(?:\s*(?:and|to|-|–)\s*\d{4})?/i;
/** Who owns a company. */
const OWNERSHIP =
  /\b(?:family|state|government|employee|privately|publicly|venture|private equity)[-\s](?:owned|held|run|backed|listed|traded)\b/i;

/**
 * The conditions that a question names and that are no conditions of a search, in its own words: market capitalisation, years,
 * ownership, and sizes where no constraint says them.
 */
export function namedConditions({
  userPrompt,
  constraints,
}: Pick<SearchCriteria, "userPrompt" | "constraints">): string[] {
  const has = (...names: string[]) =>
    typeof constraints === "object" && constraints !== null && names.some((name) => Object.hasOwn(constraints, name));
  const found = [
    has("minEmployees", "maxEmployees") ? null : HEAD_COUNT.exec(userPrompt),
    has("minRevenue", "maxRevenue") ? null : REVENUE.exec(userPrompt),
    CAPITALISATION.exec(userPrompt),
    YEARS.exec(userPrompt),
    OWNERSHIP.exec(userPrompt),
  ];
  return found.flatMap((match) => (match ? [match[0].trim()] : []));
}
