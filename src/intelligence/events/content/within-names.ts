import type { Match } from "../../lexicon/patterns.ts";
import type { Taxonomy } from "../taxonomy/taxonomy.ts";
import type { EntityNames } from "./entity-names.ts";
import { isDictionaryWord } from "./names.ts";
import type { ReadSentence } from "./read-sentence.ts";

type NamedWords = ReturnType<EntityNames["within"]>[number];
type Words = Pick<NamedWords, "from" | "to">;

const isApart = (one: Words, other: Words) => one.to <= other.from || other.to <= one.from;
const isWithin = (inner: Words, outer: Words) => outer.from <= inner.from && inner.to <= outer.to;

/**
 * Returns whether words only belong to a name, and so report nothing: "Blizzard" of "Activision Blizzard". The name is a
 * company's, or the words end it and all words before them are in no dictionary. "Hurricane Sandy" is a hurricane.
 */
export function isOnlyName(words: Words, names: readonly NamedWords[], sentence: ReadSentence): boolean {
  return names.some((name) => {
    if (name.to - name.from < 2 || !isWithin(words, name)) return false;
    if (name.entity.entityType === "company") return true;
    const before = sentence.words.slice(name.from, words.from);
    return words.to === name.to && before.length > 0 && before.every(({ lower }) => !isDictionaryWord(lower));
  });
}

/**
 * Finds the industries of a sentence. Of overlapping words the longest count: a "wind farm" is no farm. Words inside a
 * name count only if they say its trade.
 */
export function industriesIn(sentence: ReadSentence, names: EntityNames, taxonomy: Taxonomy): Match<string>[] {
  const found = taxonomy.industries.find(sentence.words);
  if (found.length === 0) return found;
  const own = names.within(sentence).filter(isProperName);
  return found.filter(
    (match) =>
      !found.some((other) => other.to - other.from > match.to - match.from && isWithin(match, other)) &&
      own.every((name) => isApart(name, match) || saysTrade(name, match, sentence)),
  );
}

/**
 * Returns whether a name is a company's or has several words. A single word with a capital can be the industry's own
 * word ("Internet").
 */
const isProperName = ({ entity, from, to }: NamedWords) => entity.entityType === "company" || to - from > 1;

/**
 * Returns whether words inside a name describe its trade. The last words do ("Delta Air Lines"), and so do words before
 * "of" ("Bank of England"). Other words do not, nor does a surname after an initial ("Jos. A. Bank" sells suits).
 */
function saysTrade(name: Words, match: Words, { words }: ReadSentence): boolean {
  if (match.from === name.from) return match.to < name.to && words[match.to]?.lower === "of";
  return match.to === name.to && words[match.from - 1]?.text.length !== 1;
}
