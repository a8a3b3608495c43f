import { slipsOf } from "#companies/search/slips";
import { baseForm, type PartOfSpeech } from "#foundation/language/wordnet";
import { isGenericRole } from "./company-words.ts";

/** Shorter words are one slip away from too many others. */
const SHORTEST = 6;
const PARTS: PartOfSpeech[] = ["noun", "verb", "adj", "adv"];

/** The text with slips of the keys in words for roles put right ("manufacurers"): they decide how everything else is read. */
export function withRolesSpelled(text: string): string {
  return text.replace(/(?<![\p{L}.@-])\p{Ll}{6,}(?![\p{L}.@-])/gu, (word) => {
    if (word.length < SHORTEST || PARTS.some((pos) => baseForm(word, pos) !== null)) return word;
    return slipsOf(word).find(isRole) ?? word;
  });
}

function isRole(word: string): boolean {
  return /^(?:company|companies|business|businesses)$/.test(word) || isGenericRole(word);
}
