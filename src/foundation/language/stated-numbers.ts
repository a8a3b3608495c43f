import { foldCase } from "./tokenize.ts";

/** Matches digits with their groups and decimals, or a word; a hyphen or a sign separates. */
const TOKEN = /\d+(?:[.,'’\u00a0\u202f]\d+)*|\p{L}[\p{L}\p{M}\p{N}]*(?:['’]\p{L}+)*/gu;
const GROUPED = /^\d{1,3}(?:[,'’\u00a0\u202f]\d{2,3})*[,'’\u00a0\u202f]\d{3}(?:\.\d+)?$/;

const UNITS = new Map(
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
    .split(" ")
    .map((word, value) => [word, value] as const),
);
const TENS = new Map(
  "twenty thirty forty fifty sixty seventy eighty ninety".split(" ").map((word, i) => [word, 20 + 10 * i] as const),
);
const MAGNITUDES = new Map([
  ["hundred", 1e2],
  ["dozen", 12],
  ["thousand", 1e3],
  ["lakh", 1e5],
  ["million", 1e6],
  ["mln", 1e6],
  ["mn", 1e6],
  ["crore", 1e7],
  ["billion", 1e9],
  ["bln", 1e9],
  ["bn", 1e9],
  ["trillion", 1e12],
  ["tn", 1e12],
]);
/** Magnitudes only directly after digits: elsewhere they are units of length and other words. */
const ATTACHED = new Map([
  ["k", 1e3],
  ["m", 1e6],
  ["b", 1e9],
]);
const PERCENT = /^\s?[%％]|^[\s-]+(?:percent|pct|per[\s-]cent)(?!\p{L})/iu;
/** Signs, codes and words of money: one kind, however it is written. */
const MONEY: [kind: string, before: RegExp, behind: RegExp][] = [
  ["$", /(?:\$|\b(?:USD|AUD|CAD))\s?$/, /^\s?(?:\$|USD\b)|^[\s-]+dollars?\b/i],
  ["€", /(?:€|\bEUR)\s?$/, /^\s?(?:€|EUR\b)|^[\s-]+euros?\b/i],
  ["£", /(?:£|\bGBP)\s?$/, /^\s?(?:£|GBP\b)|^[\s-]+pounds?\b/i],
  ["¥", /(?:[¥￥]|\b(?:JPY|CNY|RMB))\s?$/, /^\s?(?:[¥￥]|(?:JPY|CNY)\b)|^[\s-]+(?:yen|yuan)\b/i],
  ["₹", /(?:₹|\bRs\.?|\bINR)\s?$/, /^\s?(?:₹|INR\b)|^[\s-]+rupees?\b/i],
];

/** A word or a row of digits, with what it is read as. */
interface Token {
  raw: string;
  start: number;
  end: number;
}

/** Numbers of a text by value and kind, and where they stand. */
export interface StatedNumber {
  /** `12`, `%12`, `$5000000`: percentages and money are separate kinds from counts. */
  key: string;
  /** "%", a sign of money, or "" for a count. */
  kind: string;
  value: number;
  start: number;
  end: number;
}

/**
 * Returns the numbers that a text states, in digits or English words, with their magnitude: "five million", "5m" and
 * "5,000,000" are equal. Percentages and money are separate from counts. Ignores vague ones ("dozens", "half").
 */
export function statedNumbers(text: string): StatedNumber[] {
  const tokens = [...text.matchAll(TOKEN)].map(
    ({ 0: raw, index }): Token => ({ raw, start: index, end: index + raw.length }),
  );
  const found: StatedNumber[] = [];
  for (let at = 0; at < tokens.length; ) {
    const read = numberAt(text, tokens, at);
    if (read === null) {
      at++;
      continue;
    }
    const start = tokens[at]?.start ?? 0;
    const end = tokens[read.to - 1]?.end ?? start;
    const kind = kindOf(text, start, end);
    const value = Number(read.value.toPrecision(12));
    found.push({ key: `${kind}${value}`, kind, value, start, end });
    at = read.to;
  }
  return found;
}

/** Returns the number that begins at a token, and the token after it. */
function numberAt(text: string, tokens: readonly Token[], at: number): { value: number; to: number } | null {
  const first = tokens[at] as Token;
  const isNext = (index: number) => isOneNumber(between(text, tokens, index));
  let to = at + 1;
  let value: number;
  if (/^\d/.test(first.raw)) {
    value = digitsValue(first.raw);
    const attached = tokens[to];
    const scale = attached?.start === first.end ? ATTACHED.get(foldCase(attached.raw)) : undefined;
    if (scale !== undefined) return { value: value * scale, to: to + 1 };
    // "5bn" has no gap.
    if (attached?.start === first.end && !MAGNITUDES.has(foldCase(attached.raw))) return { value, to };
  } else {
    const words = belowHundred(text, tokens, at);
    if (words === null) return null;
    ({ value, to } = words);
  }
  for (;;) {
    const scale = MAGNITUDES.get(wordAt(tokens, to));
    if (scale === undefined || !(isNext(to) || between(text, tokens, to) === "")) break;
    value *= scale;
    to++;
    if (scale !== 100) continue;
    // "two hundred and fifty", but not "between one hundred and two hundred"
    const after = wordAt(tokens, to) === "and" ? to + 1 : to;
    const rest = isNext(to) ? belowHundred(text, tokens, after) : null;
    if (rest === null || wordAt(tokens, rest.to) === "hundred") continue;
    value += rest.value;
    to = rest.to;
  }
  return { value, to };
}

/**
 * Returns a number below a hundred in words ("fifty", "twenty-five") and the token after it; null where none begins.
 */
function belowHundred(text: string, tokens: readonly Token[], at: number): { value: number; to: number } | null {
  const word = wordAt(tokens, at);
  const tens = TENS.get(word);
  if (tens === undefined) {
    const unit = UNITS.get(word);
    return unit === undefined ? null : { value: unit, to: at + 1 };
  }
  const digit = isOneNumber(between(text, tokens, at + 1)) ? UNITS.get(wordAt(tokens, at + 1)) : undefined;
  return digit !== undefined && digit > 0 && digit < 10
    ? { value: tens + digit, to: at + 2 }
    : { value: tens, to: at + 1 };
}

const wordAt = (tokens: readonly Token[], index: number) => foldCase(tokens[index]?.raw ?? "");

/** Whether a gap may separate two words of one number. */
const isOneNumber = (gap: string) => /^(?:\s|\s?-\s?)$/.test(gap);

const between = (text: string, tokens: readonly Token[], index: number) =>
  text.slice(tokens[index - 1]?.end ?? 0, tokens[index]?.start ?? 0);

function digitsValue(raw: string): number {
  if (GROUPED.test(raw)) return Number(raw.replace(/[^\d.]/g, ""));
  // "1,5" is a decimal comma; "1.2.3" is a version, which counts as its digits.
  const parts = raw.split(/[^\d]/);
  return parts.length <= 2 ? Number(parts.join(".")) : Number(parts.join(""));
}

function kindOf(text: string, start: number, end: number): string {
  const behind = text.slice(end, end + 12);
  if (PERCENT.test(behind)) return "%";
  const before = text.slice(Math.max(0, start - 5), start);
  return MONEY.find(([, sign, word]) => sign.test(before) || word.test(behind))?.[0] ?? "";
}
