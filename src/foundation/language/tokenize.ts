/** A word of a text with its position: `text.slice(start, end) === word`. Offsets are UTF-16 code units. */
export interface Token {
  word: string;
  start: number;
  end: number;
}

const WORD = /[\p{L}\p{N}]+(?:['’]s\b)?/gu;

/**
 * Returns the words of a text in order, as written, with their offsets. Hyphens and other signs separate; "'s" is left
 * out.
 */
export function tokens(text: string): Token[] {
  const found: Token[] = [];
  for (const match of text.matchAll(WORD)) {
    const [written] = match;
    const word = written.endsWith("'s") || written.endsWith("’s") ? written.slice(0, -2) : written;
    found.push({ word, start: match.index, end: match.index + word.length });
  }
  return found;
}

/** Returns a word in lower case without accents: "Müller" → "muller", so that both spellings match. */
export function foldCase(word: string): string {
  const lower = word.toLowerCase();
  return isAscii(lower) ? lower : lower.normalize("NFKD").replace(/\p{M}/gu, "").replaceAll("ß", "ss");
}

function isAscii(word: string): boolean {
  for (let i = 0; i < word.length; i++) if (word.charCodeAt(i) > 127) return false;
  return true;
}

/** A part of a text by its offsets: `text.slice(start, end)`. */
export interface Span {
  start: number;
  end: number;
}

/** Abbreviations that end with a full stop inside a sentence, most of them legal forms. */
const ABBREVIATION =
  /(?:^|[\s(,])(?:co|corp|inc|ltd|llc|plc|bhd|tbk|pty|pte|pvt|bros|jr|sr|st|no|mr|mrs|ms|dr|vs|etc|approx|dept|mt|(?:[a-z]\.)*[a-z])$/i;

/** Words that open a new sentence even after an abbreviation. */
const OPENING =
  /^\s+(?:The|It|Its|In|As|This|Their|They|We|Our|For|From|Further|Furthermore|Since|Until|Prior|Previously|Formerly)\s/;

/**
 * Returns the sentences of a text. Legal forms ("Co., Ltd.") and initials do not end one unless a typical opening word
 * follows.
 */
export function sentences(text: string): Span[] {
  const spans: Span[] = [];
  let start = 0;
  for (const match of text.matchAll(/[.!?。](?=\s+["'(“]?[\p{Lu}\p{N}])|\n+/gu)) {
    const before = text.slice(Math.max(start, match.index - 24), match.index);
    const end = match.index + (match[0] === "\n" ? 0 : match[0].length);
    if (match[0] === "." && ABBREVIATION.test(before) && !OPENING.test(text.slice(end, end + 16))) continue;
    push(start, end);
    start = end;
  }
  push(start, text.length);
  return spans;

  function push(from: number, to: number) {
    while (from < to && /\s/.test(text.charAt(from))) from++;
    while (to > from && /\s/.test(text.charAt(to - 1))) to--;
    if (to > from) spans.push({ start: from, end: to });
  }
}
