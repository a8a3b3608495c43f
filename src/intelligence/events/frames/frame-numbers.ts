import { currencyAfter } from "../content/currencies.ts";
import { numeralAt } from "../content/numerals.ts";
import type { ReadSentence } from "../content/read-sentence.ts";
import type { FrameDefinition } from "./frame-types.ts";
import type { Filled, FrameStatement } from "./slots.ts";

/** Smaller amounts are prices of a share or a piece. */
const LEAST_MONEY = 100_000;
/** Maximum number of words from a number to the word that it counts. */
const COUNT_REACH = 4;
const PERCENT = /^\s?(?:%|percent\b|per\s+cent\b|pct\b)/i;
const SHARE =
  /\b(?:(?:an?\s+)?(?<half>half)|(?:an?|one)[\s-](?<part>third|quarter|fifth|tenth)|(?<parts>two[\s-]thirds|three[\s-]quarters))\s+(?:of\s+)?(?:(?:its|the|their|all|total|global)\s+)*(?:staff|workforce|employees|jobs|workers|headcount|positions)\b/iu;
const SHARES: Readonly<Record<string, number>> = {
  half: 50,
  third: 33.3,
  quarter: 25,
  fifth: 20,
  tenth: 10,
  "two thirds": 66.7,
  "three quarters": 75,
};

/** Reads the money, the percentage and the counts that a frame asks a sentence for, the first of each. */
export function numbersOf(
  { money, isSmallMoney = false, percent, counts = {}, countsBehind = {} }: FrameDefinition,
  sentence: ReadSentence,
  statement: FrameStatement,
): Filled[] {
  const filled = new Map<string, Filled>();
  const { words, text } = sentence;
  for (const [at] of words.entries()) {
    const numeral = numeralAt(sentence, at);
    if (numeral === null) continue;
    const { value, from } = numeral;
    const named = numeral.currency === null ? currencyAfter(sentence, numeral.to) : null;
    const currency = numeral.currency ?? named?.currency ?? null;
    const to = named?.to ?? numeral.to;
    const written = text.slice(
      Math.max(0, (words[from]?.start ?? 0) - (numeral.currency === null ? 0 : 1)),
      words[to - 1]?.end,
    );
    const note = (role: string) => {
      if (!filled.has(role)) filled.set(role, { role, text: written.trim(), amount: value, currency, statement });
    };
    if (currency !== null) {
      if (money !== undefined && (money === "price" || isSmallMoney || value >= LEAST_MONEY)) note(money);
      continue;
    }
    const after = words.slice(to, to + COUNT_REACH);
    const percentSign = PERCENT.exec(text.slice(words[to - 1]?.end ?? 0))?.[0];
    if (percentSign !== undefined) {
      if (percent === true && !filled.has("percent"))
        filled.set("percent", {
          role: "percent",
          // "15 percent" is 15%, and "five percent" stays.
          text: /\d/.test(written) ? `${written.trim()}%` : `${written.trim()}${percentSign}`,
          amount: value,
          currency: null,
          statement,
        });
      continue;
    }
    const before = text.slice(0, words[from]?.start);
    const counted =
      Object.entries(countsBehind).find(([, pattern]) => pattern.test(before)) ??
      Object.entries(counts).find(([, pattern]) => after.some((word) => pattern.test(word.text)));
    if (counted !== undefined) note(counted[0]);
  }
  const share = percent === true && !filled.has("percent") ? SHARE.exec(text) : null;
  if (share !== null) {
    const { half, part, parts } = share.groups ?? {};
    const amount = SHARES[(half ?? part ?? parts ?? "").toLowerCase().replace(/[\s-]+/, " ")] ?? null;
    filled.set("percent", { role: "percent", text: share[0], amount, currency: null, statement });
  }
  return [...filled.values()];
}
