import { isPersonName } from "#foundation/language/people-names";
import { isStopWord } from "#foundation/language/stop-words";
import { foldCase } from "#foundation/language/tokenize";
import { baseForm, type Synset, synsetsOf } from "#foundation/language/wordnet";
import type { PartOfSpeech } from "#foundation/language/wordnet-files";
import { isAuthority } from "./authorities.ts";
import { isCurrencyCode } from "./no-names.ts";
import type { ReadEvent } from "./read-observations.ts";
import type { ReadSentence, ReadWord } from "./read-sentence.ts";

/** A name in a sentence: words `from` to `to` (exclusive). */
export interface NameMention {
  /** As written in the sentence. */
  name: string;
  /** Lower case, with single spaces: mentions of one name share it. */
  key: string;
  from: number;
  to: number;
}

/** Longer runs of capitals are not names. */
const MAX_WORDS = 6;
/** Small words inside names: "Bank of Nova Scotia", "Ludwig van Hoek". */
const INNER = new Set(["of", "de", "la", "van", "von", "der", "del", "di", "da", "al", "bin"]);
const CALENDAR = new Set(
  "monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december feb apr aug sept oct nov dec".split(
    " ",
  ),
);
export const isCalendar = (word: string): boolean => CALENDAR.has(word);

const CACHE_LIMIT = 100_000;
/** The dictionary's facts about a word. */
interface Known {
  /** The dictionary has it as something other than a name. */
  word: boolean;
  /** It can precede a name without being part of it: an adjective or a verb. */
  describes: boolean;
  /** It is a given name, and the dictionary has it only as the inflection of a word: "Jared". */
  isGivenName: boolean;
  /** It is a given name, and a noun or a verb, but no adjective and no inflection: "Mark". */
  isAlsoGivenName: boolean;
}
const known = new Map<string, Known>();

function lookUp(word: string): Known {
  let found = known.get(word);
  if (found === undefined) {
    if (known.size >= CACHE_LIMIT) known.clear();
    const parts: PartOfSpeech[] = ["noun", "verb", "adj", "adv"];
    // WordNet also has names, as instances ("@i") of a class. "Paris" is a name, despite "Paris green".
    const forms = parts.filter((pos) => baseForm(word, pos) !== null);
    found = {
      word: !isNamed(word) && (forms.length > 0 || isInflected(word)),
      describes: forms.includes("adj") || forms.includes("verb"),
      isGivenName: forms.length > 0 && isPersonName(word) && forms.every((pos) => baseForm(word, pos) !== word),
      isAlsoGivenName:
        isPersonName(word) && !forms.includes("adj") && forms.every((pos) => baseForm(word, pos) === word),
    };
    known.set(word, found);
  }
  return found;
}

/** Returns whether the dictionary has a folded word as something other than a name. */
export const isDictionaryWord = (word: string): boolean => lookUp(word).word;

const isInstance = ({ pointers }: Synset) => pointers.some(({ symbol }) => symbol === "@i");

/**
 * Returns whether a word is primarily a name. Its first meaning is a name, and it is neither mainly a verb ("Tell") nor
 * also a thing ("Creator").
 */
function isNamed(word: string): boolean {
  const [first, ...others] = synsetsOf(word, "noun");
  if (first === undefined || !isInstance(first)) return false;
  if (synsetsOf(word, "verb").length > others.length + 1) return false;
  return others.every(isInstance) || isPersonName(word);
}

/** Past forms of strong verbs that the dictionary lacks. "Hung", "shone" and "wove" can be names. */
const STRONG = new Set(
  "arisen arose awoke awoken borne became begun begot bitten bled blew bred brought chose clung came crept drank eaten fought fled flung flew forbade forgot forgave forgiven froze got gotten gave went grew had hid knelt knew leapt learnt meant met rode ridden rang ran seen shown shrank shrunk sank slept slid slung sped sprang sprung stood stolen stank strode strove swore swam swum swung took threw trod trodden undertook undertaken upheld woke woken wore wept withdrew withheld withstood wrung wrote overtook overtaken overthrew overthrown overcame rebuilt resold undid outdone outsold".split(
    " ",
  ),
);

/** Recognises inflections that the dictionary's rules leave out: "quizzed", "ridership", "cyberattack". */
function isInflected(word: string): boolean {
  if (STRONG.has(word)) return true;
  const verb = /^(.+)([bdfglmnprstvz])\2(?:ed|ing)$/.exec(word);
  if (verb !== null && baseForm(`${verb[1]}${verb[2]}`, "verb") !== null) return true;
  const noun = /^(.+?)(?:ship|ness)s?$/.exec(word)?.[1];
  if (noun !== undefined && (baseForm(noun, "noun") !== null || baseForm(noun, "adj") !== null)) return true;
  // "Volcanoes".
  if (word.endsWith("oes") && baseForm(word.slice(0, -2), "noun") !== null) return true;
  // "Cyberattack", "cybercriminals".
  const behind = /^cyber(.{3,})$/.exec(word)?.[1];
  return behind !== undefined && baseForm(behind, "noun") !== null;
}

/** Returns whether a word is an adjective made from a name, which is not a name by itself: "European", "Asian". */
export const isAdjectiveOfName = (word: string): boolean =>
  synsetsOf(word, "adj").length > 0 && synsetsOf(word, "adj").every(({ lexicalClass }) => lexicalClass === "adj.pert");

/** How an event's articles capitalise words where capitals are significant. */
export interface CasingEvidence {
  /** For each folded word, how often it has a capital inside a sentence, and how often it has none. */
  capital: Map<string, number>;
  lower: Map<string, number>;
  /** Folded words that end names, such as "Motors". After a name, they belong to it. */
  endings: ReadonlyMap<string, string>;
  /**
   * Pairs of folded words that are one name although the first is a possessive: "Sailor's Outfitters" → "sailor
   * outfitters".
   */
  owned: ReadonlySet<string>;
}

/**
 * An owner and its word are one name if they occur together this often, and in this share of the owner's capitalised
 * uses.
 */
const MIN_OWNED = 3;
const OWNED_SHARE = 0.6;

/** Counts capitals in the sentences of an event, except in headlines that capitalise each word. */
export function casingOf({ observations }: ReadEvent, endings: ReadonlyMap<string, string>): CasingEvidence {
  const evidence = { capital: new Map<string, number>(), lower: new Map<string, number>(), endings };
  const owners = new Map<string, number>();
  const pairs = new Map<string, { owner: string; count: number }>();
  for (const { observation, headline, body } of observations) {
    // A company of the directory is a name, regardless of other meanings of the word.
    for (const { quote } of observation.companies ?? []) {
      const word = foldCase(quote);
      evidence.capital.set(word, (evidence.capital.get(word) ?? 0) + 1);
    }
    for (const sentence of [headline, ...body]) {
      countOwned(sentence, owners, pairs);
      if (sentence.titleCase) continue;
      for (const [i, { lower, capital, afterBreak, number }] of sentence.words.entries()) {
        if (i === 0 || afterBreak || number !== null) continue;
        const counts = capital ? evidence.capital : evidence.lower;
        counts.set(lower, (counts.get(lower) ?? 0) + 1);
      }
    }
  }
  const owned = [...pairs].filter(
    ([, { owner, count }]) => count >= MIN_OWNED && count >= OWNED_SHARE * (owners.get(owner) ?? 0),
  );
  return { ...evidence, owned: new Set(owned.map(([pair]) => pair)) };
}

function countOwned(
  { words }: ReadSentence,
  owners: Map<string, number>,
  pairs: Map<string, { owner: string; count: number }>,
): void {
  for (const [i, word] of words.entries()) {
    if (!word.capital) continue;
    owners.set(word.lower, (owners.get(word.lower) ?? 0) + 1);
    const next = words[i + 1];
    if (!word.possessive || !next?.capital || next.afterBreak) continue;
    const pair = ownedKey(word, next);
    pairs.set(pair, { owner: word.lower, count: (pairs.get(pair)?.count ?? 0) + 1 });
  }
}

/** Words for people by age and sex, whose possessives begin names: "Men's Wearhouse". */
export const SHOPPERS: readonly string[] = "men women children kids girls boys ladies gentlemen".split(" ");

/** Returns whether a possessive and the next word are one name, because no dictionary has that word. */
const isOutfitter = (owner: ReadWord | undefined, word: ReadWord | undefined): boolean =>
  owner?.possessive === true &&
  owner.capital &&
  SHOPPERS.includes(owner.lower) &&
  word?.capital === true &&
  !word.afterBreak &&
  !lookUp(word.lower).word;

const ownedKey = (owner: ReadWord, { lower }: ReadWord) => `${owner.lower} ${lower}`;

/**
 * Finds the names of a sentence: runs of words with capitals. At the start of a sentence and in title-case headlines, a
 * dictionary word counts only if other sentences of the event capitalise it. Missing a name is better than finding
 * "Breaking Record".
 */
export function findNames(sentence: ReadSentence, casing: CasingEvidence): NameMention[] {
  const { words } = sentence;
  const found: NameMention[] = [];
  for (let at = 0; at < words.length; ) {
    if (!isNameWord(sentence, at, casing)) {
      at++;
      continue;
    }
    let to = at + 1;
    while (to < words.length && !ends(words, to)) {
      const word = words[to] as ReadWord;
      if (isNameWord(sentence, to, casing) || (word.capital && casing.endings.has(word.lower))) to++;
      else if (
        INNER.has(words[to]?.lower ?? "") &&
        to + 1 < words.length &&
        !ends(words, to + 1) &&
        isNameWord(sentence, to + 1, casing)
      )
        to += 2;
      else break;
    }
    if (to - at <= MAX_WORDS) {
      const name = sentence.text.slice(words[at]?.start, words[to - 1]?.end);
      const key = words
        .slice(at, to)
        .map(({ lower }) => lower)
        .join(" ");
      if (/\p{L}{2}/u.test(name)) found.push({ name, key, from: at, to });
    }
    at = to;
  }
  return found;

  /**
   * Returns whether a name ends before this word: at a break, at a comma, or after a possessive that is not part of it.
   */
  function ends(list: readonly ReadWord[], index: number): boolean {
    const before = list[index - 1] as ReadWord;
    const word = list[index] as ReadWord;
    if (word.afterBreak) return true;
    if (before.possessive)
      return !(word.capital && casing.owned.has(ownedKey(before, word))) && !isOutfitter(before, word);
    return /[,"“”'‘’/]/.test(sentence.text.slice(before.end, word.start));
  }
}

/** Words for large numbers. */
const SCALES = new Set("thousand million billion trillion".split(" "));
/** What is shortened at the beginning of names. */
const SHORTENED = new Set("mt st ft".split(" "));

function isNameWord(sentence: ReadSentence, at: number, { capital, lower, owned, endings }: CasingEvidence): boolean {
  const { text, words, titleCase } = sentence;
  const word = words[at] as ReadWord;
  if (!word.capital || word.number !== null) return false;
  const [before, after] = [words[at - 1], words[at + 1]];
  if (before?.possessive && owned.has(ownedKey(before, word))) return true;
  if (word.possessive && after?.capital && owned.has(ownedKey(word, after))) return true;
  if (isOutfitter(before, word) || isOutfitter(word, after)) return true;
  // "10.7 Billion".
  if (before !== undefined && before.number !== null && SCALES.has(word.lower)) return false;
  // "Mt. Gox".
  if (SHORTENED.has(word.lower) && text[word.end] === "." && after?.capital && !after.afterBreak) return true;
  // "Tim R. Hale", "Kel. A. Brook": a letter with its full stop between two capitals is an initial. "A" without a full
  // stop is an article.
  const isInitial = (one: ReadWord | undefined) => one?.capital && one.text.length === 1 && text[one.end] === ".";
  if (isInitial(word) && before?.capital && after?.capital && !after.afterBreak) return true;
  if (isInitial(before) && words[at - 2]?.capital && !word.afterBreak) return true;
  if (isCurrencyCode(word, after)) return false;
  if (isAuthority(word.text)) return true;
  // "Don't" is a verb.
  if (/n['’]t$/.test(word.lower)) return false;
  // "Jos A Bank": in a text with few capitals, a letter between two capitals is an initial even without its full stop.
  if (word.text.length === 1 && !titleCase && before?.capital && after?.capital && !isStopWord(before.lower))
    return true;
  // "We're", "It'll": a stop word stays one with its verb.
  if (isStopWord(word.lower) || isStopWord(word.lower.split(/['’]/)[0] ?? "") || isCalendar(word.lower)) return false;
  const inside = at > 0 && !word.afterBreak;
  if (inside && !titleCase) return true;
  if (inside && isVerbBehind(before, word)) return false;
  const up = capital.get(word.lower) ?? 0;
  const down = lower.get(word.lower) ?? 0;
  if (up + down > 0) return up > down;
  const dictionary = lookUp(word.lower);
  if (!dictionary.word) return true;
  // "Bank of England": what ends some names begins others.
  if (endings.has(word.lower) && after?.lower === "of" && words[at + 2]?.capital) return true;
  // "Harrier Aerospace wins": before another name, a noun belongs to it. An adjective or a verb ("Former", "Strong")
  // does not.
  const next = words[at + 1];
  // "Jared Pobre", "Mark Carney": a given name before a surname that is not a dictionary word.
  const isNextName = (one: ReadWord | undefined) => one?.capital === true && !one.afterBreak && !lookUp(one.lower).word;
  const isGiven =
    dictionary.isGivenName || (dictionary.isAlsoGivenName && isOpening(before, word) && !isNextName(words[at + 2]));
  if (isGiven && next !== undefined && isNextName(next) && word.end + 1 === next.start) return !isStopWord(next.lower);
  return (
    !titleCase &&
    next !== undefined &&
    next.capital &&
    !next.afterBreak &&
    !isStopWord(next.lower) &&
    !word.possessive &&
    !dictionary.describes
  );
}

/** Words before the infinitive of a verb. */
const BEFORE_VERB = new Set("to will would may might could should must can cannot won't not".split(" "));

/** Returns whether a word is a verb, although it is also a name: "Sue" of "Apple to Sue Samsung". */
const isVerbBehind = (before: ReadWord | undefined, { lower }: ReadWord): boolean =>
  before !== undefined && BEFORE_VERB.has(before.lower) && baseForm(lower, "verb") === lower;

/** Returns whether a word opens its clause, or stands behind an owner or a small word: there, names are no verbs. */
const isOpening = (before: ReadWord | undefined, { afterBreak }: ReadWord): boolean =>
  before === undefined || afterBreak || before.possessive || !before.capital || isStopWord(before.lower);
