import type { TaggedWord } from "#foundation/language/wink";
import { baseForm } from "#foundation/language/wordnet";
import {
  agentVerb,
  hasAncestor,
  isAmbiguousCompany,
  isCompanyKind,
  isGenericCompany,
  isGenericRole,
  OF_COMPANIES,
  PRAISE,
  singular,
} from "./company-words.ts";
import { isPlural } from "./parts-of-speech.ts";
import { ANYBODY, type Phrase } from "./phrases.ts";
import { isSite } from "./places-of-work.ts";

/** Nouns that are no feature by themselves. */
const EMPTY = new Set(
  "business industry sector field market area space service services solution solutions product products activity world lot range kind type variety thing things stuff one ones region country countries headquarters seat site charge role".split(
    " ",
  ),
);

/** Whether a word for agents is alone before "of" and what they do it with: "growers of tomatoes", "insurers of ships". */
export function isRoleBeforeOf({ words }: Phrase, next: Phrase | undefined): boolean {
  const [head, ...others] = words;
  return (
    head !== undefined &&
    others.length === 0 &&
    isAgent(head.lower) &&
    next?.preposition === "of" &&
    next.verbs.length === 0 &&
    !isGenericCompany(next.words.at(-1)?.lower ?? "")
  );
}

/** Whether a noun is made from a verb, also where WordNet links them in no way: "distillers", "organisers". */
function isAgent(noun: string): boolean {
  const base = singular(noun);
  const isVerb = (stem: string) => baseForm(stem, "verb") === stem;
  return agentVerb(noun) !== null || (/(?:er|or)$/.test(base) && [base.slice(0, -1), base.slice(0, -2)].some(isVerb));
}

/** "Offices of lawyers": the question means lawyers. */
export function isOfficeOf({ words, verbs }: Phrase, next: Phrase | undefined): boolean {
  const isOffice = words.length === 1 && verbs.length === 0 && /^(?:offices?|practices?)$/.test(words[0]?.lower ?? "");
  return isOffice && next?.preposition === "of" && hasAncestor(next.words.at(-1)?.lower ?? "", ["person"]);
}

/** "… or supply tickets": another verb of the companies. */
export function isOtherPredicate({ verbs, verbOfCompanies }: Phrase, body: TaggedWord[]): boolean {
  const verb = verbs.at(-1);
  return (
    verb !== undefined &&
    verbOfCompanies &&
    body[body.findIndex(({ start }) => start === verb.start) - 1]?.lower === "or"
  );
}

/** "turn … into", "convert … into". */
export function isTransforming(phrase: Phrase | undefined): boolean {
  return (
    phrase?.verbs.some(({ lower }) =>
      /^(?:turn|convert|transform|process|make|refine|melt|recycle|upcycle|press|crush|distil|ferment|spin|weave|cut)$/.test(
        baseForm(lower, "verb") ?? "",
      ),
    ) === true
  );
}

/** "to make …" after another verb of the companies: "use algae to make plastics", but not "help to make …". */
export function isPurposeOf({ verbs }: Phrase, previous: Phrase | undefined, body: TaggedWord[]): boolean {
  const [verb, ...others] = verbs;
  if (verb === undefined || others.length > 0 || !/^(?:make|produce|generate|create|obtain)$/.test(verb.lower))
    return false;
  const before = body[body.findIndex(({ start }) => start === verb.start) - 1];
  return before?.lower === "to" && previous !== undefined && previous.verbs.length > 0 && previous.verbOfCompanies;
}

/** "own or run the plants", "sells the space": a general noun that refers to what was named before. */
export function isAnaphor({ words, verbs }: Phrase, body: TaggedWord[]): boolean {
  const [only, ...others] = words;
  if (only === undefined || others.length > 0 || verbs.length === 0 || !GENERAL.test(only.lower)) return false;
  return body[body.findIndex(({ start }) => start === only.start) - 1]?.lower === "the";
}

/** General nouns for what was named before. */
const GENERAL = /^(?:plants?|facilit(?:y|ies)|sites?|assets?|spaces?|output|results?|rest|proceeds|goods|projects?)$/;
/** Whether waste becomes what it was: "scrap metal back into usable metal". "Waste oil into fuel" makes fuel. */
export function isRecovered({ words }: Phrase, phrases: Phrase[], body: TaggedWord[]): boolean {
  const head = words.at(-1)?.lower;
  const isInput = phrases.some((phrase) => phrase.preposition !== "into" && phrase.words.at(-1)?.lower === head);
  const into = body.findLastIndex(({ lower, start }) => lower === "into" && start < (words[0]?.start ?? 0));
  return isInput || body[into - 1]?.lower === "back";
}

export function isAuxiliary(word: TaggedWord): boolean {
  return /^(?:is|are|be|was|were|do|does|has|have|had|can|could|may|might|will|would|based|located|headquartered|wanted)$/.test(
    word.lower,
  );
}

/**
 * Whether a phrase can name the companies. The first phrase, the other items of its list, and the words after "are"
 * can. Objects of "of" and of verbs name the offer.
 */
export function isHeadOfCompanies(phrase: Phrase, at: number, named: boolean): boolean {
  const head = phrase.words.at(-1);
  if (!head) return false;
  // "(CAD)" is not a cad.
  if (phrase.words.length === 1 && /^\p{Lu}{2,5}$/u.test(head.text)) return false;
  const isObject = phrase.verbs.length > 0 || phrase.preposition === "of";
  if (isGenericCompany(head.lower) && !(isObject && isAmbiguousCompany(head.lower))) return true;
  if (phrase.verbs.length > 0) return false;
  // "software for banks – lending, treasury": after the companies are named, only a plain word for companies names
  // others.
  return at === 0 || (phrase.preposition === "" && (!named || /s$/.test(head.lower) || isGenericRole(head.lower)));
}

/** "Excavator and crane makers": a singular before a plural for companies is a thing, whatever else it may name. */
export function isThingBesideMakers({ words }: Phrase, next: Phrase | undefined): boolean {
  const [head, companies] = [words.at(-1)?.lower ?? "", next?.words.at(-1)?.lower ?? ""];
  const isBeside = next !== undefined && next.verbs.length === 0 && next.preposition === "";
  return isBeside && !isPlural(head) && isPlural(companies) && isGenericRole(companies) && next.words.length > 1;
}

/** "Record labels and music publishers": the first plural is a kind of company too. */
export function isListed([first, second]: Phrase[]): boolean {
  const isPlain = (phrase: Phrase | undefined) => phrase?.verbs.length === 0 && phrase.preposition === "";
  return isPlain(first) && isPlain(second) && isPlural(first?.words.at(-1)?.lower ?? "");
}

/** Whether a phrase is irrelevant to the offer: people in general, replaced things, and companies as a source. */
export function isAside(phrase: Phrase): boolean {
  const head = phrase.words.at(-1)?.lower ?? "";
  if (phrase.words.length === 1 && ANYBODY.has(head)) return true;
  // "Miners with projects in Chile" have what every miner has.
  if (phrase.words.length === 1 && phrase.preposition === "with" && isSite(head)) return true;
  return phrase.insteadOf || (phrase.preposition === "from" && isCompanyKind(head));
}

/** "the medical cannabis industry": returns the industry's subject. */
export function withoutTrade(words: TaggedWord[]): TaggedWord[] {
  return words.length > 1 && /^(?:industry|sector|business|market|field|space)$/.test(words.at(-1)?.lower ?? "")
    ? words.slice(0, -1)
    : words;
}

export function isEmptyPhrase(phrase: Phrase): boolean {
  // "Large and mid-cap builders": a size alone is not an offer.
  if (phrase.words.every(({ lower }) => OF_COMPANIES.has(lower) || PRAISE.has(lower))) return true;
  const said = phrase.words.filter(({ lower }) => !OF_COMPANIES.has(lower));
  return said.length === 1 && (EMPTY.has(said[0]?.lower ?? "") || AMOUNTS.test(said[0]?.lower ?? ""));
}

/** Words for quantities, which do not name a thing: "small sums". */
const AMOUNTS = /^(?:sums?|amounts?|quantit(?:y|ies)|volumes?|numbers?|bits?)$/;
