import type { TaggedWord } from "#foundation/language/wink";
import { baseForm, derivations, lexicalClasses } from "#foundation/language/wordnet";
import { relationOfVerb, SERVICES } from "../plan/relations.ts";
import { hasAncestor, singular } from "./company-words.ts";
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

/**
 * Verbs that name no service to a thing. The object of some is a customer, a place or a service; others only take or
 * use the thing. The rest have no usual noun: nobody says "parcel carriage".
 */
const NOT_SERVICES =
  /^(?:contract|service|consult|advise|train|cater|fit|invest|let|lend|use|buy|purchase|procure|consume|burn|carry|ship|fly|convey)$/;
const SERVICE_ENDING = /(?:tion|sion|ment|ance|ence|ing|age|al|ery)$/;
const OWNER = /^\p{L}+(?:s['’]|['’]s) /u;

/** Words for companies that name a more specific activity than making, selling or running, with their verbs. */
const AGENTS = new Map([
  ["lessor", "lease"],
  ["investor", "invest"],
  ["installer", "install"],
  ["recycler", "recycle"],
  ["repairer", "repair"],
  ["refurbisher", "refurbish"],
  ["restorer", "restore"],
]);

/** Whether a word for companies says more of their activity than making, selling or running. */
export const saysWhatIsDone = (word: string): boolean => AGENTS.has(singular(word));

/** Returns the verb of a service that companies do to a thing ("lease"); null for other verbs. */
export function serviceVerb([verb, ...others]: string[], thing = ""): string | null {
  if (verb === undefined || others.length > 0 || NOT_SERVICES.test(verb)) return null;
  const relation = relationOfVerb(verb);
  // "Hire out nurses" means staffing.
  const isStaffing = relation === "lets" && hasAncestor(singular(thing.split(" ").at(-1) ?? ""), ["person"], 1);
  return SERVICES.has(relation) && !isStaffing ? verb : null;
}

/** The same for companies that a noun names by what they do: "lessors" lease. */
export function serviceOfAgents(noun: string): string | null {
  const verb = AGENTS.get(singular(noun));
  return verb === undefined ? null : serviceVerb([verb]);
}

/** Returns the noun for what a verb does: "installation" rather than "installment", "demolition" than "demolishing". */
function nounOf(verb: string): string {
  const nouns = derivations(verb, "verb", "noun", 4);
  const isOf = (one: string, kind: string) => lexicalClasses(one, 1)[0] === kind;
  const named = nouns.filter((one) => one !== verb && SERVICE_ENDING.test(one));
  return (
    named.find((one) => !/ing$/.test(one) && !isOf(one, "noun.possession")) ??
    // "Repair" is an act, and "test" is first a thing.
    nouns.find((one) => one === verb && isOf(one, "noun.act")) ??
    named.find((one) => /ing$/.test(one)) ??
    named[0] ??
    gerund(verb)
  );
}

/** How trades are called whose verbs have no such noun in WordNet. */
const TRADE_NAMES = new Map([
  ["rent", "rental"],
  ["hire", "rental"],
  ["charter", "charter"],
  ["dispose", "disposal"],
]);

/**
 * Returns the name of a service and the owner of its things. For companies that "insure farmers' crops", these are
 * "crop insurance" and "farmers".
 */
export function serviceFor(verb: string, thing: string): { name: string; owner: string | null } {
  const noun = TRADE_NAMES.get(verb) ?? nounOf(verb);
  const owner = OWNER.exec(thing)?.[0].replace(/['’].*$/u, "") ?? null;
  const words = thing.replace(OWNER, "").split(" ");
  // "Turn scrap tyres into rubber": the thing has become its recycling.
  const isNamed = words.at(-1)?.toLowerCase() === noun;
  const name = isNamed ? words.join(" ") : [...words.slice(0, -1), singular(words.at(-1) ?? ""), noun].join(" ");
  return { name, owner };
}
