import { inverseDocumentFrequency, lengthNorm, termScore } from "#foundation/language/bm25";
import { contentStems, isContentWord, stem } from "#foundation/language/stem";
import { tokens } from "#foundation/language/tokenize";
import type { Passage } from "./material.ts";
import { formsOf, mattersTold } from "./word-forms.ts";

export interface RankedPassage extends Passage {
  score: number;
}

export interface Ranking {
  /** The passages that match the question best, best first. */
  best: RankedPassage[];
  /** Words of the question, as written, that no passage has in any form or by a word of their family. */
  unseen: string[];
}

export interface RankOptions {
  /** Stems to ignore, such as the subject's own name, unless the question has no other words. */
  ignored: ReadonlySet<string>;
  /** Stems to ignore where several sources have them: in a market of banks, "banks" tells none from another. */
  usual: ReadonlySet<string>;
  limit: number;
  /** Maximum number of passages of one source. */
  perSource: number;
}

/** Number of sources from which a usual word tells none from another. */
const MANY_SOURCES = 3;
/** Two words in questions and one in labels; "over" alone is a stop word. */
const TAKE_OVER = /\b(?:take|takes|took|taken|taking)\s+over\b/gi;
/** Minimum share of the weight (idf) of one of the question's parts that a passage needs to be shown. */
const MIN_SHARE = 0.34;
/** Matches where a question asks for a second thing: "how large is it, and what are its problems?" */
const SECOND_PART =
  /[;?.!\n]|,?\s+and\s+(?=(?:of\s+)?(?:what|which|who|whom|whose|how|when|where|why|does|do|did|is|are|was|were|has|have|can)\b)/i;

interface ReadPassage {
  passage: Passage;
  length: number;
  frequencies: Map<string, number>;
}

function read(passage: Passage): ReadPassage {
  const stems = contentStems(`${passage.text} ${passage.askedAs ?? ""}`);
  const frequencies = new Map<string, number>();
  for (const term of stems) frequencies.set(term, (frequencies.get(term) ?? 0) + 1);
  return { passage, length: stems.length, frequencies };
}

/**
 * Returns how often a passage has each word of the question, in any form. A passage that has the word itself is not
 * counted for other members of the family.
 */
function asAsked(passage: ReadPassage, asked: ReadonlyMap<string, ReadonlySet<string>>): ReadPassage {
  const frequencies = new Map<string, number>();
  for (const [term, forms] of asked) {
    const own = passage.frequencies.get(term);
    const found = own ?? Math.max(0, ...[...forms].map((form) => passage.frequencies.get(form) ?? 0));
    if (found > 0) frequencies.set(term, found);
  }
  return { ...passage, frequencies };
}

/**
 * Ranks passages against a question by BM25, each passage being a document (Robertson and Zaragoza 2009, "The
 * probabilistic relevance framework", 3.4). Equal scores are ordered by source, then by text, so that the order is the
 * same in every run.
 */
export function rankPassages(question: string, passages: readonly Passage[], options: RankOptions): Ranking {
  const others = askedWords(question, new Set([...options.ignored, ...usualStems(passages, options.usual)]));
  const words = others.size > 0 ? others : askedWords(question, new Set());
  const asked = [...words.keys()];
  const forms = new Map([...words].map(([term, word]) => [term, formsOf(word)]));
  const all = passages.map((passage) => asAsked(read(passage), forms));
  const average = all.reduce((sum, { length }) => sum + length, 0) / Math.max(1, all.length);
  const holders = new Map(asked.map((term) => [term, all.filter(({ frequencies }) => frequencies.has(term)).length]));
  const weightOf = (terms: readonly string[]) => terms.reduce((sum, term) => sum + weight(term), 0);
  const weight = (term: string) => inverseDocumentFrequency(all.length, holders.get(term) ?? 0);
  // Words that no passage has are not required; they are reported separately.
  const seen = asked.filter((term) => (holders.get(term) ?? 0) > 0);
  const parts = question
    .replace(TAKE_OVER, "takeover")
    .split(SECOND_PART)
    .flatMap((part) => {
      const terms = contentStems(part).filter((term) => seen.includes(term));
      return terms.length === 0 ? [] : [{ terms, total: weightOf(terms) }];
    });
  const matters = mattersTold(question);
  const isOfMatter = ({ text, askedAs }: Passage) => matters.some(({ told }) => told.test(`${text} ${askedAs ?? ""}`));
  // A question for layoffs alone is not answered by what else the subject does.
  const onlyMatter = parts.length === 1 && passages.some(isOfMatter);
  const ranked: RankedPassage[] = [];
  for (const { passage, length, frequencies } of all) {
    const norm = lengthNorm(length, Math.max(1, average));
    let score = 0;
    for (const term of seen) {
      const frequency = frequencies.get(term) ?? 0;
      if (frequency === 0) continue;
      score += termScore(weight(term), frequency, norm);
    }
    const answersOne = parts.some(
      ({ terms, total }) => weightOf(terms.filter((term) => frequencies.has(term))) >= MIN_SHARE * total,
    );
    const ofMatter = isOfMatter(passage);
    if (score > 0 && (ofMatter || (answersOne && !onlyMatter))) ranked.push({ ...passage, score });
  }
  ranked.sort(
    (a, b) =>
      Number(isOfMatter(b)) - Number(isOfMatter(a)) ||
      b.score - a.score ||
      compare(a.source, b.source) ||
      compare(a.text, b.text),
  );
  const unseen = [...words].filter(([term]) => (holders.get(term) ?? 0) === 0).map(([, word]) => word);
  return { best: pickPassages(ranked, options), unseen };
}

function usualStems(passages: readonly Passage[], usual: ReadonlySet<string>): string[] {
  const sources = new Map<string, Set<string>>([...usual].map((term) => [term, new Set()]));
  if (usual.size > 0)
    for (const { text, source } of passages) for (const term of contentStems(text)) sources.get(term)?.add(source);
  return [...sources].filter(([, having]) => having.size >= MANY_SOURCES).map(([term]) => term);
}

/** Returns the content words of a question by their stems, each in its first spelling. */
function askedWords(question: string, ignored: ReadonlySet<string>): Map<string, string> {
  const words = new Map<string, string>();
  for (const { word } of tokens(question.replace(TAKE_OVER, "takeover"))) {
    const term = stem(word);
    if (isContentWord(word) && !ignored.has(term) && !words.has(term)) words.set(term, word);
  }
  return words;
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Returns the first of these passages, without copies: at most `limit`, and at most `perSource` of each source. */
export function pickPassages<T extends Passage>(
  ranked: readonly T[],
  { limit, perSource }: Pick<RankOptions, "limit" | "perSource">,
): T[] {
  const best: T[] = [];
  const taken = new Map<string, number>();
  const told: ReadonlySet<string>[] = [];
  for (const passage of ranked) {
    // Sentences with different numbers are no copies.
    const text = toldBy(passage);
    const words = new Set([...contentStems(text), ...(text.match(/\d+/g) ?? [])]);
    const ofSource = taken.get(passage.source) ?? 0;
    // Skips copies, and a passage that only repeats another one, with or without a few words around it.
    if (ofSource >= perSource || told.some((other) => isWithin(words, other) || isWithin(other, words))) continue;
    taken.set(passage.source, ofSource + 1);
    told.push(words);
    best.push(passage);
    if (best.length === limit) break;
  }
  return best;
}

/** Matches a fact that quotes a headline, with what was made of it in brackets. */
const OF_HEADLINE = /^(?:\d{4}-\d\d-\d\d[,:] )?(?:[^“”]{1,120}: )?“([^”]+)” \(/u;

/** Returns what a passage tells: an event and an ESG item of one headline tell the headline. */
const toldBy = ({ text, isFact }: Passage): string =>
  (isFact === true ? OF_HEADLINE.exec(text)?.[1] : undefined) ?? text;

const isWithin = (words: ReadonlySet<string>, others: ReadonlySet<string>): boolean =>
  words.size <= others.size && [...words].every((word) => others.has(word));
