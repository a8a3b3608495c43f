import { placesOf } from "#foundation/language/target-sentiment";
import { sentences } from "#foundation/language/tokenize";

/** Number of characters read of a text: news shows its tone early. */
const MAX_LENGTH = 4_000;
/** Longest passage, in characters; a longer sentence is one by itself. The model was trained on up to five short sentences. */
const MAX_PASSAGE = 350;
/** What stands in a passage for the name that is asked about, and for the other names. The model was trained with these. */
const TARGET = "¤";
const OTHER = "¦";

/** Splits a text into passages of whole sentences. The first sentence, which is a headline, is one by itself. */
export function passagesOf(text: string): string[] {
  const read = text.slice(0, MAX_LENGTH);
  const passages: string[] = [];
  for (const { start, end } of sentences(read)) {
    const sentence = read.slice(start, end).trim();
    const last = passages.at(-1);
    if (last !== undefined && passages.length > 1 && last.length + sentence.length < MAX_PASSAGE)
      passages[passages.length - 1] = `${last} ${sentence}`;
    else if (sentence !== "") passages.push(sentence);
  }
  return passages;
}

/**
 * Marks the names of a passage for the question how it speaks about one of them.
 * @param names the spellings of each name
 * @returns for each name that the passage has, its position and the passage with the mark in its place
 */
export function markedPassages(
  passage: string,
  names: readonly (readonly string[])[],
): { name: number; text: string }[] {
  const places = placesOf(passage, names);
  return [...new Set(places.map(({ target }) => target))].flatMap((name) => {
    // Of places that overlap, that of the name asked about counts.
    const own = places.filter(({ target }) => target === name);
    const others = places.filter(
      (place) => place.target !== name && !own.some(({ start, end }) => place.start < end && start < place.end),
    );
    let text = "";
    let at = 0;
    for (const { start, end, target } of [...own, ...others].sort((a, b) => a.start - b.start)) {
      if (start < at) continue;
      // Spaces keep a mark from being one word with what follows, such as "®".
      text += `${withoutMarks(passage.slice(at, start))} ${target === name ? TARGET : OTHER} `;
      at = end;
    }
    return [{ name, text: text + withoutMarks(passage.slice(at)) }];
  });
}

/** A text's own "¤" and "¦" are no names. */
const withoutMarks = (text: string): string => text.replaceAll(TARGET, " ").replaceAll(OTHER, " ");

/** Whether a marked passage says something besides names. */
export const saysMore = (marked: string): boolean => /\p{L}/u.test(withoutMarks(marked));
