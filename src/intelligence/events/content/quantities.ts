import type { PatternIndex } from "../../lexicon/patterns.ts";
import { currencyAfter, rupeesIn } from "./currencies.ts";
import { gap, isInCrores, magnitudeOf, type Numeral, numeralAt } from "./numerals.ts";
import type { ReadSentence, ReadWord } from "./read-sentence.ts";

export type Operator = ">" | ">=" | "<" | "<=" | "=" | "~" | "between";

/**
 * A quantity as a sentence gives it, with its unit. Money is in whole units of an ISO 4217 currency, percentages are in
 * "%".
 */
export interface Quantity {
  operator: Operator;
  /** One value, or two in ascending order for `between`. Always numbers of the text. */
  values: number[];
  unit: string;
  /** `percent`, `points`, `money`, or one of the taxonomy's kinds of counts. */
  kind: string;
  /** True for a level ("to $50", "from 4% to 5%"), false for a change. */
  level: boolean;
  /** True for "dozens" or "thousands": the text has no exact number. */
  indefinite: boolean;
  /** Words of the sentence that it takes, from and to (exclusive). */
  from: number;
  to: number;
}

/** Operators by the words before a number. The first match counts, so longer phrases come before shorter ones. */
const OPERATORS: [words: string, operator: Operator][] = [
  ["no more than", "<="],
  ["not more than", "<="],
  ["no less than", ">="],
  ["no fewer than", ">="],
  ["not less than", ">="],
  ["as many as", "<="],
  ["as much as", "<="],
  ["at most", "<="],
  ["a maximum of", "<="],
  ["up to", "<="],
  ["at least", ">="],
  ["a minimum of", ">="],
  ["more than", ">"],
  ["higher than", ">"],
  ["greater than", ">"],
  ["over", ">"],
  ["above", ">"],
  ["exceeding", ">"],
  ["exceeds", ">"],
  ["exceed", ">"],
  ["tops", ">"],
  ["topped", ">"],
  ["past", ">"],
  ["less than", "<"],
  ["fewer than", "<"],
  ["lower than", "<"],
  ["under", "<"],
  ["below", "<"],
  ["about", "~"],
  ["around", "~"],
  ["roughly", "~"],
  ["approximately", "~"],
  ["nearly", "~"],
  ["almost", "~"],
  ["close to", "~"],
  ["some", "~"],
  ["an estimated", "~"],
  ["estimated", "~"],
];
const LEVEL_WORDS = new Set(["to", "at"]);
/** Words of a level, but only of money: "slips below $1,900". */
const COMPARED_LEVEL = new Set(["below", "above", "under", "over", "past"]);
const AFTER_A_SUM =
  /^(?:in|for|on|from|to|by|over|after|as|at|under|with|fine|penalty|fraud|scam|loan|deal|plan|order)$/;
/** A range falls at most by this factor: "from 5 to 3 million", but not "£900 to £1 million". */
const MAX_FALL = 10;
/** No larger value is read. A double holds all whole numbers up to about nine times this exactly. */
const MAX_VALUE = 1e15;

/** Finds all quantities of a sentence that have a unit, in order. Excludes numbers without a unit, years and scores. */
export function findQuantities(sentence: ReadSentence, units: PatternIndex<string>): Quantity[] {
  const { words } = sentence;
  const countNouns = new Map(units.find(words).map((match) => [match.from, match]));
  const found: Quantity[] = [];
  for (let at = 0; at < words.length; ) {
    const first = numeralAt(sentence, at);
    if (first === null) {
      at++;
      continue;
    }
    const range = secondOf(sentence, first);
    // "£3-5m": the sign of the first number is that of both.
    const last = range === null ? first : { ...range, currency: range.currency ?? first.currency };
    const unit = unitAfter(sentence, last, countNouns) ?? (range && unitAfter(sentence, first, countNouns));
    at = last.to;
    if (!unit) continue;
    at = Math.max(at, unit.to);
    const quantity = assemble(words, first, range, unit);
    if (quantity !== null) found.push(quantity);
  }
  return found;
}

function assemble(
  words: readonly ReadWord[],
  first: Numeral,
  second: Numeral | null,
  unit: { unit: string; kind: string; to: number },
): Quantity | null {
  const before = operatorBefore(words, first.from);
  const common = { unit: unit.unit, kind: unit.kind, to: unit.to, indefinite: first.indefinite };
  const word = words[before.from - 1]?.lower ?? "";
  if (second !== null) {
    // "between 3 and 4 billion": the magnitude of the second number also applies to the first.
    const magnitude = magnitudeOf(words, first) === 1 ? magnitudeOf(words, second) : 1;
    // But not "$500,000 to $1 million".
    const scale = first.value * magnitude <= second.value * MAX_FALL ? magnitude : 1;
    const [low, high] = [first.value * scale, second.value].sort((a, b) => a - b) as [number, number];
    if (!(high <= MAX_VALUE)) return null;
    if (word === "from") return { ...common, operator: "=", values: [second.value], level: true, from: before.from };
    return { ...common, operator: "between", values: [low, high], level: LEVEL_WORDS.has(word), from: before.from };
  }
  if (!(first.value <= MAX_VALUE)) return null;
  const level = LEVEL_WORDS.has(word) || (unit.kind === "money" && COMPARED_LEVEL.has(words[before.from]?.lower ?? ""));
  const operator = first.indefinite ? ">" : before.operator;
  return { ...common, operator, values: [first.value], level, from: before.from };
}

/** Reads the second end of a range: "3 to 4", "2%-3%", "between 3 and 4". */
function secondOf(sentence: ReadSentence, first: Numeral): Numeral | null {
  const { words } = sentence;
  let at = first.to;
  // Skips the first unit of "2 per cent to 3 per cent".
  if (words[at]?.lower === "per" && words[at + 1]?.lower === "cent") at += 2;
  else if (/^(?:percent|pct)$/.test(words[at]?.lower ?? "")) at++;
  const link = words[at]?.lower ?? "";
  const opened = words[operatorBefore(words, first.from).from - 1]?.lower ?? "";
  const linked = link === "to" || (link === "and" && opened === "between");
  const signs = gap(sentence, at);
  const dashed = words[at]?.number != null && /^\s?%?\s?[-–]\s?[^\d\s]{0,2}$/.test(signs);
  if (!linked && !dashed) return null;
  const start = linked ? at + 1 : at;
  const word = words[start];
  if (word === undefined || (word.afterBreak && linked)) return null;
  const second = numeralAt(sentence, start);
  if (second === null) return null;
  // "rose 18% to $2.1 billion": two kinds of quantities are not a range.
  const percent = ({ to }: Numeral) => /^(?:\s?%|\s?per\s?cent|\s?pct)/.test(sentence.text.slice(words[to - 1]?.end));
  return percent(first) === percent(second) || (!percent(first) && second.currency === first.currency) ? second : null;
}

function unitAfter(
  sentence: ReadSentence,
  numeral: Numeral,
  countNouns: Map<number, { value: string; from: number; to: number }>,
): { unit: string; kind: string; to: number } | null {
  const { words, text } = sentence;
  const { to } = numeral;
  const end = words[to - 1]?.end ?? 0;
  const next = words[to];
  const following = next?.lower ?? "";
  if (/^\s?%/.test(text.slice(end, end + 2))) {
    const points = /^points?$/.test(following);
    return {
      unit: points ? "percentage points" : "%",
      kind: points ? "points" : "percent",
      to: points ? to + 1 : to,
    };
  }
  if (numeral.currency !== null) return { unit: numeral.currency, kind: "money", to };
  const inCrores = isInCrores(words, numeral) ? rupeesIn(text) : null;
  const rupees = inCrores === null ? null : { unit: inCrores, kind: "money", to };
  const named = currencyAfter(sentence, to);
  if (named !== null) return { unit: named.currency, kind: "money", to: named.to };
  if (next === undefined || next.afterBreak) return rupees;
  if (following === "percent" || following === "pct" || (following === "per" && words[to + 1]?.lower === "cent")) {
    const after = following === "per" ? to + 2 : to + 1;
    const points = /^points?$/.test(words[after]?.lower ?? "");
    return {
      unit: points ? "percentage points" : "%",
      kind: points ? "points" : "percent",
      to: points ? after + 1 : after,
    };
  }
  if (following === "percentage" && /^points?$/.test(words[to + 1]?.lower ?? ""))
    return { unit: "percentage points", kind: "points", to: to + 2 };
  if (following === "basis" && /^points?$/.test(words[to + 1]?.lower ?? ""))
    return { unit: "basis points", kind: "points", to: to + 2 };
  if (following === "bps") return { unit: "basis points", kind: "points", to: to + 1 };
  if (following === "points") return { unit: "points", kind: "points", to: to + 1 };
  // What is counted stands behind the number ("2 crore jobs"); behind a sum stands a small word.
  if (rupees !== null && AFTER_A_SUM.test(following)) return rupees;
  // A year is not a count: "in 2014 people".
  const value = words[to - 1]?.number;
  if (to - numeral.from === 1 && value != null && value >= 1900 && value < 2100 && !/,/.test(words[to - 1]?.text ?? ""))
    return null;
  // "20,000 jobs", "40 more jobs", "300 of its workers": at most two words lie between; none in "5G phones".
  const reach = next.start === end ? 0 : 2;
  for (let at = to; at <= to + reach && at < words.length && !words[at]?.afterBreak; at++) {
    const noun = countNouns.get(at);
    if (noun)
      return {
        unit: text.slice(words[noun.from]?.start, words[noun.to - 1]?.end).toLowerCase(),
        kind: noun.value,
        to: noun.to,
      };
    if (words[at]?.number !== null) return null;
  }
  return null;
}

function operatorBefore(words: readonly ReadWord[], at: number): { operator: Operator; from: number } {
  const before = words.slice(Math.max(0, at - 3), at).map(({ lower }) => lower);
  const found = OPERATORS.find(([phrase]) => ` ${before.join(" ")}`.endsWith(` ${phrase}`));
  return found ? { operator: found[1], from: at - found[0].split(" ").length } : { operator: "=", from: at };
}
