import type { ReadSentence } from "./read-sentence.ts";

/** ISO 4217 codes that are read before and after a number, in capitals. */
const CODES = new Set(
  "AED AUD BRL CAD CHF CNY CZK DKK EUR GBP HKD HUF INR JPY KRW MXN MYR NOK NZD PLN RUB SAR SEK SGD THB TRY TWD USD ZAR".split(
    " ",
  ),
);

/** Signs before a number. The first match counts, so longer signs come before shorter ones. */
const SIGNS: [sign: RegExp, currency: string][] = [
  [/(?:US|U\.S\.\s?)\$\s?$/, "USD"],
  [/(?:^|[^A-Z])A\$\s?$|AU\$\s?$/, "AUD"],
  [/(?:^|[^A-Z])C\$\s?$|CA\$\s?$/, "CAD"],
  [/HK\$\s?$/, "HKD"],
  [/NZ\$\s?$/, "NZD"],
  [/NT\$\s?$/, "TWD"],
  [/(?:^|[^U])S\$\s?$/, "SGD"],
  [/R\$\s?$/, "BRL"],
  [/\$\s?$/, "USD"],
  [/€\s?$/, "EUR"],
  [/£\s?$/, "GBP"],
  [/CN[¥￥]\s?$/, "CNY"],
  [/[¥￥]\s?$/, "JPY"],
  [/₹\s?$|\bRs\.?\s?$/, "INR"],
  [/₩\s?$/, "KRW"],
  [/₽\s?$/, "RUB"],
  [/\bRMB\s?$/, "CNY"],
  // "R5.2 billion"; a route or a model has no magnitude behind its number.
  [/\bR$/, "ZAR"],
];
/** Lower-case words before a number that `currencyBefore` reads as a part of the sum. */
export const BEFORE_NUMBERS = /^(?:us|a|c|s|r|hk|nz|nt|au|ca|cn|rs|kr|rmb)$/;
const CODE_BEFORE = /\b([A-Z]{3})\s?$/;
const CROWNS_BEFORE = /\bkr\.?\s?$/i;

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
  rupee: "INR",
  rupees: "INR",
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
/** "5 million won the vote": the verb has its object behind it. */
const OBJECT = /^(?:the|an?|their|its|his|her|this|that)$/;
const LARGE = /^(?:million|billion|trillion|mln|bln|mn|bn|tn)$/;

function crownsIn(text: string): string | null {
  const found = LANDS_OF_CROWNS.filter(([land]) => land.test(text));
  return found.length === 1 ? (found[0]?.[1] ?? null) : null;
}

/** Returns the ISO 4217 code of the currency that is written before a word: "C$", "SEK", "Rs"; null if none is. */
export function currencyBefore({ text, words }: ReadSentence, at: number): string | null {
  const start = words[at]?.start ?? 0;
  const before = text.slice(Math.max(0, start - 6), start);
  const code = CODE_BEFORE.exec(before)?.[1] ?? "";
  if (CODES.has(code)) return code;
  if (CROWNS_BEFORE.test(before)) return crownsIn(text);
  return SIGNS.find(([sign]) => sign.test(before))?.[1] ?? null;
}

/** Returns the currency that the words from `at` on name, with the word behind it: "yen", "Hong Kong dollars", "CHF". */
export function currencyAfter(sentence: ReadSentence, at: number): { currency: string; to: number } | null {
  const { words, text } = sentence;
  const word = words[at];
  if (word === undefined || word.afterBreak) return null;
  if (CODES.has(word.text)) return { currency: word.text, to: at + 1 };
  const own = Object.hasOwn(NOUNS, word.lower) ? NOUNS[word.lower] : undefined;
  if (own !== undefined) return { currency: own, to: at + 1 };
  for (const length of [2, 1]) {
    const land = words.slice(at, at + length).map(({ lower }) => lower);
    const noun = words[at + length]?.lower ?? "";
    const currency = Object.hasOwn(OF_COUNTRIES, land.join(" ")) ? OF_COUNTRIES[land.join(" ")] : undefined;
    if (currency !== undefined && NOUNS_OF_COUNTRIES.test(noun)) return { currency, to: at + length + 1 };
  }
  if (CROWNS.test(word.lower)) {
    const currency = crownsIn(text);
    return currency === null ? null : { currency, to: at + 1 };
  }
  const isWon = word.lower === "won" && LARGE.test(words[at - 1]?.lower ?? "");
  return isWon && !OBJECT.test(words[at + 1]?.lower ?? "") ? { currency: "KRW", to: at + 1 } : null;
}
