import { foldCase, tokens } from "#foundation/language/tokenize";

/**
 * Returns the form in which phrases are compared: their words in lower case and the singular. "Wind turbines" and "wind
 * turbine" are equal; "medical" and "medication", which a stemmer would join, are not.
 */
export function phraseKey(phrase: string): string {
  return tokens(phrase)
    .map(({ word }) => singular(word))
    .join(" ");
}

/**
 * Returns the singular by the S-stemmer of Harman ("How effective is suffixing?", Journal of the American Society for
 * Information Science 42, 1991). Extended by the plurals of "gearbox", "winch", "dish" and "gas", where it leaves a
 * letter.
 */
function singular(word: string): string {
  const lower = foldCase(word);
  if (lower.length < 4 || !lower.endsWith("s")) return lower;
  if (/[^ae]ies$/.test(lower)) return `${lower.slice(0, -3)}y`;
  if (/(?:x|ch|sh|ss|gas)es$/.test(lower)) return lower.slice(0, -2);
  if (/[^aeo]es$/.test(lower)) return lower.slice(0, -1);
  return /[us]s$/.test(lower) ? lower : lower.slice(0, -1);
}

/** Text that may not separate two words of a phrase: anything but a blank, a hyphen or a slash. */
const BREAK = /[^ \t\-–/&+]/;

/** Finds given phrases in texts by one pass over the words of each text. */
export class PhraseFinder {
  readonly #wanted: ReadonlySet<string>;
  /** Prefixes of the phrases, including whole ones: if a prefix is missing, no longer phrase can match. */
  readonly #beginnings = new Set<string>();

  readonly #names: ReadonlySet<string>;

  /**
   * @param keys in the form of `phraseKey`
   * @param names words that are a name where they are written so: "Seat" is no seat
   */
  constructor(keys: Iterable<string>, names: ReadonlySet<string> = new Set()) {
    this.#names = names;
    this.#wanted = new Set(keys);
    for (const key of this.#wanted)
      for (let end = key.indexOf(" "); ; end = key.indexOf(" ", end + 1)) {
        this.#beginnings.add(end === -1 ? key : key.slice(0, end));
        if (end === -1) break;
      }
  }

  /** Returns the phrases of a text, each once. */
  find(text: string): Set<string> {
    const found = new Set<string>();
    const words = tokens(text);
    const keys = words.map(({ word }) => (this.#names.has(word) ? "" : singular(word)));
    for (const [i, first] of keys.entries()) {
      let key = first;
      for (let next = i + 1; this.#beginnings.has(key); next++) {
        if (this.#wanted.has(key)) found.add(key);
        const [before, after] = [words[next - 1], words[next]];
        if (before === undefined || after === undefined || !areJoined(text, before.end, after.start)) break;
        key = `${key} ${keys[next]}`;
      }
    }
    return found;
  }
}

function areJoined(text: string, end: number, start: number): boolean {
  const between = text.slice(end, start);
  return between === " " || !BREAK.test(between);
}
