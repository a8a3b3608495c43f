import { createRequire } from "node:module";
import winkNLP, { type Model } from "wink-nlp";
import { lazily } from "../loading/lazily.ts";
import { baseForm } from "./wordnet.ts";

/** A word with its part of speech (Universal Dependencies: NOUN, PROPN, VERB, ADJ, ADP, PUNCT, …). Offsets in UTF-16 units. */
export interface TaggedWord {
  text: string;
  lower: string;
  pos: string;
  start: number;
  end: number;
}

const require = createRequire(import.meta.url);

/**
 * Loads the tagger with its model on first use. 4 MB of tables take a quarter of a second, and many processes never
 * read a sentence.
 */
const tagger = lazily(() => winkNLP(require("wink-eng-lite-web-model") as Model, ["sbd", "pos"]));

/**
 * Returns the words and punctuation of an English text with their parts of speech. Compounds ("non-alcoholic",
 * "5-axis") are one word.
 */
export function tagWords(text: string): TaggedWord[] {
  const { its, readDoc } = tagger();
  const document = readDoc(text);
  const values = document.tokens().out(its.value) as string[];
  const tags = document.tokens().out(its.pos) as string[];
  const tagged: TaggedWord[] = [];
  let at = 0;
  values.forEach((value, i) => {
    const start = text.indexOf(value, at);
    if (start < 0) return;
    at = start + value.length;
    tagged.push({ text: value, lower: value.toLowerCase(), pos: tags[i] ?? "X", start, end: at });
  });
  return withAttributes(joinCompounds(tagged, text));
}

/** Adverbs of place that stand before nouns too. */
const BEFORE_NOUNS = /^(?:offshore|onshore|upstream|midstream|downstream|overseas|inland|underwater|nearshore)$/;

/** Corrects "offshore wind farms" and "upstream oil producers", which wink reads as an adverb and a verb. */
function withAttributes(words: TaggedWord[]): TaggedWord[] {
  const isAttribute = (i: number) =>
    words[i]?.pos === "ADV" &&
    BEFORE_NOUNS.test(words[i].lower) &&
    words[i + 1]?.pos === "VERB" &&
    /^(?:NOUN|PROPN)$/.test(words[i + 2]?.pos ?? "") &&
    baseForm(words[i + 1]?.lower ?? "", "noun") !== null;
  return words.map((word, i) => {
    if (isAttribute(i)) return { ...word, pos: "ADJ" };
    return isAttribute(i - 1) ? { ...word, pos: "NOUN" } : word;
  });
}

function joinCompounds(tagged: TaggedWord[], text: string): TaggedWord[] {
  const joined: TaggedWord[] = [];
  for (const word of tagged) {
    const last = joined.at(-1);
    const touches = last && last.end === word.start && /[\p{L}\p{N}-]$/u.test(last.text);
    const isHyphen = word.text === "-" && /^-[\p{L}\p{N}]/u.test(text.slice(word.start));
    // wink splits "3D" and "5G" in two.
    if (last && last.end === word.start && /^\d+$/.test(last.text) && /^\p{L}+$/u.test(word.text)) {
      joined[joined.length - 1] = {
        text: last.text + word.text,
        lower: last.lower + word.lower,
        pos: "ADJ",
        start: last.start,
        end: word.end,
      };
    } else if (last && touches && (isHyphen || last.text.endsWith("-"))) {
      joined[joined.length - 1] = {
        text: last.text + word.text,
        lower: last.lower + word.lower,
        // A compound has the part of speech of its last part, or is a modifier.
        pos: isHyphen ? "ADJ" : word.pos === "NOUN" || word.pos === "PROPN" ? word.pos : "ADJ",
        start: last.start,
        end: word.end,
      };
    } else joined.push(word);
  }
  return joined;
}
