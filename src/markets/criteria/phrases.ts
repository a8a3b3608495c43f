import type { TaggedWord } from "#foundation/language/wink";
import { baseForm, synsetsOf } from "#foundation/language/wordnet";
import {
  DIRECTLY_OF_COMPANIES,
  isCompanyKind,
  isGenericCompany,
  OF_COMPANIES,
  PRAISE,
  singular,
} from "./company-words.ts";
import {
  actsAsCompanies,
  isGerundOfTrade,
  isNoun,
  isNounLike,
  isNounStart,
  isPlural,
  NEVER_NOUNS,
  opensClause,
  RELATIVES,
} from "./parts-of-speech.ts";

/** A noun phrase and the words that introduce it. */
export interface Phrase {
  words: TaggedWord[];
  /**
   * "of", "for", "with", … of the preposition before it, "" without one. The items of a list have the preposition of
   * the first.
   */
  preposition: string;
  /**
   * The verbs that govern it directly ("make" in "who makes bikes", "test" and "certify" in "that test and certify
   * goods").
   */
  verbs: TaggedWord[];
  /**
   * Whether the verb is the companies' own. Otherwise it belongs to something in the product ("lenses that people
   * wear").
   */
  verbOfCompanies: boolean;
  /** Whether it follows "instead of" or "rather than". */
  insteadOf: boolean;
  /** "without" or "no" where the product lacks the thing, otherwise "". */
  negation: string;
  /** Whether it is the subject of a clause about the product ("devices with which diabetics measure …"). */
  isSubject: boolean;
}

/** Words for people in general, who do not define a market. */
export const ANYBODY = new Set(
  "people users user customers customer consumers everyone anyone somebody clients person others".split(" "),
);

/**
 * Divides words into noun phrases. It remembers the verbs and prepositions between them. Pronouns and punctuation end a
 * phrase.
 */
export function nounPhrases(words: TaggedWord[]): Phrase[] {
  const phrases: Phrase[] = [];
  let current: TaggedWord[] = [];
  let preposition = "";
  let verbs: TaggedWord[] = [];
  let verbOfCompanies = true;
  let insteadOf = false;
  let afterCopula = false;
  let negation = "";
  let inRelative = false;
  /** The antecedent of the current clause, which decides whose verb it is. */
  let lastNoun: TaggedWord | null = null;
  const close = (next?: TaggedWord): void => {
    const phrase = trimmed(current, preposition);
    current = [];
    // "paints that are free of lead": a property of the product is not a thing.
    const isPredicate = afterCopula && !phrase.some(isNoun);
    afterCopula = false;
    // "Hydraulic fracturing": an adjective makes any activity a thing.
    const isActivity = phrase.length > 1 && phrase[0]?.pos === "ADJ" && /ing$/.test(phrase.at(-1)?.lower ?? "");
    if (isPredicate || !(isActivity || phrase.some(isNounLike))) return;
    const isSubject = inRelative && next?.pos === "VERB";
    phrases.push({ words: phrase, preposition, verbs, verbOfCompanies, insteadOf, negation, isSubject });
    inRelative = false;
    insteadOf = false;
    negation = "";
    lastNoun = phrase.at(-1) ?? null;
  };
  for (let i = 0; i < words.length; i++) {
    const word = words[i];
    if (!word) continue;
    if (belongsToPhrase(words, i, current, verbs.length > 0)) {
      current.push(word);
      continue;
    }
    if (word.pos === "DET" && word.lower !== "no" && current.length === 0) {
      // wink tags the "which" of "devices with which …" as an article.
      if (word.lower === "which") inRelative = phrases.length > 0;
      continue;
    }
    const hadPhrase = current.length > 0;
    // "New and used cars": a single adjective takes the noun at the end of the list.
    if (word.pos === "CCONJ" && hadPhrase && !current.some(isNounLike))
      current.push(...(nextNouns(words, i + 1) ?? sharedNoun(current, words, i + 1)));
    close(word);
    if (word.lower === "without" || word.lower === "no") negation = word.lower;
    // "machines that do not need oil": oil is not a feature.
    if (/^(?:not|n['’]t)$/.test(word.lower)) insteadOf = true;
    if (/^(?:is|are|was|were|be)$/.test(word.lower)) afterCopula = true;
    if (/^(?:do|does|did)$/.test(word.lower)) continue;
    if (/^(?:instead|rather)$/.test(word.lower) && /^(?:of|than)$/.test(words[i + 1]?.lower ?? "")) insteadOf = true;
    if (word.pos === "CCONJ" || word.text === "," || /^[/|+&]$/.test(word.text)) continue;
    if (word.pos === "ADP" || word.lower === "to" || word.lower === "for") {
      preposition = word.lower;
      if (hadPhrase) verbs = [];
    } else if (word.pos === "VERB" || word.lower === "used" || NEVER_NOUNS.has(word.lower)) {
      const antecedent: TaggedWord | null = lastNoun;
      const conjoined: boolean = verbs.length > 0 && !hadPhrase;
      if (!conjoined)
        verbOfCompanies =
          preposition !== "for" &&
          phrases.at(-1)?.isSubject !== true &&
          (antecedent === null ||
            isCompanyKind((antecedent as TaggedWord).lower) ||
            // "People who can build houses"
            (phrases.length === 1 && ANYBODY.has((antecedent as TaggedWord).lower)));
      verbs = conjoined ? [...verbs, word] : [word];
      inRelative = false;
      preposition = "";
    } else if (word.pos === "PUNCT") {
      preposition = "";
      verbs = [];
      verbOfCompanies = true;
      lastNoun = null;
    } else if (RELATIVES.has(word.lower) || word.lower === "where") {
      preposition = "";
      verbs = [];
      inRelative = phrases.length > 0 && word.lower !== "who";
    }
  }
  close();
  return phrases;
}

/** Returns the nouns of a phrase that begins here with adjectives or participles; null where it begins with a noun. */
function nextNouns(words: TaggedWord[], from: number): TaggedWord[] | null {
  let at = from;
  while (words[at]?.pos === "ADJ" || (words[at]?.pos === "VERB" && /(?:ed|en)$/.test(words[at]?.lower ?? ""))) at++;
  const end = words.findIndex((word, i) => i >= at && !isNoun(word));
  return at === from ? null : words.slice(at, end < 0 ? words.length : end);
}

/** Returns the noun that an adjective shares with the compound after it: "coaxial and data network cable makers". */
function sharedNoun(adjectives: TaggedWord[], words: TaggedWord[], from: number): TaggedWord[] {
  const isSize = ({ lower }: TaggedWord) =>
    OF_COMPANIES.has(lower) || DIRECTLY_OF_COMPANIES.has(lower) || PRAISE.has(lower);
  if (adjectives.some((word) => word.pos !== "ADJ" || isSize(word))) return [];
  const end = words.findIndex((word, i) => i >= from && !isNoun(word));
  const nouns = words.slice(from, end < 0 ? words.length : end);
  const things = isCompanyKind(nouns.at(-1)?.lower ?? "") ? nouns.slice(0, -1) : nouns;
  return things.length > 1 ? things.slice(-1) : [];
}

function belongsToPhrase(words: TaggedWord[], at: number, current: TaggedWord[], isObject: boolean): boolean {
  const word = words[at];
  const next = words[at + 1];
  if (word?.pos === "VERB" && isGerundOfTrade(words, at) && opensClause(words[at - 1])) return false;
  // "Makers of operating tables", but "companies operating hotels".
  if (word?.lower === "operating" && current.length === 0 && isNounStart(next) && next?.pos !== "DET")
    if (at === 0 || words[at - 1]?.pos === "ADP") return !isGerundOfTrade(words, at);
  // "Active ingredients", but "firms active in mining".
  if (word?.lower === "active" && next && /^(?:NOUN|ADJ)$/.test(next.pos) && !isGenericCompany(next.lower)) return true;
  if (!word || NEVER_NOUNS.has(word.lower) || /^(?:instead|rather|whether|please|anywhere)$/.test(word.lower))
    return false;
  // "used by clinics", but "used forklifts".
  if (word.lower === "used") return isNounStart(next);
  if (/^[/|+]$/.test(word.text)) return false;
  if (isNoun(word) || word.pos === "ADJ" || word.pos === "X" || word.pos === "SYM") return true;
  if (word.pos === "NUM") return next !== undefined && (isNounStart(next) || current.length > 0);
  if (word.pos === "PART" && /^['’]s?$/.test(word.text)) return current.length > 0;
  // "dentists' chairs"
  if (/^['’]$/.test(word.text)) return isNounStart(next) && isPlural(current.at(-1)?.lower ?? "");
  // "oil spills", "offshore wind parks": wink tags the noun as a verb.
  const asNoun = word.pos === "VERB" && !/(?:ed|ing)$/.test(word.lower) && synsetsOf(word.lower, "noun", 1).length > 0;
  const inFront = isNounStart(next) && next?.pos !== "DET";
  if (asNoun && disagrees(current.at(-1), word)) return true;
  // "turn scrap tyres into rubber"
  if (asNoun && inFront && /^(?:turn|convert|transform|recycl|process)/.test(words[at - 1]?.lower ?? "")) return true;
  // "scrap metal"
  if (asNoun && next && isNoun(next) && synsetsOf(`${word.lower} ${singular(next.lower)}`, "noun", 1).length > 0)
    return true;
  const opensPhrase =
    words[at - 1]?.pos === "ADP" ||
    // "brake discs to truck makers"
    (words[at - 1]?.lower === "to" && isCompanyKind(next?.lower ?? "")) ||
    (current.length > 0 && current.every(({ pos }) => pos === "ADJ"));
  if (asNoun && ((isObject && current.length > 0) || (inFront && opensPhrase))) return true;
  // "cloud hosting": a gerund at the end of the phrase.
  if (
    word.pos === "VERB" &&
    /ing$/.test(word.lower) &&
    current.length > 0 &&
    !isNounStart(next) &&
    !actsAsCompanies(current.at(-1)?.lower ?? "") &&
    !isClauseOf(current.at(-1), next)
  )
    return true;
  // "used forklifts", "milling machines", "tunnel boring equipment": a participle inside the phrase.
  if (word.pos !== "VERB" || !/(?:ed|ing|en|made|built)$/.test(word.lower) || !next) return false;
  const subject = current.at(-1);
  const opensObject = subject !== undefined && isNoun(subject) && actsAsCompanies(subject.lower);
  return (
    isNounStart(next) && next.pos !== "DET" && !opensObject && !(at > 0 && RELATIVES.has(words[at - 1]?.lower ?? ""))
  );
}

/**
 * Whether a gerund begins a clause: "SPACs looking at targets", "REITs investing in clinics". A plural acts, whereas
 * "cloud hosting for banks" is an activity.
 */
function isClauseOf(subject: TaggedWord | undefined, next: TaggedWord | undefined): boolean {
  const plural = isPlural(subject?.lower ?? "") || /^\p{Lu}{2,}s$/u.test(subject?.text ?? "");
  return plural && /^(?:at|in|into|on|with|for)$/.test(next?.lower ?? "");
}

/**
 * Whether a word cannot be the verb of a noun: "heat pump factories", "tool hire". A verb in its base form needs a
 * plural subject.
 */
function disagrees(subject: TaggedWord | undefined, verb: TaggedWord): boolean {
  if (subject === undefined || !isNoun(subject) || isPlural(subject.lower)) return false;
  return baseForm(verb.lower, "verb") === verb.lower && singular(subject.lower) === subject.lower;
}

/**
 * Removes praise from the beginning. It also removes sizes from words for the wanted companies, but not from their
 * customers.
 */
function trimmed(words: TaggedWord[], preposition: string): TaggedWord[] {
  const head = words.at(-1)?.lower ?? "";
  const companies = preposition === "" && isCompanyKind(head);
  let from = 0;
  // "other people's servers", "other firms' software": the owner is irrelevant where it is anybody.
  const owner = words.findIndex(({ text }) => /^['’]s?$/.test(text));
  const owned = words[owner - 1]?.lower ?? "";
  if (owner > 0 && owner < words.length - 1 && (ANYBODY.has(owned) || isGenericCompany(owned))) from = owner + 1;
  while (from < words.length - 1 && saysNothing(words[from], companies, from === words.length - 2)) {
    if (isKindOfItsOwn(words[from], words[from + 1])) break;
    from++;
  }
  return words.slice(from);
}

/** "Private banks", "private schools": the adjective makes another kind, and is no word for size or owner. */
function isKindOfItsOwn(adjective: TaggedWord | undefined, noun: TaggedWord | undefined): boolean {
  return (
    adjective?.lower === "private" &&
    /^(?:banks?|schools?|universit(?:y|ies)|colleges?|hospitals?|clinics?|jets?)$/.test(noun?.lower ?? "")
  );
}

function saysNothing(word: TaggedWord | undefined, companies: boolean, direct: boolean): boolean {
  if (word === undefined) return false;
  if (word.pos === "DET" || PRAISE.has(word.lower) || /^(?:large|big|huge)(?:r|ger|st|gest)?$/.test(word.lower))
    return true;
  return companies && (OF_COMPANIES.has(word.lower) || (direct && DIRECTLY_OF_COMPANIES.has(word.lower)));
}

/** Returns the words as written, with single spaces. */
export function textOf(words: TaggedWord[]): string {
  return words
    .map((word) => word.text)
    .join(" ")
    .replace(/ (['’]s?|n['’]t)(?= |$)/g, "$1");
}
