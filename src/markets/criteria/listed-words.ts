import type { TaggedWord } from "#foundation/language/wink";
import { baseForm } from "#foundation/language/wordnet";
import { isGenericCompany, isGenericRole } from "./company-words.ts";
import { roleOfNoun } from "./role.ts";

const isLink = (word: TaggedWord | undefined): boolean => /^(?:,|and|or|&)$/.test(word?.lower ?? "");
const isNoun = (word: TaggedWord | undefined): boolean => word?.pos === "NOUN" || word?.pos === "PROPN";

/**
 * Corrects the tags of nouns in lists of things, where the tagger reads a verb. They are plurals ("wall plugs, rivets,
 * inserts"), and what describes the first noun after a colon ("consumables: wound dressings, catheters").
 */
export const withListedNouns = (words: TaggedWord[]): TaggedWord[] =>
  words.map((word, i) => {
    const before = words[i - 1]?.text;
    const isListed = before === "," && isNoun(words[i - 2]) && isLink(words[i + 1]) && /s$/.test(word.lower);
    const isDescribing =
      before === ":" && isNoun(words[i - 2]) && isNoun(words[i + 1]) && isLink(words[i + 2]) && !/s$/.test(word.lower);
    return word.pos === "VERB" && (isListed || isDescribing) && baseForm(word.lower, "noun") !== null
      ? { ...word, pos: "NOUN" }
      : word;
  });

/** Whether makers and merchants are asked for side by side, so that either role is enough: "manufacturers and retailers". */
export function asksForMakersOrMerchants(words: TaggedWord[]): boolean {
  const roleAt = (at: number) => {
    const { lower = "" } = words[at] ?? {};
    return /s$/.test(lower) && isGenericRole(lower) && !isGenericCompany(lower) ? roleOfNoun(lower) : null;
  };
  return words.some((word, at) => {
    if (!/^(?:and|or|&)$/.test(word.lower)) return false;
    const roles = [roleAt(at - 1), roleAt(at + 1)];
    return roles.includes("manufacturer") && roles.includes("distributor");
  });
}
