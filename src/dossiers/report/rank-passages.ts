import { inverseDocumentFrequency, lengthNorm, termScore } from "#foundation/language/bm25";
import { contentStems, isContentWord, stem } from "#foundation/language/stem";
import { tokens } from "#foundation/language/tokenize";
import type { Passage } from "./material.ts";

export interface RankedPassage extends Passage {
  score: number;
}

export interface Ranking {
  /** The passages that match the question best, best first. */
  best: RankedPassage[];
  /** Words of the question, as written, that no passage has in any form. */
  unseen: string[];
}

export interface RankOptions {
  /** Stems to ignore, such as the subject's own name. */
  ignored: ReadonlySet<string>;
  limit: number;
  /** Maximum number of passages of one source. */
  perSource: number;
}

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
 * Ranks passages against a question by BM25, each passage being a document (Robertson and Zaragoza 2009, "The
 * probabilistic relevance framework", 3.4). Equal scores are ordered by source, then by text, so that the order is the
 * same in every run.
 */
export function rankPassages(question: string, passages: readonly Passage[], options: RankOptions): Ranking {
  const all = passages.map(read);
  const words = askedWords(question, options.ignored);
  const asked = [...words.keys()];
  const average = all.reduce((sum, { length }) => sum + length, 0) / Math.max(1, all.length);
  const holders = new Map(asked.map((term) => [term, all.filter(({ frequencies }) => frequencies.has(term)).length]));
  const weightOf = (terms: readonly string[]) => terms.reduce((sum, term) => sum + weight(term), 0);
  const weight = (term: string) => inverseDocumentFrequency(all.length, holders.get(term) ?? 0);
  // Words that no passage has are not required; they are reported separately.
  const seen = asked.filter((term) => (holders.get(term) ?? 0) > 0);
  const parts = question.split(SECOND_PART).flatMap((part) => {
    const terms = contentStems(part).filter((term) => seen.includes(term));
    return terms.length === 0 ? [] : [{ terms, total: weightOf(terms) }];
  });
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
    if (score > 0 && answersOne) ranked.push({ ...passage, score });
  }
  ranked.sort((a, b) => b.score - a.score || compare(a.source, b.source) || compare(a.text, b.text));
  const unseen = [...words].filter(([term]) => (holders.get(term) ?? 0) === 0).map(([, word]) => word);
  return { best: pickPassages(ranked, options), unseen };
}

/** Returns the content words of a question by their stems, each in its first spelling. */
function askedWords(question: string, ignored: ReadonlySet<string>): Map<string, string> {
  const words = new Map<string, string>();
  for (const { word } of tokens(question)) {
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
  const told = new Set<string>();
  for (const passage of ranked) {
    // Sentences with different numbers are no copies.
    const words = [...contentStems(passage.text), ...(passage.text.match(/\d+/g) ?? [])].join(" ");
    const ofSource = taken.get(passage.source) ?? 0;
    // Copies of a sentence are skipped.
    if (ofSource >= perSource || told.has(words)) continue;
    taken.set(passage.source, ofSource + 1);
    told.add(words);
    best.push(passage);
    if (best.length === limit) break;
  }
  return best;
}
