import { foldCase } from "#foundation/language/tokenize";
import { inEnglish } from "./in-english.ts";
import type { Span } from "./spans.ts";

const KM_PER_MILE = 1.609344;

/** Radius of "around" a city in kilometres, about the reach of suburban railways in cities such as Munich. */
const AROUND_KM = 30;

/** "within 50 km of", "up to 100 miles from", "in a 30-kilometre radius around". */
const DISTANCE =
  /(?:\b(?:within|up to|at most|no more than|not more than|less than|max(?:imum|\.)?|in|inside)\s+)*(?:a\s+)?(?:radius\s+of\s+)?(\d{1,4}(?:[.,]\d+)?)[\s-]?(km|kms|kilomet(?:re|er)s?|mi|miles?)\b(?:[\s-]+(?:radius|distance|drive))?\s+(?:of|from|around|to)\s+(?:the\s+(?:city|town)\s+of\s+)?/gi;
const AROUND = ["around", "near", "close to", "greater", "vicinity of"];

/** Returns the distances that stand before a place, without the place: "within 50 km of " in "within 50 km of Ulm". */
export function distancesIn(text: string): Span[] {
  return [...text.matchAll(DISTANCE)].map((match) => ({ start: match.index, end: match.index + match[0].length }));
}

/**
 * Returns how far around a city a prompt asks for companies, in kilometres; null where it asks for the city alone. A
 * location has no field for this.
 * @param spellings names of the city, in lower case without accents
 */
export function surroundingsKm(prompt: string, spellings: string[]): number | null {
  const follows = (rest: string) =>
    spellings.some((one) => rest.startsWith(one) && !/^\p{L}/u.test(rest.slice(one.length)));
  const text = foldCase(inEnglish(prompt)?.text ?? prompt);
  for (const match of text.matchAll(DISTANCE)) {
    const [all, number = "", unit = ""] = match;
    if (!follows(text.slice(match.index + all.length))) continue;
    return Number(number.replace(",", ".")) * (unit.startsWith("mi") ? KM_PER_MILE : 1);
  }
  const spaced = ` ${text.replace(/[^\p{L}\p{N}]+/gu, " ")} `;
  const isAround = spellings.some((spelling) => AROUND.some((where) => spaced.includes(` ${where} ${spelling} `)));
  return isAround ? AROUND_KM : null;
}
