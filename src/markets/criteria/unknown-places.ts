import type { PlaceMention } from "#foundation/geography/find-places";
import { baseForm, lexicalClasses, type PartOfSpeech } from "#foundation/language/wordnet";
import { overlaps, type Span } from "./spans.ts";
import { distancesIn } from "./surroundings.ts";

/** A name in the position of a place that is no place of the gazetteer. */
export interface UnknownPlace {
  text: string;
  /** Its words, where nothing but a place can be meant ("within 50 km of …"); otherwise it may be part of the offer. */
  span: Span | null;
}

const NAME = String.raw`\p{Lu}[\p{L}'’]*\p{Ll}(?:[ -](?:(?:la|le|les|de|del|der|den|am|an|upon|sur|und|do|da)[ -])*\p{Lu}[\p{L}'’]*\p{Ll})*`;
const BASED = new RegExp(
  String.raw`\b(?:based|located|headquartered|situated|seated) (?:in|near|around) (?:the )?(${NAME})`,
  "gu",
);
const IN = new RegExp(String.raw`(?<!\p{L})(?:in|near|around|outside|on) (?:the )?(${NAME})`, "gu");
/** A name at the end of a list of places: "in Belgium and Wallonistan". */
const LISTED = new RegExp(
  String.raw`^\s*(?:and|or|&)\s+(?:the )?(${NAME})(?=\s*(?:[,.;:?!)]|$)|\s+(?:that|which|who|with|not|but|for)\b)`,
  "u",
);
/** Words with which "in" is no place: "experts in Kubernetes", "made in Kevlar". */
const OF_SKILL =
  /\b(?:speciali[sz]\w+|experts?|expertise|experience\w*|skilled|invest\w*|inves?tors?|trad\w+|deal\w*|interest\w*|certified|written|trained|training|consult\w+|leaders?|leading|wrapped|dressed|made|coated|advis\w+)\s*$/i;
const PARTS: PartOfSpeech[] = ["noun", "verb", "adj", "adv"];

/**
 * Finds places that no table has. After a distance any word is meant as a place. After "in" and "near" a name is, unless
 * English has it for something that is no place.
 * @param mentions known places of the text
 * @param taken spans that are no places, such as examples
 */
export function unknownPlaces(text: string, mentions: readonly PlaceMention[], taken: readonly Span[]): UnknownPlace[] {
  const isFree = (span: Span) => ![...mentions, ...taken].some((one) => overlaps(one, span));
  const found: UnknownPlace[] = [];
  const add = (end: number, name: string, surelyFrom: number | null): void => {
    if (name === "" || !isFree({ start: end - name.length, end }) || found.some((one) => one.text === name)) return;
    found.push({ text: name, span: surelyFrom === null ? null : { start: surelyFrom, end } });
  };
  for (const distance of distancesIn(text)) {
    const rest = text.slice(distance.end);
    const [, lead = "", name = ""] = new RegExp(String.raw`^((?:the )?)(${NAME}|\p{L}+)`, "u").exec(rest) ?? [];
    add(distance.end + lead.length + name.length, name, distance.start);
  }
  for (const { index, 0: whole, 1: name = "" } of text.matchAll(BASED)) add(index + whole.length, name, index);
  for (const match of text.matchAll(IN)) {
    const [whole, name = ""] = match;
    if (!isPlaceLike(name, whole) || OF_SKILL.test(text.slice(0, match.index))) continue;
    add(match.index + whole.length, name, null);
  }
  for (const { end, preposition } of mentions) {
    const [whole = "", name = ""] = preposition === null ? [] : (LISTED.exec(text.slice(end)) ?? []);
    if (name !== "" && isPlaceLike(name, whole)) add(end + whole.length, name, end);
  }
  return found;
}

/** Whether English has the name for a place or a star, or not at all. "On" needs the former: "on Mars". */
function isPlaceLike(name: string, whole: string): boolean {
  const key = name.toLowerCase();
  const [first] = lexicalClasses(key, 1);
  if (first === "noun.location" || first === "noun.object") return true;
  return !/^on\b/.test(whole) && PARTS.every((pos) => key.split(/[ -]/).every((word) => baseForm(word, pos) === null));
}
