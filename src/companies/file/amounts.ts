/** A number in a human spelling. */
export interface Amount {
  value: number;
  /** The ends of a range, of which `value` is the middle. */
  range?: readonly [low: number, high: number];
  /** ISO 4217, where the text states it. */
  currency?: string;
}

/** Numbers as programs write them, the same in every language. */
const PLAIN = /^[+-]?\d+(\.\d+)?(e[+-]?\d{1,3})?$/i;
/** Texts that mean "not known". */
const NOTHING =
  /^(?:[-–—?.]+|n\/?a|n\.a\.?|none|null|nil|unknown|not (?:known|available|disclosed)|undisclosed|k\.?\s?a\.?|unbekannt|nc|n\.c\.?|tbd)$/i;
const ABOUT =
  /^(?:~|≈|>=?|≥|<=?|≤|\+|c\.|ca\.?|circa|approx\.?|approximately|about|around|over|more than|less than|under|up to|at least|etwa|rund|über|mehr als|environ|plus de|más de|mas de)\s*/iu;
const PEOPLE =
  /\s*(?:employees?|people|staff|ftes?|persons?|mitarbeiter(?:innen)?|mitarbeitende|beschäftigte|personen|salariés?|employés?|personnes|empleados|personas)\.?$/iu;
const SCALES: readonly (readonly [RegExp, number])[] = [
  [/\s*(?:k|thousand|tsd\.?|tausend)$/i, 1e3],
  [/\s*(?:mm|mn|m|mio\.?|mill\.?|millions?|millionen|millones)$/i, 1e6],
  [/\s*(?:bn|b|mrd\.?|billions?|milliarden?|milliards?)$/i, 1e9],
];
const SYMBOLS: Readonly<Record<string, string>> = {
  $: "USD",
  US$: "USD",
  "€": "EUR",
  "£": "GBP",
  "¥": "JPY",
  EURO: "EUR",
  EUROS: "EUR",
};
const CURRENCY =
  /US\$|[$€£¥]|\b(?:USD|EUR|EUROS?|GBP|JPY|CHF|CNY|RMB|INR|KRW|TWD|HKD|SGD|AUD|CAD|NZD|SEK|NOK|DKK|PLN|CZK|HUF|BRL|MXN|ZAR|TRY|RUB|AED|SAR|ILS|THB|IDR|MYR|PHP)\b/i;
/** Matches two numbers with a separator; a minus before the first is its sign. */
const RANGE = /^(.*\d.*?)\s*(?:-|–|—|\bto\b|\bbis\b|\bà\b|\ba\b)\s*(\D*\d.*)$/iu;
const SPACES = "[ \\u00a0\\u2009\\u202f'’]";

/** Whether a text is empty or means "not known". */
export const isNothing = (text: string): boolean => text === "" || NOTHING.test(text);

/**
 * Returns the number of a text such as "1,200", "1.2M", "51-200", "€ 3 Mrd.", "ca. 1.200 Mitarbeiter"; null where it is
 * none. "1,200" and "1.200" are twelve hundred; "1,2" and "1.2" are one and a fifth. Three digits after a mark are
 * thousands, unless a scale follows a dot.
 */
export function readAmount(text: string): Amount | null {
  if (PLAIN.test(text) && !/^\d{1,3}\.\d{3}$/.test(text)) return { value: Number(text) };
  const currency = CURRENCY.exec(text)?.[0].toUpperCase();
  const bare = text.replace(CURRENCY, " ").replace(CURRENCY, " ").trim();
  const number = bare.replace(ABOUT, "").replace(PEOPLE, "").trim();
  const amount = readRange(number) ?? readOne(number);
  if (amount === null) return null;
  return currency === undefined ? amount : { ...amount, currency: SYMBOLS[currency] ?? currency };
}

function readRange(text: string): Amount | null {
  const [, from = "", to = ""] = RANGE.exec(text) ?? [];
  const high = readOne(to.trim());
  if (high === null) return null;
  // "1–5 million" is one to five million.
  const scale = scaleOf(from.trim()) === 1 ? scaleOf(to.trim()) : 1;
  const low = readOne(from.trim());
  if (low === null || low.value * scale > high.value) return null;
  const range = [low.value * scale, high.value] as const;
  return { value: (range[0] + range[1]) / 2, range };
}

function readOne(text: string): Amount | null {
  const rest = text.replace(ABOUT, "").replace(/\s*\+$/, "");
  const scale = SCALES.find(([pattern]) => pattern.test(rest));
  const digits = readDigits(scale === undefined ? rest : rest.replace(scale[0], ""), scale !== undefined);
  return digits === null ? null : { value: scale === undefined ? digits : digits * scale[1] };
}

const scaleOf = (text: string): number => SCALES.find(([pattern]) => pattern.test(text))?.[1] ?? 1;

/** Parses a number with any language's marks for thousands and decimals. */
function readDigits(text: string, hasScale: boolean): number | null {
  const grouped = new RegExp(`^\\d{1,3}(?:${SPACES}\\d{3})+(?=$|[.,])`);
  const tight = grouped.test(text) ? text.replace(new RegExp(SPACES, "g"), "") : text;
  if (/^\d+$/.test(tight)) return Number(tight);
  const [, whole = "", mark = "", last = ""] = /^(\d[\d.,]*?)([.,])(\d+)$/.exec(tight) ?? [];
  if (mark === "") return null;
  const other = mark === "." ? "," : ".";
  const isThousands = (part: string, by: string) => new RegExp(`^\\d{1,3}(?:\\${by}\\d{3})*$`).test(part);
  if (whole.includes(mark)) {
    // "1.200.000": the mark repeats, so it cannot stand before decimals.
    return last.length === 3 && isThousands(whole, mark) ? Number(tight.replaceAll(mark, "")) : null;
  }
  if (whole.includes(other)) return isThousands(whole, other) ? Number(`${whole.replaceAll(other, "")}.${last}`) : null;
  const isGroup = last.length === 3 && whole.length <= 3 && whole !== "0" && !(hasScale && mark === ".");
  return isGroup ? Number(whole + last) : Number(`${whole}.${last}`);
}
