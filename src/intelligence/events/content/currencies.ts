import { CURRENCY_CODES } from "./currency-codes.ts";
import { lookUp } from "./look-up.ts";
import type { ReadSentence, ReadWord } from "./read-sentence.ts";

const CODES = new Set(CURRENCY_CODES);

/** Letters that touch a sign which several countries share, and what both are. With other capitals it is none of these. */
const SHARED_SIGNS: Record<string, string> = {
  $: "USD",
  US$: "USD",
  "U.S.$": "USD",
  A$: "AUD",
  AU$: "AUD",
  C$: "CAD",
  CA$: "CAD",
  CDN$: "CAD",
  HK$: "HKD",
  NZ$: "NZD",
  NT$: "TWD",
  S$: "SGD",
  SG$: "SGD",
  R$: "BRL",
  MX$: "MXN",
  Mex$: "MXN",
  "£": "GBP",
  "UK£": "GBP",
  "GB£": "GBP",
  "¥": "JPY",
  "JP¥": "JPY",
  "CN¥": "CNY",
  "RMB¥": "CNY",
};
const SHARED_BEFORE = /((?:[A-Z]\.){2}|[A-Z]+|Mex)?([$£¥￥])\s?$/;

/** Other signs before a number. */
const SIGNS: [sign: RegExp, currency: string][] = [
  [/€\s?$/, "EUR"],
  [/₹\s?$/, "INR"],
  [/₩\s?$/, "KRW"],
  [/₽\s?$/, "RUB"],
  [/\bRMB\s?$/, "CNY"],
  [/\bRM\s?$/, "MYR"],
  // "R5.2 billion"; a route or a model has no magnitude behind its number.
  [/\bR$/, "ZAR"],
];
/** Lower-case words before a number that `currencyBefore` reads as a part of the sum. */
export const BEFORE_NUMBERS = /^(?:us|a|c|s|r|hk|nz|nt|au|ca|cdn|cn|sg|mx|mex|uk|gb|jp|rs|kr|rmb|rm)$/;
const CODE_BEFORE = /\b([A-Z]{3})\s?$/;
const CROWNS_BEFORE = /\bkr\.?\s?$/i;
const RUPEES_BEFORE = /\bRs\.?\s?$/;
/** Signs that some languages write behind a number. A sign before another number is of that one. */
const SIGN_BEHIND = /^(?:\.?\s?([€£])|(\$))(?!\s?\d)/;

/** Words after a number that name one currency alone. */
const NOUNS: Record<string, string> = {
  dollar: "USD",
  dollars: "USD",
  usd: "USD",
  euro: "EUR",
  euros: "EUR",
  eur: "EUR",
  pounds: "GBP",
  sterling: "GBP",
  gbp: "GBP",
  yen: "JPY",
  yuan: "CNY",
  renminbi: "CNY",
  rmb: "CNY",
  rouble: "RUB",
  roubles: "RUB",
  rubles: "RUB",
  francs: "CHF",
  kronor: "SEK",
  forints: "HUF",
  zloty: "PLN",
  zlotys: "PLN",
  ringgit: "MYR",
  baht: "THB",
  rand: "ZAR",
  reais: "BRL",
};
/** Words after a number that name a currency with its country: "Canadian dollars". */
const NOUNS_OF_COUNTRIES =
  /^(?:dollars?|francs?|rupees?|kron(?:a|e|er|or)|crowns?|kr|pesos?|real|reais|won|yen|yuan|rand|rou?bles?|pounds?)$/;
const OF_COUNTRIES: Record<string, string> = {
  us: "USD",
  american: "USD",
  canadian: "CAD",
  australian: "AUD",
  "new zealand": "NZD",
  "hong kong": "HKD",
  singapore: "SGD",
  taiwan: "TWD",
  taiwanese: "TWD",
  "new taiwan": "TWD",
  swiss: "CHF",
  indian: "INR",
  swedish: "SEK",
  norwegian: "NOK",
  danish: "DKK",
  czech: "CZK",
  mexican: "MXN",
  brazilian: "BRL",
  korean: "KRW",
  "south korean": "KRW",
  japanese: "JPY",
  chinese: "CNY",
  "south african": "ZAR",
  russian: "RUB",
  british: "GBP",
};
/** "kr" and "crowns" are the money of four countries. One of them must be named in the sentence, and no other. */
const CROWNS = /^(?:kr|krone|kroner|crowns)$/;
const LANDS_OF_CROWNS: [land: RegExp, currency: string][] = [
  [/\b(?:swed(?:en|ish|es?)|stockholm)\b/i, "SEK"],
  [/\b(?:norw(?:ay|egian|egians)|oslo)\b/i, "NOK"],
  [/\b(?:denmark|danish|danes?|copenhagen)\b/i, "DKK"],
  [/\b(?:czechs?|czechia|prague)\b/i, "CZK"],
];
/** "Rs", "rupees" and "crore" are the money of India, unless the sentence names only its neighbours. */
const OTHER_RUPEES =
  /\b(?:pakistan\w*|islamabad|karachi|lahore|sri\s+lankan?|colombo|nepal\w*|kathmandu|bangladesh\w*|dhaka|mauriti\w+|taka|tk|bdt|pkr|npr|lkr)\b/i;
const INDIA = /\b(?:india\w*|delhi|mumbai|inr)\b|₹/i;
/** "10 million pounds of debt", unlike "12,000 pounds of beef". */
const SAID_IN_MONEY =
  /^(?:aid|assets?|benefits?|bonds?|bonuses|capital|cash|claims?|compensation|costs?|credit|cuts?|damages?|debts?|deposits?|dividends?|equity|exports|fines?|fraud|fund(?:s|ing)|grants?|imports|investments?|loans?|loss(?:es)?|money|orders?|pensions?|profits?|public|revenues?|sales|savings|shares|spending|subsid(?:y|ies)|support|tax(?:es)?|taxpayers?|trade|turnover)$/;
/** "5 million won the vote": the verb has its object behind it. */
const OBJECT = /^(?:the|an?|their|its|his|her|this|that)$/;
const LARGE = /^(?:million|billion|trillion|mln|bln|mn|bn|tn|m|crore)$/;

function crownsIn(text: string): string | null {
  const found = LANDS_OF_CROWNS.filter(([land]) => land.test(text));
  return found.length === 1 ? (found[0]?.[1] ?? null) : null;
}

/** Returns the rupees of a sentence: "INR", or null where it names only a neighbour of India. */
export const rupeesIn = (text: string): string | null => (OTHER_RUPEES.test(text) && !INDIA.test(text) ? null : "INR");

const endsNumber = (word: ReadWord | undefined) => word != null && (word.number !== null || LARGE.test(word.lower));

function isYear(words: readonly ReadWord[], at: number): boolean {
  const word = words[at];
  return word !== undefined && /^(?:19|20)\d\d$/.test(word.text) && !LARGE.test(words[at + 1]?.lower ?? "");
}

/** Returns whether a code is of the number behind it: "In 2023, SEK 500 million", but not "500 million SEK 2023". */
function isOfNumberBehind({ words, text }: ReadSentence, at: number): boolean {
  const behind = words[at + 1];
  if (behind === undefined || behind.number === null || !/^\s?$/.test(text.slice(words[at]?.end, behind.start)))
    return false;
  const isFree = words[at]?.afterBreak || !endsNumber(words[at - 1]) || isYear(words, at - 1);
  return isFree || !isYear(words, at + 1);
}

/** Returns the ISO 4217 code of the currency that is written before a word: "C$", "SEK", "Rs"; null if none is. */
export function currencyBefore(sentence: ReadSentence, at: number): string | null {
  const { text, words } = sentence;
  const start = words[at]?.start ?? 0;
  const before = text.slice(Math.max(0, start - 6), start);
  const code = CODE_BEFORE.exec(before)?.[1] ?? "";
  if (CODES.has(code)) return isOfNumberBehind(sentence, at - 1) ? code : null;
  if (CROWNS_BEFORE.test(before)) return crownsIn(text);
  if (RUPEES_BEFORE.test(before)) return rupeesIn(text);
  const shared = SHARED_BEFORE.exec(before);
  if (shared === null) return SIGNS.find(([sign]) => sign.test(before))?.[1] ?? null;
  const [, letters = "", sign = ""] = shared;
  if (CODES.has(letters)) return letters;
  return lookUp(SHARED_SIGNS, `${letters}${sign === "￥" ? "¥" : sign}`) ?? null;
}

/**
 * Returns the currency that the words from `at` on name, and the position behind it: "yen", "Hong Kong dollars", "CHF".
 * A sign right before these words counts too: "500 million €".
 */
export function currencyAfter(sentence: ReadSentence, at: number): { currency: string; to: number } | null {
  const { words, text } = sentence;
  const behind = SIGN_BEHIND.exec(text.slice(words[at - 1]?.end ?? 0));
  if (behind !== null) return { currency: SHARED_SIGNS[behind[1] ?? behind[2] ?? ""] ?? "EUR", to: at };
  const word = words[at];
  if (word === undefined || word.afterBreak) return null;
  if (CODES.has(word.text)) return isOfNumberBehind(sentence, at) ? null : { currency: word.text, to: at + 1 };
  if (/^rupees?$/.test(word.lower)) {
    const currency = rupeesIn(text);
    return currency === null ? null : { currency, to: at + 1 };
  }
  const own = lookUp(NOUNS, word.lower);
  if (own !== undefined) return isWeight(words, at) ? null : { currency: own, to: at + 1 };
  for (const length of [2, 1]) {
    const land = words.slice(at, at + length).map(({ lower }) => lower);
    const noun = words[at + length]?.lower ?? "";
    const currency = lookUp(OF_COUNTRIES, land.join(" "));
    if (currency !== undefined && NOUNS_OF_COUNTRIES.test(noun)) return { currency, to: at + length + 1 };
  }
  if (CROWNS.test(word.lower)) {
    const currency = crownsIn(text);
    return currency === null ? null : { currency, to: at + 1 };
  }
  const isWon = word.lower === "won" && LARGE.test(words[at - 1]?.lower ?? "");
  return isWon && !OBJECT.test(words[at + 1]?.lower ?? "") ? { currency: "KRW", to: at + 1 } : null;
}

/** Returns whether "pounds" are a weight: "12,000 pounds of beef". */
const isWeight = (words: readonly ReadWord[], at: number): boolean =>
  words[at]?.lower === "pounds" &&
  words[at + 1]?.lower === "of" &&
  !words.slice(at + 2, at + 4).some(({ lower }) => SAID_IN_MONEY.test(lower));
