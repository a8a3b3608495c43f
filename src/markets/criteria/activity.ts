import type { TaggedWord } from "#foundation/language/wink";
import { baseForm, derivations } from "#foundation/language/wordnet";
import type { Phrase } from "./phrases.ts";
import { type MarketRole, roleOfVerb } from "./role.ts";

/** Endings of nouns made from verbs. Other verbs are nouns themselves ("retail", "import"). */
const NOMINAL = /(?:tion|sion|ment|ing|ure|age|al)$/;

/**
 * Returns the verb in a noun for making or selling ("cultivation" in "the cultivation of salmon"), with its role. Null
 * where no object follows, and where the noun itself is the offer ("repair of aircraft").
 */
export function activityOf(
  words: TaggedWord[],
  next: Phrase | undefined,
): { verb: string; role: MarketRole | "" } | null {
  const [word, ...others] = words;
  if (!word || others.length > 0 || next?.preposition !== "of" || next.verbs.length > 0) return null;
  const own = baseForm(word.lower, "verb");
  const verbs = NOMINAL.test(word.lower) ? derivations(word.lower, "noun", "verb", 4) : own === word.lower ? [own] : [];
  for (const verb of [...verbs, ...(own === null ? [] : [own])]) {
    const role = roleOfVerb(verb);
    if (role === "manufacturer" || role === "distributor" || role === "") return { verb, role };
  }
  return null;
}
