import { citiesByName } from "#foundation/geography/cities";
import { englishCountryNames } from "#foundation/geography/countries";
import { demonyms } from "#foundation/geography/demonyms";
import { states } from "#foundation/geography/states";
import { isLegalForm } from "../linking/legal-forms.ts";
import { nameWords } from "../linking/name-words.ts";

/** Small words inside names: "Bank of Georgia", "S.A. de C.V.". */
const INNER = /^(?:of|the|and|for|by|ve|de|du|des|da|do|di|del|della|la|le|les|el|y|e|von|van|der|den|&|\+|–|-)$/;
/** Trades and kinds of buyers that are written in capitals ("OEMs"), lists of companies ("Fortune 500") and counts. */
const NO_NAME =
  /^(?:IT|ITES|TV|PC|AI|HR|PR|DIY|HVAC|FMCG|BFSI|R&D|OEM|ODM|SME|EMS|API|LED|Internet|Fortune \d+)$|^\d+ |^\p{Lu}{2,5}s$/u;
/** Words of regions: "North America", "rest of Asia". */
const REGIONAL =
  /^(?:north|south|east|west|northern|southern|eastern|western|central|middle|latin|greater|rest|of|the|and|pacific|europe|asia|africa|america|americas|oceania|australasia)$/;
/** Longest text that is read as a name, in characters; two long names may be joined by "and". */
const LONGEST_NAME = 120;

/** Matches what ends a list of names: a stop, or a bracket that is no part of a name, as "(Pty)" is. */
const END_OF_LIST = /(?:[;:]|\((?!\p{Lu}\p{L}*\))|\.\s*$).*$/su;
/** Matches a word with which a name can begin: "Sabic", "iThink", "7-Eleven". */
const BEGINS_NAME = /^\p{Ll}*[\p{Lu}\p{N}]/u;

/**
 * Reads the names with which a text begins: "Singtel, Stripe and JPMorgan." Ends where something other than a name
 * follows: "Woolworths Limited and companies of …".
 */
export function leadingNames(text: string): string[] {
  const names: string[] = [];
  let isClosed = false;
  for (const segment of text.replace(END_OF_LIST, "").split(/,\s*/)) {
    const item = segment.replace(/^(?:and|or)\s+/, "").trim();
    isClosed ||= item !== segment.trim() || /^etc\b/.test(item);
    const name = isName(item) ? item : beginningName(item);
    if (names.length > 0 && isOnlyForms(item)) names.push(`${names.pop()}, ${item}`);
    else if (name !== null) names.push(name);
    if (name !== item) break;
  }
  // Where a comma precedes the last "and", another "and" is part of a name: "Ministry of Water and Electricity".
  const last = isClosed ? [] : joinedNames(names.at(-1) ?? "");
  if (last.length > 1 && last.every(isName)) names.splice(-1, 1, ...last);
  return names.map((name) => name.replace(/^the /i, "").replace(/ \(\p{Lu}{2,}\)$/u, ""));
}

/** Splits "A and B". If one of the names has a legal form, each has one: "Interstate Power and Light Company". */
function joinedNames(text: string): string[] {
  const parts = text.split(/ and /);
  if (!parts.some(endsInForm)) return parts;
  const names: string[] = [];
  let name = "";
  for (const part of parts) {
    name = name === "" ? part : `${name} and ${part}`;
    if (!endsInForm(part)) continue;
    names.push(name);
    name = "";
  }
  return name === "" ? names : [text];
}

/** Returns the name before words that are no part of it: "Jio and retail chains", "Effnet AB provides …". */
function beginningName(item: string): string | null {
  const [, listed = ""] = /^(.+?) (?:and|as well as|among) \p{Ll}/u.exec(item) ?? [];
  if (isName(listed)) return listed;
  const [, subject = ""] = /^((?:\S+ )+?\S+) \p{Ll}{2,}/u.exec(item) ?? [];
  return isName(subject) && endsInForm(subject) ? subject : null;
}

function endsInForm(text: string): boolean {
  const last = nameWords(text.replace(/ \([^)]*\)$/, "")).at(-1);
  return last !== undefined && isLegalForm(last.key) && BEGINS_NAME.test(last.written);
}

/** Whether a text is only the legal form of a name before it: "Inc.", "S.A. de C.V.". */
function isOnlyForms(text: string): boolean {
  const words = nameWords(text);
  return /^\p{Lu}/u.test(text) && words.every(({ key }) => isLegalForm(key) || key === "de");
}

/** Whether a text is one name, and not that of a trade or a kind of company. */
export function isName(text: string): boolean {
  if (text.length < 2 || text.length > LONGEST_NAME || NO_NAME.test(text)) return false;
  const [first = "", ...others] = text.replace(/^the /i, "").split(/\s+/);
  // "finetunes GmbH"
  const isStyled = others.length === 1 && endsInForm(text);
  return (
    (BEGINS_NAME.test(first) || isStyled) &&
    others.every((word) => BEGINS_NAME.test(word.replace("(", "")) || INNER.test(word)) &&
    !INNER.test(others.at(-1) ?? "")
  );
}

/** Smallest city, in inhabitants, that makes a word a place; smaller ones have the names of many companies. */
const KNOWN_CITY = 100_000;

/** Whether all words of a name are those of a place. Word lists would tell more, but an import would have to load them. */
export const isPlace = (text: string): boolean =>
  nameWords(text).every(
    ({ key }) =>
      REGIONAL.test(key) ||
      englishCountryNames().has(key) ||
      demonyms().has(key) ||
      states().has(key) ||
      (citiesByName().get(key)?.[0]?.population ?? 0) >= KNOWN_CITY,
  );
