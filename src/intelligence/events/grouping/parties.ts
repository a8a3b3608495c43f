import { stem } from "#foundation/language/stem";
import { namedParties } from "../frames/named-parties.ts";
import { cleanTitle, type GroupingDocument, MAX_TITLE } from "./features.ts";

/** A party that a headline names, with its words as numbers. */
export interface PartySlot {
  role: string;
  /** The words that tell it from others, and its initials if a headline has them as a word. */
  words: readonly number[];
  /** All its words in one: "mtgox". */
  joined: string;
  /** The words that tell it from others. */
  telling: readonly string[];
}

/** Returns the parties that each document's title names. `words` are those that the documents refer to by number. */
export function partySlots(documents: readonly GroupingDocument[], words: readonly string[]): PartySlot[][] {
  const numbers = new Map(words.map((word, i) => [word, i]));
  return documents.map(({ title, publisher }) =>
    namedParties(cleanTitle(title.slice(0, MAX_TITLE), publisher.slice(0, MAX_TITLE))).map(
      ({ role, words, joined, initials }) => ({
        role,
        joined,
        telling: words,
        words: [...words, ...(initials === null ? [] : [initials])].flatMap((word) => numbers.get(stem(word)) ?? []),
      }),
    ),
  );
}

/** A document's parties, and all words of its title and address. */
export interface Named {
  parties: readonly PartySlot[];
  mentions: ReadonlySet<number>;
}

/**
 * Compares the parties of two headlines. They contradict one another if they fill a role differently and neither
 * headline mentions the other's name.
 * @returns 1 if they name a party alike, −1 if they contradict one another, 0 if neither is known
 */
export function agreement(a: Named, b: Named): number {
  let alike = 0;
  for (const one of a.parties)
    for (const other of b.parties) {
      if (one.role !== other.role) continue;
      if (!mentionsOf(b, one) && !mentionsOf(a, other) && !isPartOf(one, other) && !isPartOf(other, one)) return -1;
      alike = 1;
    }
  return alike;
}

const mentionsOf = ({ mentions }: Named, { words }: PartySlot) => words.some((word) => mentions.has(word));

/** Returns whether the other name has a word of this one within a longer word: "Gox" in "MtGox". */
const isPartOf = ({ telling }: PartySlot, { joined }: PartySlot) => telling.some((word) => joined.includes(word));
