import { createRequire } from "node:module";
import { isStopWord } from "./stop-words.ts";
import { foldCase, tokens } from "./tokenize.ts";

const porter2 = createRequire(import.meta.url)("wink-porter2-stemmer") as (word: string) => string;

/**
 * Rules that turn British spellings into American ones, so that both have one stem. At least three letters must precede
 * the ending.
 */
const SPELLINGS: [pattern: RegExp, replacement: string][] = [
  [/^(\w{3,})our(s|ed|ing|able|ful|ist|ists|er|ers|ite|ites)?$/, "$1or$2"],
  [/^(\w{3,})is(e|es|ed|ing|er|ers|ation|ations)$/, "$1iz$2"],
  [/^(\w{3,})ys(e|es|ed|ing|er|ers)$/, "$1yz$2"],
  [/^(cent|theat|fib|lit|met|spect|lust|calib|sab|somb|meag)re(s|d)?$/, "$1er$2"],
  [/^(cance|channe|counse|ename|fue|jewe|labe|leve|mode|pane|penci|signa|tota|trave|tunne)ll(ed|ing|er|ers)$/, "$1l$2"],
];

/** Words with two spellings that no rule covers. */
const VARIANTS: Record<string, string> = {
  aluminium: "aluminum",
  tyre: "tire",
  tyres: "tires",
  jewellery: "jewelry",
  plough: "plow",
  ploughs: "plows",
  mould: "mold",
  moulds: "molds",
  moulding: "molding",
  moulded: "molded",
  catalogue: "catalog",
  aeroplane: "airplane",
  aeroplanes: "airplanes",
  programme: "program",
  programmes: "programs",
  sulphur: "sulfur",
  grey: "gray",
  defence: "defense",
  licence: "license",
  cheque: "check",
  cheques: "checks",
  kerb: "curb",
  paediatric: "pediatric",
  orthopaedic: "orthopedic",
  anaesthesia: "anesthesia",
  haematology: "hematology",
  oestrogen: "estrogen",
  fulfil: "fulfill",
  fulfilment: "fulfillment",
  cosy: "cozy",
  yoghurt: "yogurt",
  whisky: "whiskey",
  draught: "draft",
  foetal: "fetal",
  manoeuvre: "maneuver",
  tonne: "ton",
  tonnes: "tons",
};

const CACHE_LIMIT = 400_000;
/**
 * Longest word, in characters: longer runs of letters are no words, and the stemmer takes time quadratic in the length.
 */
const LONGEST_WORD = 60;
const cache = new Map<string, string>();
const contentCache = new Map<string, string | null>();

/**
 * Returns the stem of a word by Porter's second algorithm (snowballstem.org), after case folding and conversion to
 * American spelling. Words of digits stay as they are; words of more than 60 characters are only folded.
 */
export function stem(word: string): string {
  if (word.length > LONGEST_WORD) return foldCase(word);
  let known = cache.get(word);
  if (known === undefined) {
    if (cache.size >= CACHE_LIMIT) cache.clear();
    known = porter2(oneSpelling(foldCase(word)));
    cache.set(word, known);
  }
  return known;
}

/** Returns the American spelling of a word in lower case. */
export function oneSpelling(word: string): string {
  // Own keys only: "constructor" is a word too.
  const variant = Object.hasOwn(VARIANTS, word) ? VARIANTS[word] : undefined;
  if (variant) return variant;
  if (word.length < 6) return word;
  for (const [pattern, replacement] of SPELLINGS) if (pattern.test(word)) return word.replace(pattern, replacement);
  return word;
}

/** Whether a word may carry a topic: no function word, bare number or single letter. */
export function isContentWord(word: string): boolean {
  return word.length > 1 && !/^\d+$/.test(word) && !isStopWord(foldCase(word));
}

/** Returns the stem of a word that may carry a topic; null for any other. Caches both answers together, because words recur. */
export function contentStem(word: string): string | null {
  let known = contentCache.get(word);
  if (known === undefined) {
    if (contentCache.size >= CACHE_LIMIT) contentCache.clear();
    known = isContentWord(word) ? stem(word) : null;
    if (word.length <= LONGEST_WORD) contentCache.set(word, known);
  }
  return known;
}

/** Returns the stems of a text's content words in order, with repetitions. */
export function contentStems(text: string): string[] {
  const stems: string[] = [];
  for (const { word } of tokens(text)) {
    const one = contentStem(word);
    if (one !== null) stems.push(one);
  }
  return stems;
}
