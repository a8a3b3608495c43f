import { wordClass } from "#companies/linking/word-class";
import { isPersonName } from "#foundation/language/people-names";
import { foldCase } from "#foundation/language/tokenize";

/** A person's name in a text. `text.slice(start, end)` is the name without its title. */
export interface NameMatch {
  name: string;
  start: number;
  end: number;
}

const TITLE = "(?:(?:Mr|Mrs|Ms|Miss|Dr|Prof|Professor|Sir|Dame|Lord|Lady|Baroness)\\.?\\s+)?";
const INITIAL = "\\p{Lu}\\.";
const PARTICLE = "(?:van|von|vom|zu|de|der|den|del|della|di|da|dos|du|la|le|al|bin|ibn|ben|ter|ten|e|y)";
const WORD = "(?:\\p{Lu}['’])?\\p{Lu}[\\p{L}\\p{M}]*\\p{Ll}[\\p{L}\\p{M}]*(?:[-‑]\\p{Lu}\\p{Ll}[\\p{L}\\p{M}]*)*";
const FIRST = `(?:${WORD}|${INITIAL}(?:\\s?${INITIAL})*)`;
/** Two to four parts, the last of them a whole word. */
const NAME = `${TITLE}(${FIRST}(?:\\s+(?:${INITIAL}|${WORD})){0,2}(?:\\s+${PARTICLE}){0,2}\\s+${WORD})`;

const AT_START = new RegExp(`^${NAME}(?![\\p{L}\\p{N}'’-])`, "u");
const AT_END = new RegExp(`(?<![\\p{L}\\p{N}.&-])${NAME}$`, "u");

/** Words with capitals that are never part of a person's name. */
const NO_NAME = new Set(
  `inc ltd corp corporation company group holdings bank university ministry department institute association council committee
  board agency authority commission union federation street avenue monday tuesday wednesday thursday friday saturday sunday
  january february march april may june july august september october november december chief officer president director manager
  chairman chair founder the our their its his her this that new former mr mrs ms dr said says told north south east west united
  international global national royal europe asia africa america american european asian technologies systems solutions services
  industries partners capital ventures media news times post journal reuters press house senate congress court energy foods motors
  airlines pharma pharmaceuticals insurance team world award awards prize act law`.split(/\s+/),
);

/** Returns whether a text is in title case, as headlines are. The words after a name then have capitals too. */
function isTitleCase(text: string): boolean {
  const longer = text.match(/\b\p{L}{4,}/gu) ?? [];
  return longer.length > 2 && longer.filter((word) => /^\p{Lu}/u.test(word)).length > longer.length * 0.7;
}

/** Returns whether a word has a capital, unlike the particles "van" and "de". */
const isCapital = (word: string) => /^\p{Lu}/u.test(word);

/** Returns whether the dictionary has a word. Some of these are also names of people: "Mark", "Young". */
const isInDictionary = (word: string) => wordClass(foldCase(word).replace(/['’]/g, "")) === "word";
const isPlainWord = (word: string) => isInDictionary(word) && !isPersonName(word);

function checked(name: string, start: number): NameMatch | null {
  const words = name.split(/\s+/);
  if (words.some((word) => NO_NAME.has(foldCase(word)))) return null;
  // "Mark Field" is a person, "Solar Power" is not.
  if (words.every((word) => isPlainWord(word))) return null;
  return { name, start, end: start + name.length };
}

/** Returns the name at an offset of a text, after spaces and at most one comma; null if there is none. */
export function nameAt(text: string, offset: number): NameMatch | null {
  const lead = /^\s*,?\s*/.exec(text.slice(offset))?.[0].length ?? 0;
  const rest = text.slice(offset + lead);
  const match = AT_START.exec(rest);
  if (match?.[1] === undefined) return null;
  const at = offset + lead + match[0].length - match[1].length;
  const words = match[1].split(/\s+/);
  // Cuts off what follows the name in a headline: "Jane Doe Steps".
  if (isTitleCase(text))
    while (words.length > 2 && isInDictionary(words.at(-1) ?? "") && isCapital(words.at(-2) ?? "")) words.pop();
  const name = match[1].slice(0, lengthOf(match[1], words.length));
  if (isTitleCase(text) && isPlainWord(words.at(-1) ?? "")) return null;
  return checked(name, at);
}

/** Returns the number of characters of a text's first words. */
function lengthOf(text: string, words: number): number {
  const match = new RegExp(`^(?:\\S+\\s+){${words - 1}}\\S+`).exec(text);
  return match?.[0].length ?? text.length;
}

/** Returns the name that ends at an offset of a text; null if there is none. */
export function nameBefore(text: string, offset: number): NameMatch | null {
  const before = text.slice(0, offset);
  const match = AT_END.exec(before);
  if (match?.[1] === undefined) return null;
  const words = match[1].split(/\s+/);
  // At the start of a sentence, a word before a name has a capital too: "Yesterday Jane Doe".
  let skipped = 0;
  while (words.length > 2 && (isPlainWord(words[0] ?? "") || NO_NAME.has(foldCase(words[0] ?? "")))) {
    skipped += lengthOf(words.join(" "), 1) + 1;
    words.shift();
  }
  const name = match[1].slice(skipped).trimStart();
  return checked(name, offset - name.length);
}

/** Returns the key of a person's spellings: lower case, no accents, no middle initials. */
export function nameKey(name: string): string {
  const words = name.split(/\s+/);
  const kept = words.filter((word, i) => i === 0 || i === words.length - 1 || !/^\p{Lu}\.?$/u.test(word));
  return foldCase(kept.join(" ")).replace(/[.'’‑-]/g, "");
}
