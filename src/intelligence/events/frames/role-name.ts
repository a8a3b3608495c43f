import { findPlaces } from "#foundation/geography/find-places";
import { isStopWord } from "#foundation/language/stop-words";
import { foldCase } from "#foundation/language/tokenize";
import { baseForm } from "#foundation/language/wordnet";
import { isDictionaryWord } from "../content/names.ts";
import type { ReadSentence } from "../content/read-sentence.ts";

const LONGEST_NAME = 7;
const LONGEST_MATTER = 18;
/** Parties that are no place. A client may be one. */
const COMPANIES = new Set(["company", "target", "acquirer"]);
/** Roles whose value is a word of the pattern. */
const WORDS = new Set(["role", "measure", "change", "kind"]);
/** Roles of people: two or more names with capitals. */
const PEOPLE = new Set(["person", "predecessor"]);
/** Roles that are not names: their values can be longer, and can be things. */
const MATTERS = new Set(["matter", "what", "product"]);
/** Roles whose lower-case words belong to them. */
const THINGS = new Set([...MATTERS, "who", "service"]);
/** Lower-case words that join the parts of a name. */
const JOINT = /^(?:and|of|de|la|du|van|von|der|den|di|da|the|for|in|at|on|y|et|und)$/u;
/** Words that never begin a name. */
const NO_NAME =
  /^(?:by|for|of|over|in|at|on|to|from|with|it|he|she|they|we|you|i|who|what|why|how|when|where|which|this|that|these|those|there|here|more|new|if|as|after|but|and|or|not|no|report|reports|update|breaking|video|watch|analyst|analysts|shares?\s+of)\b/i;

/** Returns whether words are a name: of a company, or not all in the dictionary, or marked by their capitals. */
export function isMarkedName(
  name: string,
  { titleCase }: Pick<ReadSentence, "titleCase">,
  companies: readonly string[],
) {
  const parts = name.split(/\s+/);
  const isKnown = companies.some((company) => company.toLowerCase().startsWith(name.toLowerCase()));
  const isCommon = parts.every((word) => isDictionaryWord(foldCase(word)));
  // "Pizza Hut" in a headline that capitalises only names.
  const isMarked = !titleCase && parts.length > 1 && parts.every((word) => /^\p{Lu}/u.test(word) || JOINT.test(word));
  return isKnown || !isCommon || isMarked;
}

/** An amount behind a name, with the words before its number: "Korvel more than 530 million euros". */
const AMOUNT =
  /\s+(?:(?:a|record|total|of|about|around|some|nearly|almost|over|more|than|at|least|up|to)\s+)*(?:[$€£¥₹]\s?\d|\d[\d.,]*\s?(?:thousand|million|billion|trillion|bln|bn|mln|mn|m|lakh|crore|yen|euros?|dollars|pounds|yuan|rupees|francs)\b).*$/iu;

/** Words that a headline quotes behind a name: "Korvel's 'whiz kid'". */
const QUOTED = /(?:['’]s?)?\s+["“‘'](?=\S).*$/u;

/** Removes words that are not part of the name; null if the rest is not a name. */
export function roleName(role: string, raw: string, titleCase: boolean, things: readonly string[] = []): string | null {
  if (WORDS.has(role)) return raw.toLowerCase().trim();
  const isMatter = MATTERS.has(role);
  const said = raw
    .trim()
    .replace(/^["“”'‘’]+|["“”'‘’.]+$/g, "")
    .replace(/^(?:the|a|an|its|their|his|her)\s+/i, "")
    .replace(/['’]s?$/, "")
    .replace(
      /\s+(?:is|are|has|have|will|may|could|to|ceo|also|says?|reportedly|officially|finally|just|now|again)$/i,
      "",
    )
    .replace(/\s+(?:said|says)\s.*$/i, "");
  const whole = (isMatter ? said : said.replace(AMOUNT, "").replace(QUOTED, "")).trim();
  if (COMPANIES.has(role) && isPlace(whole)) return null;
  const isThing = things.includes(role);
  const name = isThing
    ? withoutCount(whole)
    : titleCase || THINGS.has(role)
      ? whole
      : withoutTail(withoutDescription(whole));
  const words = name.split(/\s+/);
  const isProper = isThing || (isMatter && role !== "product") || /\p{Lu}/u.test(name);
  if (name.length < 2 || words.length > (isMatter ? LONGEST_MATTER : LONGEST_NAME)) return null;
  if (!isProper || NO_NAME.test(name) || (!isMatter && /[$€£¥%]|\s(?:shares|stock)$/i.test(name))) return null;
  // "Mall food court favorite" describes a company.
  if (!titleCase && COMPANIES.has(role) && /\s\p{Ll}+$/u.test(name)) return null;
  // "Korvel's board named Ann Lee chair": the owner of something is not the person.
  if (PEOPLE.has(role) && /['’]s?(?:\s|$)/u.test(raw.trim())) return null;
  if (PEOPLE.has(role) && !words.every((word) => /^\p{Lu}/u.test(word) || JOINT.test(word))) return null;
  return words.every((word) => isStopWord(word.toLowerCase())) ? null : name;
}

/** Returns whether all of a name is a place: "West Virginia" of "explosion at West Virginia mine". Toyota is a city too. */
const isPlace = (name: string): boolean =>
  findPlaces(name, { isProse: true }).some(
    ({ start, end, kind }) =>
      start === 0 && end === name.length && (kind !== "city" || baseForm(foldCase(name), "noun") !== null),
  );

/** "12,500 pickups sold in March" are pickups. */
const withoutCount = (thing: string): string =>
  thing
    .replace(/\s+(?:sold|made|produced|built)\b.*$/iu, "")
    .replace(
      /^(?:(?:about|some|around|nearly|almost|over|more\s+than|at\s+least|up\s+to)\s+)?\d[\d,.]*\s+(?:(?:million|thousand)\s+)?/iu,
      "",
    );

/** "German steelmaker Stahlwerk Nord" is Stahlwerk Nord, in a sentence that capitalises only names. */
function withoutDescription(name: string): string {
  const [, , last = "", named = name] = /^(.*?)(?<!\S)(\p{Ll}[\p{Ll}-]+)\s+(\p{Lu}\S*(?:\s+\S+)*)$/u.exec(name) ?? [];
  return last === "" || JOINT.test(last) || isStopWord(last) ? name : named;
}

/**
 * "Corvane runs" is Corvane: in a sentence that capitalises only names, lower-case words after a name do not belong to
 * it.
 */
function withoutTail(name: string): string {
  const [, head = name] = /^(\p{Lu}.*?)\s+\p{Ll}[^\p{Lu}]*$/u.exec(name) ?? [];
  return head.split(/\s+/).every((word) => isDictionaryWord(foldCase(word))) ? name : head;
}
