import type { Span } from "./spans.ts";

export interface Count {
  value: number;
  span: Span;
}

const UNITS =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  );
const TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const WORD = `(?:${[...UNITS, ...TENS].join("|")})`;
const NUMBER = new RegExp(
  `(?<![\\p{L}\\p{N}.,-])(?:(?<digits>-?\\d{1,3}(?:,\\d{3})+|-?\\d+)(?:\\s*(?:-|–|to)\\s*(?<upper>\\d+))?|(?<dozen>half a dozen|(?:a|one|two|three|four|five|${WORD}) dozen|a hundred|a thousand|(?:${WORD} )?(?:hundred|thousand)|dozen)|(?<word>${WORD}(?:[- ]${WORD})?))(?![\\p{L}\\p{N}%°]|[-.,]\\p{N}|-\\p{L})`,
  "giu",
);

/** "…, at most 12", "(max. 15 of them)": a maximum at the end of a sentence. */
const MOST =
  /(?:^|[\s,;(–-])(?<lead>at most|max(?:imum)?\.?(?: of)?|maximal|no more than|not more than|limit(?:ed)? to|limit:?|up to)\s+(?<number>\d{1,4}|\p{L}+(?:-\p{L}+)?)(?:\s+(?:of (?:them|those|these)|names?|compan(?:y|ies)|firms?|results?|hits?|suppliers?))?(?:\s+please)?\s*(?=[.,;!?)]|$)/giu;

/** Words that may precede the number of companies in a sentence. */
const REQUEST = new Set(
  "please can could would will you i i'm we we're am are is do have need want like to find list show give get name search identify suggest recommend me us out for about around roughly approximately some up at least most max maximum exactly no more than the a an of top best largest biggest leading major looking searching seeking who which what tell see know send another first collect return compile discover locate source wanted require only just my our these any other and hello hi help longlist shortlist list overview ca circa approx limit number".split(
    " ",
  ),
);

/** Units of measurement in a product, which do not count companies: "24 V motors", "3 year old whisky". */
const MEASURE =
  /^\s*(?:stars?|v|kv|w|kw|mw|gw|hz|khz|mhz|ghz|mm|cm|m|km|nm|µm|g|kg|t|ton|tons|tonnes?|l|ml|bar|psi|rpm|bit|bits|byte|inch|inches|foot|feet|ft|year|years|month|months|week|weeks|day|days|hour|hours|minutes?|degrees?|percent|per cent|axis|axes|d|°c|volts?|watts?|amps?|euros?|dollars?|usd|eur|million|billion)\b/i;
const RESULTS =
  /^\s*(?:results?|companies|firms|names|hits|entries|suppliers)\s*(?:max(?:imum)?|at most|please)?\s*[.!?)]*\s*$/i;

/**
 * Finds the number of companies that a question asks for. Only a number at the beginning of the request counts ("Find
 * 20 …", "top twenty …"), or one before "results" at the end. Numbers inside the product ("5-axis", "ISO 9001", "24 V")
 * do not count. The value is as written and may be out of range. Null when the question does not say.
 */
export function findCount(text: string): Count | null {
  for (const match of text.matchAll(NUMBER)) {
    const { index: start } = match;
    let end = start + match[0].length;
    const after = text.slice(end);
    if (MEASURE.test(after)) continue;
    let from = start;
    if (!isHeadOfRequest(text.slice(0, start))) {
      const results = RESULTS.exec(after);
      if (!results) continue;
      // The span covers the whole of "max 40 results".
      from -=
        /(?:\b(?:max\.?|maximum|at most|up to|about|limit(?:ed)?(?: to)?|only|top|first)\s*)*$/i.exec(
          text.slice(0, start),
        )?.[0].length ?? 0;
      end += results[0].length;
    }
    // "Two-wheelers": a number must be followed by a counted noun, or end the request.
    if (!/^\)?\s+\S|^\s*[.!?)]*$/.test(after)) continue;
    const value = numberOf(match.groups ?? {});
    if (value === null) continue;
    return { value, span: { start: from, end } };
  }
  return mostOf(text);
}

/** Finds a maximum. "Pressure vessels up to 12" may state a size, so "up to" needs a comma before it. */
function mostOf(text: string): Count | null {
  for (const match of text.matchAll(MOST)) {
    const { lead = "", number = "" } = match.groups ?? {};
    const isApart = /^[,;(–-]/.test(match[0]) || /[,;(–-]\s*$/.test(text.slice(0, match.index));
    if (/^up to$/i.test(lead) && !isApart) continue;
    const value = /^\d/.test(number) ? Number(number) : valueOfWords(number.toLowerCase());
    if (value === null || value === 0) continue;
    const start = match.index + match[0].search(/[^\s,;(–-]/);
    return { value, span: { start, end: match.index + match[0].length } };
  }
  return null;
}

function isHeadOfRequest(before: string): boolean {
  const sentence = before.split(/[.!?;:]\s/).at(-1) ?? "";
  return sentence
    .toLowerCase()
    .split(/[\s,.()]+/)
    .filter(Boolean)
    .every((word) => REQUEST.has(word));
}

function numberOf(groups: Record<string, string | undefined>): number | null {
  if (groups.digits) return Number((groups.upper ?? groups.digits).replaceAll(",", ""));
  if (groups.dozen) return valueOfGroup(groups.dozen.toLowerCase());
  if (groups.word) return valueOfWords(groups.word.toLowerCase());
  return null;
}

function valueOfGroup(words: string): number | null {
  if (words === "half a dozen") return 6;
  const parts = words.split(" ");
  const unit = { dozen: 12, hundred: 100, thousand: 1000 }[parts.at(-1) ?? ""] ?? 0;
  const factor = parts.length === 1 || parts[0] === "a" ? 1 : valueOfWords(parts.slice(0, -1).join(" "));
  return factor === null ? null : factor * unit;
}

function valueOfWords(words: string): number | null {
  let sum = 0;
  for (const word of words.split(/[- ]/)) {
    const unit = UNITS.indexOf(word);
    const ten = TENS.indexOf(word);
    if (unit >= 0) sum += unit;
    else if (ten >= 0) sum += 20 + 10 * ten;
    else return null;
  }
  return sum;
}
