import { BANDS, type MarketCapBand } from "#companies/market-cap";
import type { Span } from "./spans.ts";

/** Conditions on size and age that a question states. Bounds are inclusive. */
export interface StatedConditions {
  minEmployees?: number;
  maxEmployees?: number;
  /** US dollars per year. */
  minRevenue?: number;
  maxRevenue?: number;
  /** Years. */
  foundedFrom?: number;
  foundedTo?: number;
  /** In descending order of size. */
  marketCapBands?: MarketCapBand[];
}

/** The conditions that a question states, and their positions. */
export interface FoundConditions {
  conditions: StatedConditions;
  spans: Span[];
}

const NUMBER = String.raw`\d{1,3}(?:[,. ']\d{3})+(?!\d)|\d+(?:\.\d+)?`;
const SCALE = String.raw`\s*(?:thousand|million|billion|mn|mio|bn|k|m|b)\b`;
const LEAST = String.raw`more than|over|above|exceeding|in excess of|greater than|larger than|bigger than|upwards of|at least|minimum(?: of)?|min\.?|no (?:fewer|less) than|not less than|from|>=?|≥`;
const MOST = String.raw`(?:fewer|less|smaller|lower) than|under|below|at most|up to|maximum(?: of)?|max\.?|no more than|not more than|<=?|≤`;
const CLOSED = /^(?:at least|min|no |not |from|up to|at most|max|≥|≤|[<>]=)/i;
/** A bound and one number, or two numbers. */
const amount = (unit: string): string =>
  String.raw`(?:(?:between|from|with)\s+)?(?:(?<bound>${LEAST}|${MOST})\s*)?${unit}(?<low>${NUMBER})(?<lowScale>${SCALE})?(?<plus>\s*\+|\s+or more|\s+or fewer|\s+or less)?(?:\s*(?:-|–|to|and)\s*${unit}(?<high>${NUMBER})(?<highScale>${SCALE})?)?`;
const LEAD = String.raw`(?:,\s*)?(?:\b(?:and|that|which|who)\s+)?(?:\b(?:with|having|have|has|of|employing|employs?)\s+)?(?:\ban?\s+)?(?:\bannual\s+)?`;
const PEOPLE = String.raw`(?:employees|staff|workers|people employed|FTEs?)\b`;
/** "Employing more than 50 people", but "houses for more than 5 people". */
const EMPLOYING = String.raw`(?:,\s*)?(?:\b(?:and|that|which|who)\s+)?\bemploy(?:ing|s)?\s+`;
const MONEY = String.raw`(?:US\$|\$|USD\s*)?\s*`;
/** Other currencies than the directory's, as they follow an amount. */
export const OTHER_CURRENCY = String.raw`(?:euros?|eur|pounds?(?: sterling)?|gbp|sterling|yen|jpy|yuan|renminbi|rmb|cny|rupees?|inr|(?:swiss )?francs?|chf|kron(?:or|er|a|e)|sek|nok|dkk|zloty|pln|lira|reais|won)\b|[€£¥]`;
const DOLLARS = String.raw`(?:\s*(?:US |U\.S\. )?dollars|\s*USD)?(?![,.]?\d)(?!(?:${SCALE})?\s*(?:${OTHER_CURRENCY}))`;

interface Rule {
  pattern: RegExp;
  min: "minEmployees" | "minRevenue";
  max: "maxEmployees" | "maxRevenue";
}

const EMPLOYEES = { min: "minEmployees", max: "maxEmployees" } as const;
const REVENUE = { min: "minRevenue", max: "maxRevenue" } as const;
const AMOUNTS: Rule[] = [
  { ...EMPLOYEES, pattern: new RegExp(`${LEAD}${amount("")}\\s*${PEOPLE}`, "giu") },
  { ...EMPLOYEES, pattern: new RegExp(`${EMPLOYING}${amount("")}\\s*(?:people|persons|men and women)\\b`, "giu") },
  {
    ...EMPLOYEES,
    pattern: new RegExp(`${LEAD}\\b(?:staff|workforce|headcount|employees)\\s*(?:of|:|is)?\\s*${amount("")}`, "giu"),
  },
  {
    ...REVENUE,
    pattern: new RegExp(
      `${LEAD}\\b(?:revenues?|sales|turnover)\\s*(?:of|:|is|are)?\\s*${amount(MONEY)}${DOLLARS}(?:\\s+(?:a|per) year)?`,
      "giu",
    ),
  },
  {
    ...REVENUE,
    pattern: new RegExp(
      `${LEAD}${amount(MONEY)}${DOLLARS}\\s+(?:of |in )?(?:annual )?(?:revenues?|sales|turnover)\\b`,
      "giu",
    ),
  },
];
const CAPITALISATION = new RegExp(
  `${LEAD}\\bmarket\\s+(?:cap|capitali[sz]ation|value)s?\\s*(?:of|:|is)?\\s*${amount(MONEY)}${DOLLARS}`,
  "giu",
);

const BAND = "(?:mega|large|mid(?:dle)?|small|micro|nano)";
const BAND_LIST = new RegExp(
  `(?<no>\\b(?:no|not|without|except|excluding|excl\\.)\\s+)?\\b${BAND}(?:[-\\s]*caps?)?(?:(?:\\s*(?:,|/|&)\\s*|[-\\s]*(?:and|or|to)\\s+|[-\\s]+and[-\\s]+)${BAND}(?:[-\\s]*caps?)?)*[-\\s]*\\bcaps?(?:italisations?)?\\b(?<after>\\s*(?:only|(?:are |being )?(?:excluded|left out)))?`,
  "giu",
);

const FOUNDING = `(?:founded|established|incorporated|started|set up|launched|created|formed|in business|active|existing)`;
const YEAR = String.raw`(?:1[6-9]|20)\d{2}`;
const FOUNDED = new RegExp(
  `(?:,\\s*)?(?:\\b(?:that|which|who)\\s+(?:were|was|are|have been|has been)\\s+)?\\b${FOUNDING}\\s+(?<when>in|since|after|before|between|from|until|by|no later than|no earlier than|not before|not after)\\s+(?:the\\s+)?(?:year\\s+)?(?<from>${YEAR})(?<decade>['’]?s)?(?:\\s*(?:and|to|-|–|until)\\s*(?<to>${YEAR}))?(?:\\s+or (?<open>later|earlier))?`,
  "giu",
);

/**
 * Finds sizes, founding years and bands of market capitalisation, with the words that introduce them. It ignores
 * amounts in other currencies than dollars.
 */
export function findStatedConditions(text: string): FoundConditions {
  const found: FoundConditions = { conditions: {}, spans: [] };
  const keep = (match: RegExpMatchArray, stated: StatedConditions): void => {
    const start = match.index ?? 0;
    const leading = /^(?:,\s*)?\s*/.exec(match[0])?.[0].length ?? 0;
    const comma = match[0].startsWith(",") ? 0 : leading;
    Object.assign(found.conditions, stated);
    found.spans.push({ start: start + comma, end: start + match[0].length });
  };
  for (const { pattern, min, max } of AMOUNTS)
    for (const match of text.matchAll(pattern)) {
      const bounds = boundsOf(match.groups ?? {});
      if (bounds === null) continue;
      keep(match, {
        ...(bounds.min !== null && { [min]: min === "minEmployees" && bounds.isOpen ? bounds.min + 1 : bounds.min }),
        ...(bounds.max !== null && { [max]: max === "maxEmployees" && bounds.isOpen ? bounds.max - 1 : bounds.max }),
      });
    }
  for (const match of text.matchAll(FOUNDED)) keep(match, yearsOf(match.groups ?? {}));
  for (const match of text.matchAll(CAPITALISATION)) {
    const bounds = boundsOf(match.groups ?? {});
    const bands = bounds === null ? null : bandsBetween(bounds.min ?? 0, bounds.max ?? Number.POSITIVE_INFINITY);
    if (bands !== null) keep(match, { marketCapBands: bands });
  }
  for (const match of text.matchAll(BAND_LIST)) keep(match, { marketCapBands: bandsIn(match) });
  return found;
}

interface Bounds {
  min: number | null;
  max: number | null;
  /** Whether the bound itself is excluded: "more than 50". */
  isOpen: boolean;
}

type Groups = Record<string, string | undefined>;

/** Null for a number without a bound, because "200 employees" is not meant exactly. */
function boundsOf({ bound, low, lowScale, plus, high, highScale }: Groups): Bounds | null {
  if (low === undefined) return null;
  const from = amountOf(low, lowScale ?? highScale);
  if (high !== undefined) return { min: from, max: amountOf(high, highScale ?? lowScale), isOpen: false };
  if (plus !== undefined) {
    const isLeast = /\+|more/.test(plus);
    return { min: isLeast ? from : null, max: isLeast ? null : from, isOpen: false };
  }
  if (bound === undefined) return null;
  const isLeast = new RegExp(`^(?:${LEAST})$`, "i").test(bound);
  return { min: isLeast ? from : null, max: isLeast ? null : from, isOpen: !CLOSED.test(bound) };
}

function amountOf(digits: string, scale = ""): number {
  const plain = Number(/^\d{1,3}(?:[,. ']\d{3})+$/.test(digits) ? digits.replace(/\D/g, "") : digits);
  const unit = scale.trim().toLowerCase();
  if (/^(?:thousand|k)$/.test(unit)) return plain * 1e3;
  if (/^(?:million|mn|mio|m)$/.test(unit)) return plain * 1e6;
  return /^(?:billion|bn|b)$/.test(unit) ? plain * 1e9 : plain;
}

function yearsOf({ when = "", from = "", to, decade, open }: Groups): StatedConditions {
  const year = Number(from);
  if (to !== undefined) return { foundedFrom: year, foundedTo: Number(to) };
  const last = decade === undefined ? year : year + (year % 100 === 0 ? 99 : 9);
  switch (when.toLowerCase()) {
    case "after":
      return { foundedFrom: last + 1 };
    case "since":
    case "from":
    case "no earlier than":
    case "not before":
      return { foundedFrom: year };
    case "before":
      return { foundedTo: year - 1 };
    case "in":
      if (open !== undefined) return open === "later" ? { foundedFrom: year } : { foundedTo: last };
      return { foundedFrom: year, foundedTo: last };
    default:
      return { foundedTo: last };
  }
}

function bandsIn(match: RegExpMatchArray): MarketCapBand[] {
  const text = match[0].toLowerCase();
  const named = BANDS.filter(({ band }) => new RegExp(`\\b${band}`).test(text)).map(({ band }) => band);
  const isExcluded = match.groups?.no !== undefined || /excluded|left out/.test(match.groups?.after ?? "");
  const [first, second] = named;
  const spanned = first && second && named.length === 2 && /\bto\b/.test(text) ? between([first, second]) : named;
  return BANDS.map(({ band }) => band).filter((band) => spanned.includes(band) !== isExcluded);
}

/** "Small to large caps". */
function between([largest, smallest]: [MarketCapBand, MarketCapBand]): MarketCapBand[] {
  const all = BANDS.map(({ band }) => band);
  return all.filter((_, i) => i >= all.indexOf(largest) && i <= all.indexOf(smallest));
}

/** Returns the bands that make up a range of dollars; null where the range divides a band. */
function bandsBetween(min: number, max: number): MarketCapBand[] | null {
  const inside = BANDS.filter(({ from, below }) => from >= min && below <= max);
  const covered = inside.length > 0 && inside.at(-1)?.from === min && inside[0]?.below === max;
  return covered ? inside.map(({ band }) => band) : null;
}
