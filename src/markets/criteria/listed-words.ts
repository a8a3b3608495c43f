import type { TaggedWord } from "#foundation/language/wink";
import { baseForm } from "#foundation/language/wordnet";
import { isGenericCompany, isGenericRole } from "./company-words.ts";
import { roleOfNoun } from "./role.ts";

const isLink = (word: TaggedWord | undefined): boolean => /^(?:,|and|or|&)$/.test(word?.lower ?? "");
const isNoun = (word: TaggedWord | undefined): boolean => word?.pos === "NOUN" || word?.pos === "PROPN";

/** Corrects the tags of plurals in lists of things: "wall plugs, rivets, inserts", where the tagger reads a verb. */
export const withListedNouns = (words: TaggedWord[]): TaggedWord[] =>
  words.map((word, i) => {
    const isListed = words[i - 1]?.text === "," && isNoun(words[i - 2]) && isLink(words[i + 1]);
    return word.pos === "VERB" && isListed && /s$/.test(word.lower) && baseForm(word.lower, "noun") !== null
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
