import { isStopWord } from "#foundation/language/stop-words";
import { mentionOf } from "./cut-names.ts";
import type { NameMention } from "./names.ts";
import type { ReadSentence } from "./read-sentence.ts";

/** "'The Voice'": an article, up to three words with capitals, and nothing else in quotes. */
const WORK =
  /(?<!\p{L})["“‘']The\s+(?:\p{Lu}[\p{L}\p{M}\p{N}]*(?:['’]s)?\s+){0,2}\p{Lu}[\p{L}\p{M}\p{N}]*[,.:]?["”’'](?!\p{L})/gu;

/** Finds the works that a sentence names in quotes with their article: films, shows, books. */
export const quotedWorks = ({ text, words }: ReadSentence): NameMention[] =>
  [...text.matchAll(WORK)].flatMap(({ 0: quoted, index }) => {
    const from = words.findIndex(({ start }) => start >= index);
    const to = words.filter(({ start }) => start < index + quoted.length).length;
    const isSaying = words.slice(from + 1, to).some(({ lower }) => isStopWord(lower));
    return from < 0 || isSaying ? [] : [mentionOf(from, to, text, words)];
  });
