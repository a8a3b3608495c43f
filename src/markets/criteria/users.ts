import type { TaggedWord } from "#foundation/language/wink";
import { baseForm } from "#foundation/language/wordnet";
import { hasAncestor, isCompanyKind } from "./company-words.ts";
import { offerOf } from "./offer.ts";
import { type Phrase, textOf } from "./phrases.ts";

/** WordNet's words for buyers or users: people, companies, trades. */
const USER_GROUPS = [
  "person",
  "organization",
  "edifice",
  "establishment",
  "installation",
  "workplace",
  "industry",
  "people",
];
/** Verbs whose "to …" names the customer. */
export const HANDING_OVER = new Set("sell supply lease rent lend offer provide deliver let hire distribute".split(" "));
/** Verbs that say nothing more specific than making, selling or running. */
export const VERBS_WITHOUT_CONTENT = new Set(
  "make produce offer provide supply sell manufacture build operate run own have do specialise specialize focus engage deal use develop be work distribute import export base serve design create cover".split(
    " ",
  ),
);

/**
 * Whether a phrase names a user: "for hospitals", "used by bakeries", "lease … to airlines". Further items of a user's
 * list are users too.
 */
export function isUser(phrase: Phrase, previous: Phrase | undefined, suppliers: boolean): boolean {
  const head = phrase.words.at(-1);
  if (!head || !previous) return false;
  const { preposition, verbs } = phrase;
  const handedOver = suppliers || [...verbs, ...previous.verbs].some(isHandingOver);
  // "rents cranes to building sites": the recipient is a user of any kind.
  if (preposition === "to" && (handedOver || (isCompanyKind(head.lower) && !isComparing(previous)))) return true;
  // "place nurses in hospitals"
  if (/^(?:in|into|at|with)$/.test(preposition) && verbs.length === 0 && previous.verbs.some(isPlacing))
    return isUserKind(head.lower, textOf(phrase.words));
  // "produce for other brands": a verb without an object.
  const hasNoObject = verbs.length > 0 && verbs !== previous.verbs && verbs.every(isLight);
  return (
    (preposition === "by" || (preposition === "for" && (verbs.length === 0 || hasNoObject))) &&
    isUserKind(head.lower, textOf(phrase.words))
  );
}

/**
 * Returns the phrase and the rest of its list where "with" follows: "supply pulp and paper mills with machines".
 * Otherwise none.
 */
export function equipped(phrases: Phrase[], at: number): Phrase[] {
  let next = at + 1;
  while (
    phrases[next] !== undefined &&
    phrases[next]?.verbs === phrases[at]?.verbs &&
    phrases[next]?.preposition === ""
  )
    next++;
  return phrases[next]?.preposition === "with" ? phrases.slice(at, next) : [];
}

/** "For construction, cars or general industry": a list of purposes with a user among them has users only. */
export function isListedWithUsers(phrases: Phrase[], at: number): boolean {
  const isPurpose = (phrase: Phrase | undefined) => phrase?.preposition === "for" && phrase.verbs.length === 0;
  if (!isPurpose(phrases[at])) return false;
  let [from, to] = [at, at];
  while (isPurpose(phrases[from - 1])) from--;
  while (isPurpose(phrases[to + 1])) to++;
  return phrases
    .slice(from, to + 1)
    .some(({ words }) => to > from && isUserKind(words.at(-1)?.lower ?? "", textOf(words)));
}

/** Whether the previous phrase compares: "alternatives to banks", "similar to brewers". */
function isComparing({ words, verbs }: Phrase): boolean {
  return [...words, ...verbs].some(({ lower }) =>
    /^(?:similar|close|equal|next|alternatives?|compar\w+|akin|competit\w+|rivals?|peers?|successors?|respons\w+|thank\w*|link\w*|relat\w+|access)$/.test(
      lower,
    ),
  );
}

function isLight(verb: TaggedWord): boolean {
  return VERBS_WITHOUT_CONTENT.has(baseForm(verb.lower, "verb") ?? verb.lower);
}

function isHandingOver(verb: TaggedWord): boolean {
  return HANDING_OVER.has(baseForm(verb.lower, "verb") ?? "");
}

/** Whether a verb says that a product helps its users: "software that helps hotels to price rooms". */
export function isHelping(verb: TaggedWord): boolean {
  return /^(?:help|enable|allow|assist|let)$/.test(baseForm(verb.lower, "verb") ?? "");
}

function isPlacing(verb: TaggedWord): boolean {
  return /^(?:place|second|post|install|deploy|send)$/.test(baseForm(verb.lower, "verb") ?? "");
}

/** Whether a phrase can name buyers or users. @param head its last word */
export function isUserKind(head: string, phrase: string): boolean {
  return (
    isCompanyKind(head) ||
    hasAncestor(head, USER_GROUPS, 2) ||
    (offerOf(phrase) === "" && hasAncestor(phrase, USER_GROUPS, 1))
  );
}
