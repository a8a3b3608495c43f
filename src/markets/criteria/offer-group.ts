import { baseForm } from "#foundation/language/wordnet";
import { isGenericCompany, isGenericRole } from "./company-words.ts";
import type { QuestionReading } from "./question-reading.ts";
import type { Span } from "./spans.ts";

/** Several things that a question lists. A company must offer any one of them, or all. */
export interface OfferGroup {
  of: "any" | "all";
  /** 2 to 5. */
  parts: OfferPart[];
}

export interface OfferPart {
  /** A complete phrase ("mobile phone network", "cable network"). */
  phrase: string;
  /** As the question says it, with the words up to the next part: "steel traders". */
  said: string;
}

/** Maximum number of parts. Longer lists name parts of one trade, and each part would need its own search. */
const MOST_PARTS = 5;

/** Words that ask for all parts: "both … and", "not only … but also", "X and also Y". */
const ASKS_FOR_ALL = /\b(?:both|not only|combin(?:e|es|ing))\b/i;
/** "As well as", "and also" between two things in a clause about the companies' activity. */
const ADDS = /\b(?:as well as|(?:and|but) also|while also|and at the same time)\b/i;
const CLAUSE = /\b(?:that|which|who)\b/i;
const BETWEEN =
  /^(?:\s|,|;|\/|&|\+|\||\b(?:and|or|also|other|the|a|an|as|well|nor|either|both|but|not|only|while|even)\b)*$/i;

const LINKS_BEHIND = /(?:\s|,|;|\/|&|\b(?:and|or|also|other)\b)+$/i;

/**
 * Reads the things of a question as a group. Null where it names one thing, or where they are not a list ("leasing
 * companies for aircraft").
 */
export function offerGroup({
  text,
  offers,
  features,
}: Pick<QuestionReading, "text" | "offers" | "features">): OfferGroup | null {
  // "Both brew beer and distil whisky", "steel traders and aluminium recyclers": the second thing is not another name
  // of the first.
  const isOfClauses = offers.length === 1 && features.length === 2;
  const inOrder = placed(isOfClauses ? features : offers, text);
  const [first] = inOrder;
  if (first === undefined || inOrder.length < 2 || inOrder.length > MOST_PARTS) return null;
  const lead =
    text
      .slice(0, first.start)
      .split(/[.!?;:]\s/)
      .at(-1) ?? "";
  const between = inOrder.slice(1).map(({ start }, i) => text.slice(inOrder[i]?.end ?? start, start));
  const asksForAll = ASKS_FOR_ALL.test(lead);
  if (!between.every((words) => standsBetween(words, asksForAll))) return null;
  const joined = between.join(" ");
  const isAll =
    inOrder.length === 2 && ((asksForAll && !/\bor\b/i.test(joined)) || (ADDS.test(joined) && CLAUSE.test(lead)));
  return {
    of: isAll ? "all" : "any",
    parts: inOrder.map(({ phrase, start }, i) => ({
      phrase,
      said: text.slice(start, inOrder[i + 1]?.start ?? text.length).replace(LINKS_BEHIND, ""),
    })),
  };
}

/** Locates phrases and sorts them by position; empty where one is missing. */
function placed(phrases: string[], text: string): (Span & { phrase: string })[] {
  const found = phrases.flatMap((phrase) => {
    const span = placeOf(phrase, text);
    return span ? [{ phrase, ...span }] : [];
  });
  return found.length < phrases.length ? [] : found.toSorted((a, b) => a.start - b.start);
}

/**
 * Returns the position of a phrase. If the question writes a shared head only once, the phrase is located without it.
 */
function placeOf(phrase: string, text: string): Span | null {
  const words = phrase.split(/\s+/);
  for (let length = words.length; length > 0; length--) {
    const written = words.slice(0, length).map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    const match = new RegExp(`(?<![\\p{L}\\p{N}])${written.join("\\s+")}(?![\\p{L}\\p{N}])`, "iu").exec(text);
    if (match) return { start: match.index, end: match.index + match[0].length };
  }
  return null;
}

/**
 * Whether two parts are separated only by conjunctions and words for companies: "3D printer makers and 3D printing
 * services".
 */
function standsBetween(between: string, mayHaveVerb: boolean): boolean {
  const kept = between
    .split(/\s+/)
    .filter((word) => {
      const bare = word.replace(/,$/, "");
      return !isGenericCompany(bare) && !isGenericRole(bare) && !(mayHaveVerb && baseForm(bare, "verb") !== null);
    })
    .join(" ");
  return BETWEEN.test(kept) && /\p{L}|[,/&+|]/u.test(kept);
}
