import { overlaps, type Span } from "./spans.ts";
import { OTHER_CURRENCY } from "./stated-conditions.ts";

/** Sizes in another currency than the directory's, or without a bound. */
const CURRENCY = String.raw`(?:\s*(?:${OTHER_CURRENCY}))`;
const OTHER_SIZES = new RegExp(
  String.raw`(?:\b(?:with|having|and|of)\s+)*(?:\ban?\s+)?(?:\bannual\s+)?\b(?:revenues?|sales|turnover|market cap(?:itali[sz]ation)?)\s+(?:of\s+)?(?:above|below|over|under|between|up to|at least|at most|more than|less than)?\s*[^.;]{0,12}?\d[\d.,]*(?:\s*(?:million|billion|mn|m|bn|k)\b)?${CURRENCY}?|[€£]\s?\d[\d.,]*\s*(?:million|billion|m|bn)?\s+(?:of |in )?(?:revenues?|sales|turnover)\b|\b\d[\d.,]*\s*(?:million|billion|mn|m|bn)?${CURRENCY}\s+(?:of |in )?(?:revenues?|sales|turnover)\b|\b\d[\d.,]*\s*(?:employees|staff|workers)\b`,
  "giu",
);
/** A company's age, which changes daily. */
const AGE =
  /\b(?:(?:younger|older|less|more) than|max\.?|at most|at least)\s+\d+\s+years(?: old)?\b|\b\d+\s+years old\b/giu;
/** The owners of a company, and the market of its shares. */
const OWNERSHIP =
  /\b(?:family|state|government|employee|founder|privately|publicly|venture|private[-\s]equity|pe|vc)[-\s](?:owned|held|run|backed|led|listed|traded|quoted)\b|\b(?:stock[-\s])?(?:exchange[-\s])?(?:un)?(?:listed|quoted)(?=\s+(?!below|above|here|in the|under|by)\p{L})|\b(?:(?:that|which) (?:are|is) )?(?:not )?(?:owned|controlled|held|backed) by\s+(?:an? |the )?[\p{L}-]+(?:\s(?!in\b|from\b|and\b|that\b|who\b|which\b)[\p{L}-]+)?/giu;

/** Finds conditions that no search can check. @param stated spans of the conditions that a search can use */
export function unusableConditions(text: string, stated: readonly Span[]): Span[] {
  const found = [OTHER_SIZES, AGE, OWNERSHIP].flatMap((pattern) => [...text.matchAll(pattern)]);
  return found
    .map(({ index, 0: match }) => ({ start: index, end: index + match.length }))
    .filter((one) => !stated.some((span) => overlaps(span, one)))
    .sort((a, b) => a.start - b.start);
}
