import { slipsOf } from "#companies/search/slips";
import { stem } from "#foundation/language/stem";
import { baseForm, type PartOfSpeech } from "#foundation/language/wordnet";
import { agentVerb, GENERIC_ROLES } from "./company-words.ts";
import { isTradeWord } from "./offer-roles.ts";

/** Shorter words are one slip away from too many others. */
const SHORTEST = 6;
const PARTS: PartOfSpeech[] = ["noun", "verb", "adj", "adv"];
/** The words for roles in both numbers. A word has a thousand slips, too many to ask WordNet for the singular of each. */
const ROLES = new Set([
  ...["company", "companies", "business", "businesses"],
  ...[...GENERIC_ROLES].flatMap((role) => [role, `${role}s`]),
]);

/** The text with slips of the keys in words for roles ("manufacurers") and trades put right: they decide how everything else is read. */
export function withRolesSpelled(text: string): string {
  return text.replace(/(?<![\p{L}.@-])\p{Ll}{6,}(?![\p{L}.@-])/gu, (word) => {
    if (word.length < SHORTEST || isKnown(word) || isPrefixed(word)) return word;
    return slipsOf(word).find((slip) => ROLES.has(slip)) ?? tradeWord(word) ?? word;
  });
}

const isKnown = (word: string): boolean =>
  PARTS.some((pos) => baseForm(word, pos) !== null) || agentVerb(word) !== null;

/** "Colocation", "retreading", "prefabricated": a word that is made of a known one is no slip. */
function isPrefixed(word: string): boolean {
  const [, known = ""] =
    /^(?:co|re|de|pre|un|non|sub|bio|micro|nano|multi|inter|over|under|tele)(\p{L}{5,})$/u.exec(word) ?? [];
  return known !== "" && isKnown(known);
}

/** The one word of trade from which it is a slip away ("logistcs"); null where there is none or more. */
function tradeWord(word: string): string | null {
  const known = slipsOf(word).filter((slip) => isTradeWord(slip) && isKnown(slip));
  const [only] = known;
  return only !== undefined && new Set(known.map(stem)).size === 1 ? only : null;
}
