import { BEFORE_NUMBERS, currencyBefore } from "./currencies.ts";
import type { ReadSentence, ReadWord } from "./read-sentence.ts";

const MAGNITUDES: Record<string, number> = {
  thousand: 1e3,
  k: 1e3,
  lakh: 1e5,
  lakhs: 1e5,
  million: 1e6,
  millions: 1e6,
  mln: 1e6,
  mn: 1e6,
  m: 1e6,
  crore: 1e7,
  crores: 1e7,
  cr: 1e7,
  billion: 1e9,
  billions: 1e9,
  bln: 1e9,
  bn: 1e9,
  b: 1e9,
  trillion: 1e12,
  trillions: 1e12,
  trn: 1e12,
  tn: 1e12,
};
/** "2 lakh crore": magnitudes of Indian English that are multiplied. */
const CRORE = /^crores?$/;
const BEFORE_CRORE = /^(?:thousand|lakhs?)$/;
/** Short forms that mean other words and units unless they directly follow digits or a currency sign. */
const SHORT = new Set(["k", "m", "b", "cr", "mn", "tn"]);
const NUMBER_WORDS = new Map(
  "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty"
    .split(" ")
    .map((word, i) => [word, i + 1] as const),
);
for (const [i, word] of "thirty forty fifty sixty seventy eighty ninety".split(" ").entries())
  NUMBER_WORDS.set(word, 30 + 10 * i);
NUMBER_WORDS.set("dozen", 12).set("hundred", 100);
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

/** Reads only own keys, because "constructor" is a word too. */
export const lookUp = <T>(table: Record<string, T>, word: string): T | undefined =>
  Object.hasOwn(table, word) ? table[word] : undefined;

/** Returns the text between a word and the previous word. */
export const gap = (sentence: ReadSentence, at: number) =>
  sentence.text.slice(at === 0 ? 0 : (sentence.words[at - 1]?.end ?? 0), sentence.words[at]?.start ?? 0);

/** Reads the number that begins at a word, in digits or in words, with its magnitude; null if there is none. */
export function numeralAt(sentence: ReadSentence, at: number): Numeral | null {
  const { words } = sentence;
  const word = words[at] as ReadWord;
  const before = gap(sentence, at);
  const currency = currencyBefore(sentence, at);
  const indefinite = lookUp(INDEFINITE, word.lower);
  let value = word.number ?? NUMBER_WORDS.get(word.lower) ?? indefinite ?? null;
  let from = at;
  if (value === null && word.lower === "tens" && words[at + 1]?.lower === "of") {
    const many = words[at + 2]?.lower;
    if (many !== "thousands" && many !== "millions") return null;
    return { value: many === "thousands" ? 20_000 : 20e6, from: at, to: at + 3, currency: null, indefinite: true };
  }
  let to = at + 1;
  if (value === null && (word.lower === "a" || word.lower === "half")) {
    const half = word.lower === "half";
    const after = half && words[at + 1]?.lower === "a" ? at + 2 : at + 1;
    if (/^(?:million|billion|trillion|dozen)$/.test(words[after]?.lower ?? "")) {
      value = half ? 0.5 : 1;
      to = after;
    }
  }
  if (value === null) return null;
  // Excludes scores, dates and clock times: "9/11", "10:30".
  if (word.number !== null && /^[/:]$/.test(before)) return null;
  const next = words[to];
  if (next?.lower === "dozen") {
    value *= 12;
    to++;
  }
  const magnitudeWord = words[to];
  const magnitude = magnitudeWord === undefined ? undefined : lookUp(MAGNITUDES, magnitudeWord.lower);
  const close = magnitudeWord !== undefined && sentence.text.slice(words[to - 1]?.end ?? 0, magnitudeWord.start) === "";
  if (
    magnitude !== undefined &&
    !magnitudeWord?.afterBreak &&
    (!SHORT.has(magnitudeWord?.lower ?? "") || close || currency !== null)
  ) {
    value *= magnitude;
    to++;
    if (BEFORE_CRORE.test(magnitudeWord?.lower ?? "") && CRORE.test(words[to]?.lower ?? "")) {
      value *= MAGNITUDES.crore ?? 1;
      to++;
    }
  }
  if (word.number === null && words[to]?.lower === "hundred") {
    value *= 100;
    to++;
  }
  const sign = words[at - 1];
  const isSign = BEFORE_NUMBERS.test(sign?.lower ?? "") || sign?.text === currency;
  if (currency !== null && isSign) from = at - 1;
  return { value: Number(value.toPrecision(12)), from, to, currency, indefinite: indefinite !== undefined };
}

/** Returns the factor of a number's magnitude; 1 without one. */
export const magnitudeOf = (words: readonly ReadWord[], { from, to }: Numeral): number => {
  let factor = 1;
  for (let at = from + 1; at < to; at++) factor *= lookUp(MAGNITUDES, words[at]?.lower ?? "") ?? 1;
  return factor;
};

/** Returns whether a number ends with a magnitude of Indian English, in which sums of rupees are told: "500 crore". */
export const isInCrores = (words: readonly ReadWord[], { from, to }: Numeral): boolean =>
  to > from + 1 && /^(?:crores?|cr|lakhs?)$/.test(words[to - 1]?.lower ?? "");
