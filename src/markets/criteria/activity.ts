import type { TaggedWord } from "#foundation/language/wink";
import { baseForm, derivations, lexicalClasses } from "#foundation/language/wordnet";
import { type Relation, relationOfVerb } from "../plan/relations.ts";
import { singular } from "./company-words.ts";
import { gerund } from "./gerund.ts";
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

/** What companies do with others' things. The service is then the offer, not the thing. */
const FOR_OTHERS = new Set<Relation | null>(["serves", "funds"]);
/** Verbs whose object is a customer, a place or a service. */
const NOT_WITH_THINGS = /^(?:contract|service|consult|advise|train|cater|fit|invest)$/;
const SERVICE_ENDING = /(?:tion|sion|ment|ance|ence|ing|age)$/;
const OWNER = /^\p{L}+(?:s['’]|['’]s) /u;

/** Returns the verb of a service that companies do to others' things, with its object; null for other verbs. */
export function serviceVerb(
  doing: { verbs: string[]; object: string } | null,
): { verb: string; object: string } | null {
  const [verb = "", ...others] = doing?.verbs ?? [];
  if (doing === null || others.length > 0 || NOT_WITH_THINGS.test(verb)) return null;
  return FOR_OTHERS.has(relationOfVerb(verb)) ? { verb, object: doing.object } : null;
}

/**
 * Returns the name of a service and the owner of its things: "crop insurance" and "farmers" for companies that "insure
 * farmers' crops"; "ship repair", "bridge inspection".
 */
export function serviceFor(verb: string, thing: string): { name: string; owner: string | null } {
  const noun = derivations(verb, "verb", "noun", 4).find((one) =>
    // "Repair" is an act, and "test" is first a thing.
    one === verb ? lexicalClasses(one, 1)[0] === "noun.act" : SERVICE_ENDING.test(one),
  );
  const owner = OWNER.exec(thing)?.[0].replace(/['’].*$/u, "") ?? null;
  const words = thing.replace(OWNER, "").split(" ");
  const name = [...words.slice(0, -1), singular(words.at(-1) ?? ""), noun ?? gerund(verb)].join(" ");
  return { name, owner };
}
