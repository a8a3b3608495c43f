import { contentStems, isContentWord } from "#foundation/language/stem";
import { isStopWord } from "#foundation/language/stop-words";
import { foldCase } from "#foundation/language/tokenize";
import { legalFormsOf, type NameKind } from "./company-names.ts";
import { type Frame, opensSentence } from "./frames.ts";
import { legalForm } from "./legal-forms.ts";
import { type NameWord, nameWords } from "./name-words.ts";
import type { KnownCompany, PageContext } from "./page-context.ts";
import type { NameSpan, Passage } from "./passages.ts";
import { type WordClass, wordClass } from "./word-class.ts";

/**
 * Minimum confidence of a link. All figures here were set by hand on the development half of
 * `bench/quality/own/entity-linking.tsv` and checked on the other half (docs/news.md). They rank evidence; they are not
 * probabilities.
 */
export const LINK_AT = 0.6;

/** The weight of a name alone, by the class of its words. */
const BASE = {
  /** More than one word, at least one outside the dictionary: "Exxon Mobil". */
  phrase: 0.85,
  /** More than one word, all in everyday use: "Best Buy". */
  plainPhrase: 0.45,
  /** More than one word, all function words or figures: "No. 1". */
  emptyPhrase: 0.1,
  rare: 0.7,
  /** Three letters, or two, outside the dictionary: the initials of many things. */
  threeLetters: 0.5,
  twoLetters: 0.3,
  word: 0.25,
  place: 0.1,
  person: 0.35,
  acronym: 0.3,
} as const;

/** Subtracted for `core` where the domain has the group's whole name: "Bitcoin Group" uses it at bitcoingroup.com. */
const WHOLE_NAME_DOMAIN = 0.15;
/** Subtracted for a name in a list of places or people: "Paris, Orange and Lyon". */
const AMONG_OTHERS = 0.25;
/** Subtracted for brands, former names and product names: none of them is the record's own name. */
const GUESSED = 0.1;
/**
 * Subtracted for one word outside the dictionary, where the company is small and lacks the .com of that word. In news
 * such a word is more often a surname, a place or somebody else's product.
 */
const LITTLE_KNOWN = 0.15;
/** Subtracted for a word that forms a thing with the next one: "Apple harvest", "Shell casing". */
const THING = 0.25;
/** Subtracted where the text splits the key into other words: "For US" is not Forus. */
const CUT_ELSEWHERE = 0.4;

/** Weights of the words around the name. */
const ADDS = {
  form: 0.5,
  ticker: 0.5,
  ofCompany: 0.25,
  ofCompanyOfWord: 0.15,
  /** A verb of business, where the name is no word or capitals mark it as a name; less where it may be the word. */
  acts: 0.2,
  actsOfWord: 0.1,
  capital: 0.2,
  /**
   * For phrases of everyday words: where capitals mark names, and where they do not but the phrase has three words or
   * more.
   */
  plainCapitals: 0.25,
  plainLong: 0.2,
  domain: 0.5,
  fullName: 0.4,
  /** A short name whose owner has the domain of just that name, at a suffix of no country. */
  ownDomain: 0.2,
  /** A name that ends with "'s" in the record and in the text, at a domain of just that name ("Macy's", macys.com). */
  ownPossessive: 0.3,
  /** A name that people use for just this company: where it is a word, a surname or a place, and where it is letters. */
  alias: 0.3,
  aliasLetters: 0.35,
  /** How well a company is known, by its market capitalisation, where its name is a word or letters. */
  known: { mega: 0.15, large: 0.1 },
  /** One of the words that name a company more often than the thing. */
  oftenName: 0.2,
  topic: [0, 0.2, 0.3, 0.35],
  topicOfWord: [0, 0.1, 0.2, 0.35],
  place: 0.1,
  /** It stands in a list with a linked company, with one of its own trade, or with one that is both. */
  linked: 0.25,
  rival: 0.35,
  linkedRival: 0.45,
} as const;

/**
 * The other names of a list: a linked company, one of the same trade, both, or places and people; null where unknown.
 */
export type Listed = "linked" | "rival" | "linkedRival" | "others" | null;

export interface Weighed {
  /** 0–1. */
  confidence: number;
  /** Evidence for this company among namesakes. */
  preference: number;
}

/** Lead that the best namesake needs over the next. */
export const AHEAD_BY = 0.15;

const KIND_PREFERENCE: Readonly<Record<NameKind, number>> = {
  name: 0.3,
  alias: 0.25,
  core: 0.2,
  brand: 0.15,
  acronym: 0.1,
  former: -0.1,
  product: -0.3,
};

/** Weighs one reading of a span: that it means this company. Null where it cannot. */
export function weigh(
  span: NameSpan,
  frame: Frame,
  name: { kind: NameKind; written: string },
  company: KnownCompany,
  page: PageContext,
  listed: Listed,
): Weighed | null {
  // The "S&P 500" is not its publisher.
  if (frame.beforeNumber && company.makesIndices) return null;
  const isPossessive = isPossessiveName(name, company);
  // "McDonald" is not McDonald's.
  if (isPossessive && !frame.possessive) return null;
  if (frame.withinLongerName || !isWrittenLike(span, name)) return null;
  if (frame.otherThing) return null;
  const reading = read(span);
  const sense = reading.sense;
  // "The delta force", "Crown prince": the dictionary lists the two words as one thing.
  if (frame.compound && sense !== "rare" && sense !== "phrase") return null;
  // "Comcast-Time Warner" names two companies; "Coca-Cola" is one name.
  if (frame.hyphenated && (name.kind === "acronym" || (sense !== "rare" && sense !== "phrase"))) return null;
  const hasDomain = page.domains.has(company.domain);
  const hasFullName = name.kind !== "name" && page.names.has(company.nameKey);
  const inPlace = page.isAbout(company);
  const forms = frame.form === null ? [] : legalFormsOf(company.name).map(legalForm);
  const sameForm = frame.form !== null && forms.includes(frame.form);
  const topic = page.topicOverlap(company);

  let confidence: number = name.kind === "acronym" ? BASE.acronym : BASE[sense];
  if (name.kind === "brand" || name.kind === "former" || name.kind === "product") confidence -= GUESSED;
  const isLetters = sense === "twoLetters" || sense === "threeLetters";
  if (name.kind === "alias" && sense !== "rare" && sense !== "phrase")
    confidence += isLetters ? ADDS.aliasLetters : ADDS.alias;
  const isWordOrLetters = sense === "word" || sense === "plainPhrase" || (isLetters && name.kind !== "acronym");
  if (isWordOrLetters && company.ownsDomainLike(span.key)) confidence += knownBy(company);
  const isOftenName = sense === "word" && OFTEN_NAMES.has(span.key) && knownBy(company) > 0;
  if (isOftenName) confidence += ADDS.oftenName;
  if (sense === "word" && frame.beforeThing && !frame.ofCompany && !topicOfNext(span, company)) confidence -= THING;
  if (sense === "rare" && isLittleKnown(company) && !company.ownsDomainLike(span.key)) confidence -= LITTLE_KNOWN;
  const goesByWholeName = name.kind === "core" && company.domain.startsWith(`${company.nameKey}.`);
  if (goesByWholeName) confidence -= WHOLE_NAME_DOMAIN;
  if (isCutElsewhere(span, name.written)) confidence -= CUT_ELSEWHERE;
  if (frame.form !== null) confidence += ADDS.form;
  if (frame.ticker) confidence += ADDS.ticker;
  // A headline's "Match", "Just" or "World" may be the plain word, so all evidence counts less there.
  const mayBeWord = sense === "word" && !reading.capitalTells;
  if (frame.ofCompany) confidence += mayBeWord ? ADDS.ofCompanyOfWord : ADDS.ofCompany;
  // People act like companies, and so do cities in reports. With a verb of business, a word more likely means the
  // company that owns its .com. A moving price may be the thing's own ("Bitcoin surges").
  if ((frame.acts || (frame.moves && !goesByWholeName)) && sense !== "place" && sense !== "person")
    confidence += mayBeWord && !company.ownsDomainLike(span.key) ? ADDS.actsOfWord : ADDS.acts;
  if (sense === "word" && reading.capitalTells) confidence += ADDS.capital;
  if (sense === "plainPhrase")
    confidence += span.passage.capitalsTell ? ADDS.plainCapitals : span.last - span.first > 1 ? ADDS.plainLong : 0;
  if (hasDomain) confidence += ADDS.domain;
  if (hasFullName) confidence += ADDS.fullName;
  if (OWNED_SENSES.has(sense) && company.ownsDomainLike(span.key)) confidence += ADDS.ownDomain;
  if (isPossessive && company.ownsDomainLike(`${span.key}s`)) confidence += ADDS.ownPossessive;
  if (inPlace && sense !== "place") confidence += ADDS.place;
  if (!goesByWholeName)
    confidence += (mayBeWord ? ADDS.topicOfWord : ADDS.topic)[Math.min(topic, ADDS.topic.length - 1)] ?? 0;
  if (listed !== null && listed !== "others") confidence += ADDS[listed];
  if (listed === "others" && sense !== "phrase" && sense !== "rare") confidence -= AMONG_OTHERS;
  const isSure = hasDomain || hasFullName || frame.form !== null || frame.ticker;
  const isAmongRivals = listed === "rival" || listed === "linkedRival";
  const doesTrade = topic > 0 && (frame.acts || frame.ofCompany);
  if (isGuessedInitials(name) && !isSure && !isAmongRivals && !doesTrade && !company.ownsDomainLike(span.key))
    confidence = Math.min(confidence, LINK_AT - 0.01);
  if (frame.isSource) confidence = Math.min(confidence - 0.5, LINK_AT - 0.01);

  const preference =
    KIND_PREFERENCE[name.kind] +
    (hasDomain || hasFullName ? 1 : 0) +
    (sameForm ? 0.3 : frame.form !== null && forms.length > 0 ? -0.3 : 0) +
    (ADDS.topic[Math.min(topic, ADDS.topic.length - 1)] ?? 0) +
    (inPlace ? 0.2 : 0) -
    // "Acme" is the company rather than Acme REIT.
    (company.isFund && frame.form !== "reit" ? 0.2 : 0) +
    // Of several "Siemens", the one at siemens.com is known by that name worldwide.
    (company.ownsDomainOf(span.key) ? 0.2 : 0) +
    // Of several "Delta", everybody knows this one.
    (company.ownsDomainOf(span.key) ? knownBy(company) * 1.5 : 0);
  return { confidence: Math.min(1, Math.max(0, confidence)), preference };
}

/** Whether the record's own name ends with "'s", which keys leave out. */
const isPossessiveName = ({ written }: { written: string }, { name }: KnownCompany) =>
  name.startsWith(written) && /^['’]s\b/i.test(name.slice(written.length));

/**
 * Dictionary words that name a company in news more often than the thing; our own list. The word may still be the
 * thing, so the next word decides.
 */
const OFTEN_NAMES = new Set("apple amazon ford shell delta chevron caterpillar oracle visa target snapchat".split(" "));

/** Returns what a company's size adds to a name that may be a word. */
function knownBy({ marketCapBand }: KnownCompany): number {
  return marketCapBand === "mega" || marketCapBand === "large" ? ADDS.known[marketCapBand] : 0;
}

const isLittleKnown = ({ marketCapBand }: KnownCompany): boolean =>
  marketCapBand === "micro" || marketCapBand === "nano";

/** Whether the word after a name belongs to the company's trade: the "tablet" of "Apple tablet". */
function topicOfNext({ passage, last }: NameSpan, company: KnownCompany): boolean {
  return contentStems(passage.words[last + 1]?.written ?? "").some((stem) => company.stems.has(stem));
}

/** Whether a name is two or three capitals that are not the record's name: other things have the same abbreviation. */
const isGuessedInitials = ({ kind, written }: { kind: NameKind; written: string }) =>
  kind === "acronym" || (kind !== "name" && /^\p{Lu}{2,3}$/u.test(written));

type Sense = Exclude<keyof typeof BASE, "acronym">;

/** Classes in which the owner of the domain of just that name is more likely meant. */
const OWNED_SENSES: ReadonlySet<Sense> = new Set(["word", "person", "place", "threeLetters", "twoLetters"]);

/** Returns the class of a span as ordinary words, and whether its capital marks it as a name. */
function read({ passage, first, last, key }: NameSpan): { sense: Sense; capitalTells: boolean } {
  const own = passage.words.slice(first, last + 1);
  const capitalTells = passage.capitalsTell && !opensSentence(passage, first);
  const [word] = own;
  if (own.length === 1 && word !== undefined) {
    const sense = /\p{L}.*\d|\d.*\p{L}/u.test(word.key) || isInitials(word, passage) ? "rare" : wordClassOf(word);
    if (sense !== "rare" || word.key.length > 3) return { sense, capitalTells };
    return { sense: word.key.length === 3 ? "threeLetters" : "twoLetters", capitalTells };
  }
  // "AT&T", "H&M": one sign, whatever its letters mean alone.
  const inText = passage.text.slice(own[0]?.start, own.at(-1)?.end);
  if (/^\p{L}+[&+]\p{L}+$/u.test(inText)) return { sense: "phrase", capitalTells };
  // "T-Mobile", but not "T-Shirt".
  if (/^\p{Lu}-\p{Lu}\p{Ll}+$/u.test(inText) && wordClass(key) === "rare") return { sense: "phrase", capitalTells };
  if (own.every(({ key }) => !isContentWord(key))) return { sense: "emptyPhrase", capitalTells };
  const isPlain = own.every(({ key }) => wordClass(key) !== "rare");
  return { sense: isPlain ? "plainPhrase" : "phrase", capitalTells };
}

/** Whether a word is initials: "GM" is not the gram, unless the whole text is in capitals. */
function isInitials({ written }: NameWord, { words }: Passage): boolean {
  return (
    /^\p{Lu}{2,4}$/u.test(written) &&
    words.some((other) => /\p{Ll}/u.test(other.written)) &&
    !isStopWord(written.toLowerCase())
  );
}

/** Returns the class of a word as written: "Nestlé" is not the verb. */
function wordClassOf({ key, written }: NameWord): WordClass {
  const found = wordClass(key);
  return found === "word" && /[^\p{ASCII}’]/u.test(written) ? "rare" : found;
}

function isCutElsewhere({ passage, first, last }: NameSpan, written: string): boolean {
  const own = passage.words.slice(first, last + 1);
  return (
    own.length !== nameWords(written).length && own.length > 1 && own.every(({ key }) => wordClass(key) === "word")
  );
}

/**
 * Whether a text's spelling can be the record's. A name that the record writes in capitals ("SAP", "BAT") is not the
 * word "sap". The text may begin a name in lower case only where the record does ("igus").
 */
function isWrittenLike(
  { passage, first, last }: NameSpan,
  { kind, written }: { kind: NameKind; written: string },
): boolean {
  const start = passage.words[first]?.start ?? 0;
  const inText = passage.text.slice(start, passage.words[last]?.end);
  if (/^\p{Ll}[^\p{Lu}]*$/u.test(inText) && first === last) return /^\p{Ll}/u.test(written);
  const letters = written.replace(/[^\p{L}]/gu, "");
  const isCapitals = letters.length > 1 && letters.length <= 5 && !/\p{Ll}/u.test(letters);
  if (!isCapitals && kind !== "acronym") return true;
  const inCapitals = !/\p{Ll}/u.test(inText);
  return inCapitals || (kind !== "acronym" && wordClass(foldCase(nameWords(inText)[0]?.written ?? "")) === "rare");
}
