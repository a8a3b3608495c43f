import anyAscii from "any-ascii";
import { distance } from "fastest-levenshtein";
import { withoutLegalForms } from "./company-names.ts";
import { isGroupWord, withoutShareClass } from "./legal-forms.ts";
import { joinedKey, type NameWord, nameWords } from "./name-words.ts";
import { wordClass } from "./word-class.ts";

/** Optional words of names, beyond those of `isGroupWord`; none of them is a trade or a place. */
const LEFT_OUT = new Set(
  `and of the for de du des la le les der industries industry technologies technology systems solutions services products brands corporate
  public publ koninklijke royal compagnie societe groep grp hldg hldgs intl`.split(/\s+/),
);
/** Letters of a key per tolerated difference: "Gasprom" is "Gazprom", "Kobe" is not "Kone". */
const LETTERS_A_SLIP = 6;
/** Shortest abbreviation, in letters: a shorter word begins too many others. */
const MIN_BEGINNING = 3;

/**
 * Whether two names in different sources may belong to one company. They may differ in legal form, class of shares,
 * "Group" or "Holding". They may differ in order, script or spelling ("Müller", "Mueller"; "Яндекс", "Yandex"). One may
 * be abbreviated ("Intl Mfg Co") or consist of initials ("TSMC"). A name that continues ("Oracle", "Oracle Financial
 * Services") or adds a place ("SKF India", "Ingersoll-Rand (India)") belongs to another company.
 */
export function namesAgree(one: string, other: string): boolean {
  const others = readings(other);
  return readings(one).some((words) => others.some((otherWords) => isSameName(words, otherWords)));
}

/**
 * Whether one name continues the other, but not with a place: "Toyota", "Toyota Motor". A part of the company may also
 * have such a name.
 */
export function nameContinues(one: string, other: string): boolean {
  const [a, b] = [tellingWords(wordsOf(one)), tellingWords(wordsOf(other))];
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  const isStart = short.length > 0 && short.every(({ key }, at) => key === long[at]?.key);
  return isStart && long.slice(short.length).every(({ key }) => wordClass(key) !== "place");
}

/**
 * Returns the readings of a name with brackets: a place in them belongs to the name, other text is a separate name
 * ("Taiwan Semiconductor (TSMC)").
 */
function readings(name: string): NameWord[][] {
  const plain = withoutShareClass(name);
  const inside = [...plain.matchAll(/\(([^)]*)\)/g)].map(([, text = ""]) => wordsOf(text));
  const isPlace = (words: NameWord[]) => words.some(({ key }) => wordClass(key) === "place");
  const outside = wordsOf(plain.replace(/\([^)]*\)/g, " "));
  const whole = [...outside, ...inside.filter(isPlace).flat()];
  return [whole, ...inside.filter((words) => !isPlace(words))].filter((words) => words.length > 0);
}

const wordsOf = (text: string): NameWord[] => nameWords(anyAscii(text));

function isSameName(one: NameWord[], other: NameWord[]): boolean {
  const [a, b] = [tellingWords(one), tellingWords(other)];
  return isSpelledAlike(a, b) || isReordered(a, b) || isAbbreviated(a, b) || isInitials(a, other) || isInitials(b, one);
}

/** Returns the words that distinguish a company; all words where none does. */
function tellingWords(words: NameWord[]): NameWord[] {
  const name = withoutLegalForms(words);
  const rest = name.filter(({ key }) => !LEFT_OUT.has(key) && !isGroupWord(key));
  return rest.length > 0 ? rest : name;
}

function isSpelledAlike(a: NameWord[], b: NameWord[]): boolean {
  const [one, other] = [spelling(a), spelling(b)];
  return distance(one, other) <= Math.floor(Math.min(one.length, other.length) / LETTERS_A_SLIP);
}

/** Joins words in one spelling: written-out umlauts, and different transliterations of one sound, become equal. */
const spelling = (words: NameWord[]): string =>
  joinedKey(words)
    .replace(/([aou])e/g, "$1")
    .replace(/ks/g, "x")
    .replace(/ck/g, "k");

function isReordered(a: NameWord[], b: NameWord[]): boolean {
  const sorted = (words: NameWord[]) => words.map(({ key }) => key).sort();
  return a.length === b.length && sorted(a).join(" ") === sorted(b).join(" ");
}

function isAbbreviated(a: NameWord[], b: NameWord[]): boolean {
  return (
    a.length === b.length &&
    a.every(({ key }, at) => abbreviates(key, b[at]?.key ?? "") || abbreviates(b[at]?.key ?? "", key))
  );
}

/**
 * Whether one word abbreviates another: "pharma" for "pharmaceuticals" by the beginning, "intl" for "international" by
 * the first and last letter and some between.
 */
function abbreviates(short: string, long: string): boolean {
  if (short === long || (short.length >= MIN_BEGINNING && long.startsWith(short))) return true;
  if (short.length < 2 || short.at(0) !== long.at(0) || short.at(-1) !== long.at(-1)) return false;
  let at = 0;
  for (const letter of long) if (letter === short[at]) at++;
  return at === short.length;
}

/**
 * Whether a name is the other's initials: "IBM" of "International Business Machines", "GSK" of "GlaxoSmithKline"; some
 * include the legal form ("TSMC").
 */
function isInitials(short: NameWord[], long: NameWord[]): boolean {
  const key = joinedKey(short);
  if (key.length < 2) return false;
  const firsts = (words: NameWord[]) => words.map((word) => word.key.charAt(0)).join("");
  const name = withoutLegalForms(long);
  const capitals = name.map(({ written }) => written.replace(/[^A-Z]/g, "")).join("");
  const readings = [
    firsts(tellingWords(long)),
    firsts(name),
    firsts(long.slice(0, name.length + 1)),
    capitals.toLowerCase(),
  ];
  return readings.includes(key);
}
