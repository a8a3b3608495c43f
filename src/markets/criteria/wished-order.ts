import type { Span } from "./spans.ts";

/** What a list of companies may be ordered by. */
export type OrderMeasure = "employees" | "revenue" | "marketCap" | "founded" | "other";

/** A wish for an order of the companies, in the question's words. */
export interface WishedOrder {
  text: string;
  measure: OrderMeasure;
  /** Its words, which are none of the offer. "Largest" opens requests, and is read there. */
  spans: Span[];
}

const MEASURES: [RegExp, OrderMeasure][] = [
  [/employ|staff|workforce|headcount|workers|people/i, "employees"],
  [/revenue|sales|turnover/i, "revenue"],
  [/market|capitali[sz]ation|valuation/i, "marketCap"],
  [/found|age\b|old|young|new/i, "founded"],
];
const MEASURE = `(?:(?:the|their|annual|total|yearly|number of|current|latest|overall) )*(?:revenues?|sales|turnover|employees|staff|workforce|headcount|workers|people employed|market (?:cap(?:itali[sz]ation)?|share|value)|valuation|size|age|year founded|founding (?:year|date)|growth|profits?|profitability|output|production|capacity)(?: (?:volume|figures?|numbers?|count|rate))?`;
const SUPERLATIVE = `(?:(?:very )?(?:largest|biggest|smallest|oldest|youngest|newest|top|leading|major)|(?:fastest|quickest)[- ]growing|most (?:profitable|valuable)|highest[- ](?:grossing|revenue|valued))`;
/** "Sorted by revenue, largest first". */
const SORTED = new RegExp(
  String.raw`(?:,\s*)?\b(?:and )?(?:please )?(?:sort(?:ed)?|rank(?:ed|ing)?|order(?:ed)?|arranged?)\b(?: (?:them|these|those|companies|the results?|descending|ascending))*\s+(?:by|according to|on)\s+${MEASURE}(?:,? (?:largest|biggest|highest|smallest|descending|ascending|oldest|newest)(?: (?:ones? )?first)?)?|(?:,\s*)\b(?:largest|biggest|smallest|oldest|newest)(?: ones?)? first\b`,
  "giu",
);
/** "The biggest … by revenue". */
const BY_MEASURE = new RegExp(
  String.raw`(?<=\b${SUPERLATIVE}\b.{0,80}?)(?:,\s*)?\b(?:by|in terms of|measured by|according to)\s+${MEASURE}`,
  "giu",
);
const REQUESTED = String.raw`(?:^|[.;:?!,]\s*|\b(?:find|list|show|give|get|name|identify|need|want|for|who|which|what|know|see|are|me|us|all|some|of)\s+)`;
const LISTED = String.raw`(?<!\b(?:make|makes|makers|manufacturers|producers|suppliers|builders|operators|owners|sellers)\s+of\s+(?:the\s+)?)`;
/** "Find the 20 largest": at the head of the request, where it speaks of companies. */
const AT_HEAD = new RegExp(
  String.raw`${REQUESTED}(?:the |some |all |of )*(?:(?:world|country|region|europe|germany)['’]s )?(?:\d+ |ten |five |twenty )?${LISTED}(?<said>(?:largest|biggest|smallest|oldest|youngest|newest|(?:fastest|quickest)[- ]growing|most (?:profitable|valuable)))\b`,
  "giu",
);
/** Superlatives that no opening of a request takes. */
const IN_OPENING = /^(?:largest|biggest)$/i;

/** Finds wishes for an order in a text: "the biggest … by revenue", "sorted by employees", "the oldest". */
export function wishedOrders(text: string): WishedOrder[] {
  const byMeasure = [...text.matchAll(SORTED), ...text.matchAll(BY_MEASURE)].map(({ index, 0: said }) => {
    const lead = /^,?\s*/.exec(said)?.[0].length ?? 0;
    return orderOf(said.slice(lead), [{ start: index, end: index + said.length }]);
  });
  const atHead = [...text.matchAll(AT_HEAD)].map((match) => {
    const said = match.groups?.said ?? "";
    const end = match.index + match[0].length;
    return orderOf(said, IN_OPENING.test(said) ? [] : [{ start: end - said.length, end }]);
  });
  // "The biggest … by revenue" is one wish.
  const [first, ...others] = byMeasure;
  const [head, ...heads] = atHead;
  if (!first || !head) return [...byMeasure, ...atHead];
  const whole = { ...first, text: `${head.text} ${first.text}`, spans: [...head.spans, ...first.spans] };
  return [whole, ...others, ...heads];
}

function orderOf(text: string, spans: Span[]): WishedOrder {
  return { text, spans, measure: MEASURES.find(([pattern]) => pattern.test(text))?.[1] ?? "other" };
}
