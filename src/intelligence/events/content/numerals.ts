import { BEFORE_NUMBERS, currencyBefore } from "./currencies.ts";
import { lookUp } from "./look-up.ts";
import type { ReadSentence, ReadWord } from "./read-sentence.ts";

const MAGNITUDES: Record<string, number> = {
  thousand: 1e3,
  k: 1e3,
  lakh: 1e5,
  lakhs: 1e5,
  lac: 1e5,
  lacs: 1e5,
  l: 1e5,
  million: 1e6,
  millions: 1e6,
  mln: 1e6,
  mio: 1e6,
  mn: 1e6,
  m: 1e6,
  mm: 1e6,
  mil: 1e6,
  crore: 1e7,
  crores: 1e7,
  cr: 1e7,
  billion: 1e9,
  billions: 1e9,
  milliard: 1e9,
  milliards: 1e9,
  bln: 1e9,
  mrd: 1e9,
  bn: 1e9,
  bil: 1e9,
  b: 1e9,
  trillion: 1e12,
  trillions: 1e12,
  trn: 1e12,
  tn: 1e12,
  tr: 1e12,
  quadrillion: 1e15,
};
/** "2 lakh crore": magnitudes of Indian English that are multiplied. */
const CRORE = /^(?:crores?|cr)$/;
const BEFORE_CRORE = /^(?:thousand|k|lakhs?|lacs?|l)$/;
/** Short forms that mean other words and units unless they directly follow digits or a currency sign. */
const SHORT = new Set(["k", "m", "b", "cr", "mn", "tn"]);
/** Short forms of sums alone: "500mm of rain" is none. */
const SHORT_OF_MONEY = new Set(["mm", "mil", "bil", "tr"]);
/** What is between two words of one number. */
const JOINT = /^[\s\u2010\u2011-]?$/;
const UNITS = "one two three four five six seven eight nine".split(" ");
const TEENS = "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(" ");
const TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
/** Parts of a magnitude: "a quarter of a million". */
const PARTS: Record<string, number> = {
  half: 0.5,
  quarter: 0.25,
  quarters: 0.25,
  third: 1 / 3,
  thirds: 1 / 3,
};
/** "dozens", "scores": more than this number. */
const INDEFINITE: Record<string, number> = {
  dozens: 24,
  scores: 40,
  hundreds: 200,
  thousands: 2_000,
};
/** A number at a word: its value with its magnitude, and the words that it takes. */
export interface Numeral {
  value: number;
  from: number;
  to: number;
  currency: string | null;
  /** True for words such as "dozens": more than the value. */
  indefinite: boolean;
}

/** Returns the text between a word and the previous word. */
export const gap = (sentence: ReadSentence, at: number) =>
  sentence.text.slice(at === 0 ? 0 : (sentence.words[at - 1]?.end ?? 0), sentence.words[at]?.start ?? 0);

const isJoined = (sentence: ReadSentence, at: number) => at < sentence.words.length && JOINT.test(gap(sentence, at));

/** Reads a number in words, without its magnitude: "twenty-five", "two hundred and fifty". */
function spokenAt(sentence: ReadSentence, at: number): { value: number; to: number } | null {
  const { words } = sentence;
  if (words[at]?.lower === "dozen") return { value: 12, to: at + 1 };
  const first = words[at]?.lower === "hundred" ? { value: 1, to: at } : belowHundred(sentence, at);
  if (first === null || words[first.to]?.lower !== "hundred" || (first.to > at && !isJoined(sentence, first.to)))
    return first;
  const to = first.to + 1;
  const rest = isJoined(sentence, to) ? belowHundred(sentence, words[to]?.lower === "and" ? to + 1 : to) : null;
  // "between one hundred and two hundred"
  const isRest = rest !== null && words[rest.to]?.lower !== "hundred";
  return isRest ? { value: first.value * 100 + rest.value, to: rest.to } : { value: first.value * 100, to };
}

function belowHundred(sentence: ReadSentence, at: number): { value: number; to: number } | null {
  const { words } = sentence;
  const unitAt = (place: number) => UNITS.indexOf(words[place]?.lower ?? "") + 1;
  const lower = words[at]?.lower ?? "";
  const tens = TENS.indexOf(lower);
  const unit = tens >= 0 && isJoined(sentence, at + 1) ? unitAt(at + 1) : 0;
  if (tens >= 0) return { value: 20 + 10 * tens + unit, to: unit > 0 ? at + 2 : at + 1 };
  const teen = TEENS.indexOf(lower);
  const value = teen >= 0 ? 10 + teen : unitAt(at);
  return value === 0 ? null : { value, to: at + 1 };
}

/** Reads what stands before a magnitude: "a" million, "half a" million, "three quarters of a" million. */
function partAt(sentence: ReadSentence, at: number): { value: number; to: number } | null {
  const { words } = sentence;
  const lowerAt = (place: number) => words[place]?.lower ?? "";
  const isMagnitude = (place: number) => /^(?:million|billion|trillion|dozen)$/.test(lowerAt(place));
  const several = UNITS.indexOf(lowerAt(at)) + 1;
  const name = several > 0 ? at + 1 : at;
  const part = lookUp(PARTS, lowerAt(name));
  if (part !== undefined && lowerAt(name + 1) === "of" && lowerAt(name + 2) === "a" && isMagnitude(name + 3))
    return { value: part * Math.max(1, several), to: name + 3 };
  if (lowerAt(at) === "a") return isMagnitude(at + 1) ? { value: 1, to: at + 1 } : null;
  if (lowerAt(at) !== "half") return null;
  const to = lowerAt(at + 1) === "a" ? at + 2 : at + 1;
  return isMagnitude(to) ? { value: 0.5, to } : null;
}

/** Returns whether a word is a magnitude of the number before it. */
function isMagnitudeAt(sentence: ReadSentence, at: number, currency: string | null): boolean {
  const { lower = "", end } = sentence.words[at] ?? {};
  if (lookUp(MAGNITUDES, lower) === undefined || !isJoined(sentence, at)) return false;
  if (SHORT_OF_MONEY.has(lower)) return currency !== null;
  // "₹5L" are five lakh. "5L" is an engine.
  if (lower === "l") return currency === "INR";
  // "M&A" and "B&B" are words.
  return !SHORT.has(lower) || ((currency !== null || gap(sentence, at) === "") && sentence.text[end ?? 0] !== "&");
}

/** Reads the number that begins at a word, in digits or in words, with its magnitude; null if there is none. */
export function numeralAt(sentence: ReadSentence, at: number): Numeral | null {
  const { words } = sentence;
  const word = words[at] as ReadWord;
  const lowerAt = (place: number) => words[place]?.lower ?? "";
  const currency = currencyBefore(sentence, at);
  const indefinite = lookUp(INDEFINITE, word.lower);
  if (word.lower === "tens" && lowerAt(at + 1) === "of") {
    const many = lowerAt(at + 2);
    if (many !== "thousands" && many !== "millions") return null;
    return { value: many === "thousands" ? 20_000 : 20e6, from: at, to: at + 3, currency: null, indefinite: true };
  }
  const read = word.number === null ? (partAt(sentence, at) ?? spokenAt(sentence, at)) : null;
  let value = word.number ?? read?.value ?? indefinite ?? null;
  let to = read?.to ?? at + 1;
  if (value === null) return null;
  // Excludes scores, dates and clock times: "9/11", "10:30".
  if (word.number !== null && /^[/:]$/.test(gap(sentence, at))) return null;
  if (lowerAt(to) === "dozen") {
    value *= 12;
    to++;
  }
  if (lowerAt(to) === "and" && lowerAt(to + 1) === "a" && lowerAt(to + 2) === "half" && isJoined(sentence, to + 2)) {
    value += 0.5;
    to += 3;
  }
  if (isMagnitudeAt(sentence, to, currency)) {
    const name = lowerAt(to);
    value *= lookUp(MAGNITUDES, name) ?? 1;
    to++;
    if (BEFORE_CRORE.test(name) && CRORE.test(lowerAt(to)) && isJoined(sentence, to)) {
      value *= MAGNITUDES.crore ?? 1;
      to++;
    }
  }
  const sign = words[at - 1];
  const isSign = BEFORE_NUMBERS.test(sign?.lower ?? "") || sign?.text === currency;
  const from = currency !== null && isSign ? at - 1 : at;
  return { value: Number(value.toPrecision(12)), from, to, currency, indefinite: indefinite !== undefined };
}

/** Returns the factor of a number's magnitude; 1 without one. */
export const magnitudeOf = (words: readonly ReadWord[], { from, to }: Numeral): number => {
  let factor = 1;
  for (let at = from + 1; at < to; at++) factor *= lookUp(MAGNITUDES, words[at]?.lower ?? "") ?? 1;
  return factor;
};

/** Returns whether a number ends with "crore", in which sums of rupees are told. "2 lakh" may be people. */
export const isInCrores = (words: readonly ReadWord[], { from, to }: Numeral): boolean =>
  to > from + 1 && CRORE.test(words[to - 1]?.lower ?? "");
