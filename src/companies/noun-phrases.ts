import { isStopWord } from "#foundation/language/stop-words";
import { type TaggedWord, tagWords } from "#foundation/language/wink";
import { baseForm } from "#foundation/language/wordnet";

/** Longest noun phrase, in words: a longer run of nouns is two phrases or a name. */
const MAX_WORDS = 4;
/** Words after which the text names something of others: a customer, a place, a material that is bought. */
const OF_OTHERS = /^(?:for|to|from|in|across|within|with|by|into|against|serving|serves|including its)$/;
/** Words after which "in" introduces the company's own business. */
const ENGAGED = /^(?:engage[sd]?|engaging|speciali[sz]e[sd]?|speciali[sz]ing|involved|deals?|active)$/;
/** Adjectives and participles without meaning for a thing. */
const EMPTY =
  /^(?:other|various|related|new|main|own|general|different|certain|major|key|additional|such|several|innovative|comprehensive|high|quality|global|international|domestic|national|local|leading|core|based|respective|range|wide|broad|full|complete|types?|kinds?|brand(?:ed|s)?|principal|primary|same|similar|specific|offer(?:s|ing)?|provides?)$/;

/**
 * Returns the noun phrases that name what a company offers, in lower case, of two to four words. Leaves out what
 * follows "for", "to", "in" and the like up to the next verb or stop: it concerns others.
 */
export function nounPhrases(text: string): string[] {
  const phrases: string[] = [];
  let run: TaggedWord[] = [];
  let ofOthers = false;
  let isEngaged = false;
  const flush = (isFollowed = false) => {
    // "Open-pit copper and gold mines": the shared noun comes later.
    const words = isFollowed && !/s$/.test(run.at(-1)?.lower ?? "") ? [] : trimmed(run);
    // "Non-life insurance" is not life insurance.
    const isDenied = words.some((word) => /^non(?:-|$)/.test(word));
    if (!ofOthers && !isDenied && words.length > 1 && words.length <= MAX_WORDS) phrases.push(words.join(" "));
    run = [];
  };
  for (const word of tagWords(text)) {
    if ((word.pos === "NOUN" || word.pos === "ADJ") && !isStopWord(word.lower)) {
      run.push(word);
      continue;
    }
    flush(word.pos === "CCONJ");
    if (word.lower === "in" && isEngaged) ofOthers = false;
    else if (OF_OTHERS.test(word.lower)) ofOthers = true;
    else if (word.pos === "VERB" || /^[.;:]$/.test(word.text)) ofOthers = false;
    isEngaged = ENGAGED.test(word.lower);
  }
  flush();
  return phrases;
}

/** Removes an adjective at the end, empty words at the front, and a verb that was tagged as a noun ("markets fertilizers"). */
function trimmed(run: TaggedWord[]): string[] {
  const words = [...run];
  while (words.at(-1)?.pos === "ADJ") words.pop();
  while (words.length > 1) {
    const [first] = words;
    if (first === undefined || !(EMPTY.test(first.lower) || isVerbInFront(first.lower))) break;
    words.shift();
  }
  return words.map(({ lower }) => lower);
}

function isVerbInFront(word: string): boolean {
  return /[^s]s$/.test(word) && baseForm(word, "verb") !== null && baseForm(word, "verb") !== word;
}
