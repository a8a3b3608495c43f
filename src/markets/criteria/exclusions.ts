import type { TaggedWord } from "#foundation/language/wink";
import { isCompanyKind, OF_COMPANIES } from "./company-words.ts";
import type { Span } from "./spans.ts";

/** A clause that excludes something. */
export interface Exclusion {
  /** From the cue to the end of its object. */
  span: Span;
  /** The words after the cue. */
  object: Span;
}

/** Cues that always exclude. Longer cues come first. */
const STRONG = [
  "with the exception of",
  "do not include",
  "don't include",
  "do not list",
  "don't list",
  "do not want",
  "don't want",
  "do not need",
  "don't need",
  "do not show",
  "don't show",
  "not interested in",
  "not including",
  "except for",
  "other than",
  "apart from",
  "aside from",
  "leave out",
  "leaving out",
  "save for",
  "besides",
  "excluding",
  "excepting",
  "except",
  "exclude",
  "excludes",
  "ignoring",
  "ignore",
  "skip",
  "omit",
  "avoid",
  "minus",
  "barring",
  "nor",
].map((cue) => cue.split(" "));

/** Cues that exclude only in some grammatical positions. */
const WEAK = ["rather than", "instead of", "but not", "but no", "and not", "not", "no", "neither", "without"].map(
  (cue) => cue.split(" "),
);

/** Words after "not" or "no" that make no exclusion: "not only", "no more than", "no matter". */
const NOT_AFTER_NOT = new Set(
  "only just necessarily merely least too very for-profit more less later fewer matter doubt longer yet quite so".split(
    " ",
  ),
);
/** Words before "no" that make it describe the product: "with no moving parts". */
const HAVING = new Set(
  "with have has having contain contains containing of need needs needing require requires requiring use uses using involve involves at whether or produces produce emit emits leave leaves".split(
    " ",
  ),
);
const AUXILIARIES = new Set(
  "do does did don't doesn't can could will would should must may might cannot won't".split(" "),
);
const COPULAS = new Set("is are was were be been being aren't isn't".split(" "));
const RELATIVES = new Set("that which who whose where".split(" "));

/** Finds the clauses that exclude kinds of companies. It ignores negations that describe the product. */
export function findExclusions(words: TaggedWord[]): Exclusion[] {
  const found: Exclusion[] = [];
  for (let at = 0; at < words.length; at++) {
    const cue = cueAt(words, at);
    const unwanted = unwantedSubject(words, at);
    if (unwanted) {
      found.push(unwanted);
      at = words.findIndex(({ end }) => end === unwanted.span.end);
    } else if (cue && !isOfProduct(words, at, cue)) {
      const end = objectEnd(words, at + cue.length);
      if (end > at + cue.length) {
        found.push(exclusion(words, at, at + cue.length, end));
        at = end - 1;
      }
    } else {
      const trailing = trailingCue(words, at);
      const start = trailing === 0 ? at : backOverList(words, backToBreak(words, at), at);
      // "retail pharmacies excluded": the object precedes the cue.
      if (start < at) {
        const span = { start: words[start]?.start ?? 0, end: words[at + trailing - 1]?.end ?? 0 };
        found.push({ span, object: { start: span.start, end: words[at - 1]?.end ?? span.end } });
      }
    }
  }
  return found;
}

function exclusion(words: TaggedWord[], cue: number, from: number, end: number): Exclusion {
  const last = words[end - 1];
  // "that do", "which are", "I don't want": the words that carry the negation belong to the clause.
  let start = cue;
  while (
    start > 0 &&
    (AUXILIARIES.has(normal(words[start - 1])) ||
      COPULAS.has(normal(words[start - 1])) ||
      /^(?:i|we)$/.test(normal(words[start - 1])))
  )
    start--;
  if (start < cue && RELATIVES.has(normal(words[start - 1]))) start--;
  return {
    span: { start: words[start]?.start ?? 0, end: last?.end ?? 0 },
    object: { start: words[from]?.start ?? 0, end: last?.end ?? 0 },
  };
}

function cueAt(words: TaggedWord[], at: number): string[] | null {
  const matches = (cue: string[]): boolean => cue.every((part, i) => normal(words[at + i]) === part);
  return STRONG.find(matches) ?? WEAK.find(matches) ?? (negatedAuxiliary(words, at) ? ["n't"] : null);
}

/** wink splits "don't" into "do" and "n't". Both apostrophes are accepted. */
function normal(word: TaggedWord | undefined): string {
  return (word?.lower ?? "").replace("’", "'");
}

function negatedAuxiliary(words: TaggedWord[], at: number): boolean {
  return /^n't$/.test(normal(words[at])) || (normal(words[at]).endsWith("n't") && normal(words[at]).length > 3);
}

function isStrong(cue: string[]): boolean {
  return STRONG.includes(cue);
}

const OWNERS = new Set(["their", "its", "any"]);

/** Whether the negation describes the product instead of excluding companies. */
function isOfProduct(words: TaggedWord[], at: number, cue: string[]): boolean {
  // "Paints that contain neither lead nor cadmium".
  const neither = cue[0] === "nor" ? words.findLastIndex(({ lower }, i) => i < at && lower === "neither") : -1;
  if (neither >= 0) return isOfProduct(words, neither, ["neither"]);
  if (isStrong(cue)) return false;
  const next = words[at + cue.length];
  const before = words[at - 1];
  const first = cue.at(-1) ?? "";
  if (!next || next.pos === "PUNCT" || NOT_AFTER_NOT.has(next.lower)) return true;
  const head = headAfter(words, at + cue.length);
  const companies = head !== null && isCompanyKind(head);
  // "Without their own factories": products own nothing.
  if (first === "without") return !companies && !ownsWhatFollows(words, at + cue.length);
  if (first === "than" || first === "of") return !companies && before?.lower !== "," && verbSinceCompanies(words, at);
  if (cue[0] === "no" || cue[0] === "neither") return HAVING.has(before?.lower ?? "") || next.lower === "matter";
  const auxiliary = first === "n't" || AUXILIARIES.has(before?.lower ?? "") || COPULAS.has(before?.lower ?? "");
  if (auxiliary) return !describesCompanies(words, at);
  if (next.lower === "for" && words[at + cue.length + 1]?.lower === "profit") return true;
  return before?.lower === "or" || before?.lower === "whether";
}

/** "Own fabs", "their own shops": what companies have themselves. */
const ownsWhatFollows = (words: TaggedWord[], from: number): boolean =>
  words
    .slice(from, from + 2)
    .some(({ lower }, i) => lower === "own" && (i === 0 || OWNERS.has(words[from]?.lower ?? "")));

/** Returns the last noun of the noun phrase that begins here. */
function headAfter(words: TaggedWord[], from: number): string | null {
  let head: string | null = null;
  for (let i = from; i < words.length; i++) {
    const word = words[i];
    if (!word) break;
    if (word.pos === "NOUN" || word.pos === "PROPN") head = word.lower;
    else if (!(word.pos === "ADJ" || word.pos === "DET" || (word.pos === "VERB" && head === null))) break;
  }
  return head;
}

/** Whether a verb is between the last word for companies and the negation. The negation then belongs to the verb. */
function verbSinceCompanies(words: TaggedWord[], at: number): boolean {
  for (let i = at - 1; i >= 0; i--) {
    const word = words[i];
    if (!word || /^[.?!;]+$/.test(word.text)) return false;
    if (word.pos === "VERB") return true;
    if (word.pos === "NOUN" && isCompanyKind(word.lower)) return false;
  }
  return false;
}

/**
 * Whether the negation is about companies: "companies that do not …" and "I don't want …" are, "snacks that do not
 * contain …" is about the product.
 */
function describesCompanies(words: TaggedWord[], at: number): boolean {
  for (let i = at - 1; i >= 0; i--) {
    const word = words[i];
    if (!word || /^[.?!;]+$/.test(word.text)) return true;
    if (["i", "we", "they", "it"].includes(word.lower)) return true;
    if (RELATIVES.has(word.lower)) {
      const antecedent = words[i - 1];
      // "for patients who cannot swallow": they are the customers.
      if (words[i - 2]?.lower === "for") return false;
      if (!antecedent || antecedent.pos === "PUNCT" || isCompanyKind(antecedent.lower)) return true;
      return isInPlace(words, i - 1);
    }
  }
  return true;
}

/** "makers of shoes in Italy that do not …": companies are in places, not their products. */
function isInPlace(words: TaggedWord[], at: number): boolean {
  const before = words.findLast((word, i) => i < at && !/^(?:PROPN|CCONJ|DET|PUNCT)$/.test(word.pos));
  return words[at]?.pos === "PROPN" && before?.pos === "ADP";
}

/**
 * Returns the index after the last word of the cue's object. The object ends at the end of the sentence, at a bracket,
 * or at a comma that begins something else.
 */
function objectEnd(words: TaggedWord[], from: number): number {
  let end = from;
  for (let i = from; i < words.length; i++) {
    const word = words[i];
    if (!word || /^[.?!;:()–—]+$/.test(word.text) || word.text === "-") break;
    // "Neither retailers nor agents are of interest": the object ends before its verb.
    if (i > from && COPULAS.has(word.lower) && words[i - 1]?.pos === "NOUN") break;
    // "except Mexico, not freelancers": the second cue begins another clause.
    if (i > from && cueAt(words, i) !== null) break;
    // "do not test on animals and make cosmetics": the second verb is not negated.
    // "companies that manufacture and distribute pumps": both verbs belong to the excluded companies.
    const isPair = words[i - 1]?.pos === "VERB" && i - 1 > from && RELATIVES.has(words[i - 2]?.lower ?? "");
    if (
      !isPair &&
      word.pos === "CCONJ" &&
      words[i + 1]?.pos === "VERB" &&
      !/(?:ed|ing)$/.test(words[i + 1]?.lower ?? "")
    )
      break;
    if (word.lower === "but" || (word.text === "," && !continuesList(words, i))) break;
    end = i + 1;
  }
  while (end > from && /^(?:,|and|or|please|thanks|but)$/.test(words[end - 1]?.lower ?? "")) end--;
  return end;
}

/**
 * Whether a comma precedes another noun phrase of the list. It may also begin another condition ("for hospitals", "in
 * Spain", "based in …", "that …").
 */
function continuesList(words: TaggedWord[], comma: number): boolean {
  const next = words[comma + 1];
  if (!next) return false;
  if (
    /^(?:please|thanks|thank|but|ideally|preferably|only|based|located|in|for|from|within|across|around|near|with|that|which|who|all|to|at|on)$/.test(
      next.lower,
    )
  )
    return false;
  // "not shops, family-owned": size and ownership are not a kind of company.
  const after = words[comma + 2];
  if (OF_COMPANIES.has(next.lower) && (after === undefined || after.pos === "PUNCT")) return false;
  return next.pos !== "ADP" && next.pos !== "PRON" && next.pos !== "PUNCT";
}

/** "Utilities do not count". */
const NOT_COUNTING = /^(?:counts?|matter|qualify|apply|belong|fit)$/;

/** Finds an exclusion before its verb: "Universities are not of interest to us". */
function unwantedSubject(words: TaggedWord[], at: number): Exclusion | null {
  const predicate = unwantedPredicate(words, at);
  if (predicate === null) return null;
  const { verb, last, isWhole } = predicate;
  const start = isWhole
    ? words.findLastIndex(({ text }, i) => i < verb && /^[.?!;:]+$/.test(text)) + 1
    : backToBreak(words, verb);
  if (start >= verb) return null;
  const span = { start: words[start]?.start ?? 0, end: words[last]?.end ?? 0 };
  return { span, object: { start: span.start, end: words[verb - 1]?.end ?? span.end } };
}

/**
 * Returns the positions of the verb and of the last word of "do not count" or "are not of interest to us". Also tells
 * whether all of the sentence before it is the subject.
 */
function unwantedPredicate(words: TaggedWord[], at: number): { verb: number; last: number; isWhole?: true } | null {
  if (!/^(?:not|n't|no)$/.test(normal(words[at]))) return null;
  if (/^(?:do|does|did)$/.test(normal(words[at - 1])) && NOT_COUNTING.test(normal(words[at + 1])))
    return { verb: at - 1, last: at + 1 };
  // "… should not be included", "… must not be on the list"
  if (/^(?:should|must|need|may|shall)$/.test(normal(words[at - 1])) && normal(words[at + 1]) === "be") {
    const end = words.findIndex(({ text }, i) => i > at && /^[.?!;:,]+$/.test(text));
    const last = (end < 0 ? words.length : end) - 1;
    return words.slice(at + 2, last + 1).some((word) => LISTED.test(normal(word)))
      ? { verb: at - 1, last, isWhole: true }
      : null;
  }
  // "… are of no interest": the copula precedes the preposition.
  const copula = /^(?:of|in)$/.test(normal(words[at - 1])) ? at - 2 : at - 1;
  if (!COPULAS.has(normal(words[copula]))) return null;
  const rest = words.slice(at + 1, at + 4).map(normal);
  const said = /^(?:of|to|the|our|a|in)$/.test(rest[0] ?? "") ? rest.slice(1) : rest;
  // "… are not what I'm after", "not what we are looking for".
  const isSought = rest[0] === "what" && /^(?:i|we)\b/.test(rest[1] ?? "");
  if (!isSought && !said.slice(0, 2).some((word) => UNWANTED.test(word))) return null;
  let last = at;
  while (last + 1 < words.length && !/^(?:[.?!;:]+|,)$/.test(words[last + 1]?.text ?? "")) last++;
  return { verb: copula, last };
}

const LISTED = /^(?:included|listed|list|shown|part|considered|there)$/;
const UNWANTED =
  /^(?:focus|priority|target|scope|concern|use|interest|interesting|relevant|relevance|wanted|needed|required|included|welcome|useful)$/;

/** Returns the number of words of a cue that follows what it excludes; 0 where there is none. */
function trailingCue(words: TaggedWord[], at: number): number {
  const word = words[at]?.lower ?? "";
  const next = words[at + 1]?.lower ?? "";
  const isEnd = (length: number) => {
    const one = words[at + length];
    return !one || one.pos === "PUNCT" || /^(?:because|since|as|though)$/.test(one.lower) ? length : 0;
  };
  if (word === "left" && next === "out") return isEnd(2);
  // "Device makers are out", "glass containers are out of scope"
  if (word === "out" && COPULAS.has(words[at - 1]?.lower ?? ""))
    return next === "of" && /^(?:scope|question|bounds)$/.test(words[at + 2]?.lower ?? "") ? isEnd(3) : isEnd(1);
  return /^(?:excluded|excepted|exempted|omitted|avoided|unwanted)$/.test(word) ? isEnd(1) : 0;
}

/**
 * Continues to the first item of a list: "Device makers, drug companies and property trusts are out". Without "and",
 * what precedes the comma is wanted: "Shirt makers, retailers excluded".
 */
function backOverList(words: TaggedWord[], from: number, end: number): number {
  let start = from;
  if (!words.slice(from, end).some(({ pos }) => pos === "CCONJ")) return start;
  while (words[start - 1]?.text === ",") {
    const before = backToBreak(words, start - 1);
    const item = words.slice(before, start - 1);
    if (item.length === 0 || item.some(({ pos }) => /^(?:VERB|AUX|ADP|PRON|SCONJ)$/.test(pos))) break;
    start = before;
  }
  return start;
}

function backToBreak(words: TaggedWord[], at: number): number {
  let start = at;
  while (start > 0 && words[start - 1]?.pos !== "PUNCT" && !/^(?:but|with)$/.test(words[start - 1]?.lower ?? ""))
    start--;
  return start;
}
