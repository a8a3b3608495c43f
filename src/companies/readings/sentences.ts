import type { Span } from "#foundation/language/tokenize";

/**
 * Matches the end of a sentence: before a capital, but not after the dot of a short word. Such are legal forms, initials
 * and abbreviations ("Co. KG", "St. Louis", "Rob. M.").
 */
const END = /[.!?](?=\s+[\p{Lu}\d"“])/gu;
const ABBREVIATED = /(?:^|[\s.(])(?:\p{Lu}\p{L}{0,2}|Corp|Bros|Intl|Sons|vs|approx)$/u;
/** Words that open a sentence after a legal form. */
const OPENING =
  /^\s+(?:The|It|Its|In|As|This|Founded|Headquartered|Additionally|Through|Further|Formerly|We|Our|They)\b/;

/** Returns the sentence at a position. */
export function sentenceAt(text: string, position: number): Span {
  let start = 0;
  for (const match of text.matchAll(END)) {
    const dot = match.index;
    if (ABBREVIATED.test(text.slice(Math.max(0, dot - 8), dot)) && !OPENING.test(text.slice(dot + 1, dot + 20)))
      continue;
    if (dot >= position) return { start, end: dot + 1 };
    start = dot + 1 + (/^\s+/.exec(text.slice(dot + 1))?.[0].length ?? 0);
  }
  return { start, end: text.trimEnd().length };
}
