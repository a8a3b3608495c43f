import { slipsOf } from "#companies/search/slips";
import { stem } from "#foundation/language/stem";
import { baseForm, type PartOfSpeech, synsetsOf } from "#foundation/language/wordnet";
import { agentVerb, GENERIC_ROLES } from "./company-words.ts";
import { isTradeWord } from "./offer-roles.ts";

/** Minimum length of a corrected word. Shorter words are one slip away from too many others. */
const SHORTEST = 6;
const PARTS: PartOfSpeech[] = ["noun", "verb", "adj", "adv"];
/**
 * Words for roles in both numbers. A word has a thousand slips, too many for a WordNet lookup of each one's singular.
 */
const ROLES = new Set([
  ...["company", "companies", "business", "businesses"],
  ...[...GENERIC_ROLES].flatMap((role) => [role, `${role}s`]),
]);

/** Corrects plurals such as "companys" and "batterys". */
const withPluralsSpelled = (text: string): string =>
  text.replace(/(?<![\p{L}.@-])(\p{Ll}{2,}[^aeiou\P{Ll}])ys(?![\p{L}.@-])/gu, (word, root: string) =>
    synsetsOf(`${root}y`, "noun", 1).length > 0 ? `${root}ies` : word,
  );

/** Corrects slips in words for roles ("manufacurers") and trades. These words decide how all others are read. */
export function withRolesSpelled(text: string): string {
  return withPluralsSpelled(text).replace(/(?<![\p{L}.@-])\p{Ll}{6,}(?![\p{L}.@-])/gu, (word) => {
    if (word.length < SHORTEST || isKnown(word) || isPrefixed(word)) return word;
    return slipsOf(word).find((slip) => ROLES.has(slip)) ?? tradeWord(word) ?? word;
  });
}

/** Whether WordNet has a word, or the adjective of which it is a plural ("consumables"). */
const isKnown = (word: string): boolean =>
  PARTS.some((pos) => baseForm(word, pos) !== null) ||
  baseForm(word.replace(/s$/, ""), "adj") !== null ||
  agentVerb(word) !== null;

/**
 * Whether a word consists of a prefix and a known word: "colocation", "retreading", "ecommerce". Such a word is not a
 * slip.
 */
function isPrefixed(word: string): boolean {
  const [, known = ""] =
    /^(?:co|re|de|e|pre|un|non|sub|bio|micro|nano|multi|inter|over|under|tele)(\p{L}{5,})$/u.exec(word) ?? [];
  return known !== "" && isKnown(known);
}

/** Returns the only trade word that is one slip away ("logistcs"); null where there is none, or more than one. */
function tradeWord(word: string): string | null {
  const known = slipsOf(word).filter((slip) => isTradeWord(slip) && isKnown(slip));
  const [only] = known;
  return only !== undefined && new Set(known.map(stem)).size === 1 ? only : null;
}
