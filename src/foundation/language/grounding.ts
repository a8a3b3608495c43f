import { statedNumbers } from "./stated-numbers.ts";
import { stem } from "./stem.ts";
import { isStopWord } from "./stop-words.ts";
import { isStorableText } from "./storable-text.ts";
import { foldCase } from "./tokenize.ts";

/** Longest sentence, in UTF-16 units: the patterns below take time quadratic in the length. */
const LONGEST = 2_000;
const WORD = /\p{L}[\p{L}\p{M}\p{N}]*(?:['’]\p{L}+)*/gu;
/** What may separate two words of one name. */
const INSIDE_NAME = /^(?:[ \u00a0]|-|\. | & |&)$/;
/** Small words inside names: "Bank of Nova Scotia". */
const INNER = new Set("of de la van von der del di da al bin".split(" "));
/** Words that state a quantity without a number. */
const VAGUE = new Set(
  "half third quarter dozen dozens scores hundred hundreds thousand thousands million millions billion billions trillion trillions once twice thrice double doubled doubles triple tripled triples tenfold first second fourth fifth sixth seventh eighth ninth tenth".split(
    " ",
  ),
);
/** Addresses, and what looks like them. */
const ADDRESS = /\b[a-z][a-z\d+.-]*:\/\/\S+|\bwww\.\S+|\S+@\S+|[\p{L}\p{N}-]+\.[a-z]{2,}\b\S*/giu;
/** Markup and invisible characters, in which words could be hidden. */
const NOT_PLAIN = /<[\p{L}/!]|\p{Cf}/u;
/** Scripts without capitals, which do not mark names. */
const NO_CASE = /\p{Lo}/u;

interface Word {
  raw: string;
  folded: string;
  isCapital: boolean;
  start: number;
  /** Whether the word opens a sentence or a quotation, where any word has a capital. */
  isOpening: boolean;
  /** The text between this word and the one before. */
  gap: string;
  isPossessive: boolean;
}

/** Texts to check sentences against, read once. */
export interface Ground {
  words: ReadonlySet<string>;
  stems: ReadonlySet<string>;
  /** Words that also occur without a capital in the texts. */
  lower: ReadonlySet<string>;
  /** Adjacent words in any of the texts. */
  pairs: ReadonlySet<string>;
  /** Keys of `statedNumbers`. */
  numbers: ReadonlySet<string>;
  /** The texts without case, with single spaces. */
  plain: readonly string[];
}

function wordsOf(text: string): Word[] {
  let end = 0;
  return [...text.matchAll(WORD)].map(({ 0: written, index }, i): Word => {
    const gap = text.slice(end, index);
    end = index + written.length;
    const isPossessive = /['’]s$/i.test(written);
    const raw = isPossessive ? written.slice(0, -2) : written;
    return {
      raw,
      folded: foldCase(raw),
      isCapital: /^\p{Lu}|\p{Ll}\p{Lu}/u.test(raw),
      start: index,
      isOpening: i === 0 || /[.!?:]["'“”‘’)\]]*\s|["“‘(]$/u.test(gap),
      gap,
      isPossessive,
    };
  });
}

const singleSpaced = (text: string) => text.replace(/\s+/gu, " ").trim().toLowerCase();
const joined = (...words: string[]) => words.join(" ");

/** Reads texts to check sentences against, in linear time. */
export function readGround(texts: readonly string[]): Ground {
  const words = new Set<string>();
  const lower = new Set<string>();
  const pairs = new Set<string>();
  const numbers = new Set<string>();
  for (const text of texts) {
    const list = wordsOf(text);
    for (const [i, { folded, isCapital }] of list.entries()) {
      words.add(folded);
      if (!isCapital) lower.add(folded);
      const before = list[i - 1];
      if (before === undefined) continue;
      pairs.add(joined(before.folded, folded));
      const first = list[i - 2];
      if (first !== undefined && INNER.has(before.folded)) pairs.add(joined(first.folded, before.folded, folded));
    }
    for (const { key } of statedNumbers(text)) numbers.add(key);
  }
  return {
    words,
    lower,
    pairs,
    numbers,
    stems: new Set([...words].map(stem)),
    plain: texts.map(singleSpaced),
  };
}

/**
 * Whether a sentence states nothing that the texts lack. They must have every number with its kind (`statedNumbers`),
 * every content word, every name and every address. They must also have its first word, which may be a name. Names are
 * words with a capital. Two names in a row, or joined by "of", must stand so in the texts. That does not hold if one of
 * the two also occurs there in lower case. A doubtful sentence is refused. A sentence in a script without capitals must
 * occur in a text as it is. Does not check what the sentence claims about these numbers and names. Also false for text
 * that cannot be stored, markup and invisible characters.
 */
export function isGrounded(sentence: string, ground: Ground): boolean {
  if (sentence.length > LONGEST || !isStorableText(sentence) || NOT_PLAIN.test(sentence)) return false;
  const contains = (part: string) => ground.plain.some((text) => text.includes(part));
  if (NO_CASE.test(sentence)) return contains(singleSpaced(sentence));
  const numbers = statedNumbers(sentence);
  if (numbers.some(({ key }) => !ground.numbers.has(key))) return false;
  if ([...sentence.matchAll(ADDRESS)].some(([address]) => !contains(singleSpaced(address).replace(/[.,;:!?)]+$/, ""))))
    return false;
  const words = wordsOf(sentence);
  const isCounted = (word: Word) => numbers.some(({ start, end }) => start <= word.start && word.start < end);
  return words.every((word, i) => isCounted(word) || (isKnown(word, ground) && isJoinedSo(words, i, ground)));
}

/** "US" and "IT" are not pronouns. */
const isSmallWord = ({ raw, folded }: Word) => isStopWord(folded) && !/^\p{Lu}{2,}$/u.test(raw);

function isKnown(word: Word, { words, stems }: Ground): boolean {
  const { raw, folded, isCapital, isOpening } = word;
  if (VAGUE.has(folded) || /\d/.test(raw)) return words.has(folded);
  if (!isCapital || isSmallWord(word) || words.has(folded)) return true;
  return isOpening && stems.has(stem(folded));
}

/** Whether a text has this word after the one before it, where both belong to one name. */
function isJoinedSo(words: readonly Word[], at: number, { pairs, lower }: Ground): boolean {
  const isFree = (one: Word) => isSmallWord(one) || lower.has(one.folded);
  const [word, before, first] = [words[at] as Word, words[at - 1], words[at - 2]];
  if (!word.isCapital || before === undefined || isFree(word) || !INSIDE_NAME.test(word.gap)) return true;
  if (before.isCapital) return before.isPossessive || isFree(before) || pairs.has(joined(before.folded, word.folded));
  if (first?.isCapital && INNER.has(before.folded) && INSIDE_NAME.test(before.gap) && !isFree(first))
    return pairs.has(joined(first.folded, before.folded, word.folded));
  return true;
}
