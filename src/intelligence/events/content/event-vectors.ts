import type { Config } from "#foundation/config/config";
import { isContentWord, stem } from "#foundation/language/stem";
import { tokens } from "#foundation/language/tokenize";
import { synsetsOf } from "#foundation/language/wordnet";
import { createEmbeddings } from "#providers/embeddings/create-embeddings";
import { type EmbeddingsProvider, normalize } from "#providers/embeddings/embeddings-provider";
import type { Pay } from "#providers/provider-call";

/** Makes vectors of the texts of events. */
export interface EventVectoriser {
  /** Model, dimensions and version. Vectors with different names are never compared. */
  readonly name: string;
  /**
   * Returns one vector for each text, in order, of length 1; zero for a text without words.
   * @throws EmbeddingsError, ProviderError, CostCapReachedError of a configured model
   */
  vectorise(texts: readonly string[]): Promise<{ model: string; vectors: number[][] }>;
}

const DIMENSIONS = 256;
const MODEL = `wordnet-projection-${DIMENSIONS}-v1`;
/**
 * Non-zero entries of a feature's direction. Few are enough: Li, Hastie and Church 2006, "Very sparse random
 * projections".
 */
const NON_ZERO = 8;
/** A word counts in full, its first WordNet meaning by a half, and the hypernyms of that meaning by a quarter. */
const MEANING = 0.5;
const KIND = 0.25;
/** Number of texts in one call of a sentence model. */
const BATCH = 64;
/** Five digits are more than such vectors can distinguish, and take a third of the bytes. */
const PRECISION = 1e5;
const CACHE_LIMIT = 50_000;

/**
 * Creates the configured vectoriser: a sentence model, an endpoint, or else one that needs no model. The latter sums
 * fixed random directions for words, for their first WordNet meanings, and for the hypernyms of those. Such sums keep
 * the cosines of the counted features up to a small error (Achlioptas 2003, "Database-friendly random projections").
 * The method is deterministic, needs no training and knows that a quake is an earthquake. It does not know which words
 * occur together in the news.
 * @throws EmbeddingsError where the configured model cannot be loaded
 */
export async function createEventVectoriser(settings: Config["embeddings"], pay: Pay): Promise<EventVectoriser> {
  const model = await createEmbeddings(settings);
  return model === null ? projectionVectoriser() : modelVectoriser(model, pay);
}

/** Creates the vectoriser that ships with the product. */
export function projectionVectoriser(): EventVectoriser {
  return {
    name: MODEL,
    vectorise: (texts) => Promise.resolve({ model: MODEL, vectors: texts.map(project) }),
  };
}

function modelVectoriser(model: EmbeddingsProvider, pay: Pay): EventVectoriser {
  return {
    name: model.name,
    async vectorise(texts) {
      const vectors: number[][] = [];
      for (let from = 0; from < texts.length; from += BATCH)
        for (const vector of await model.embed(texts.slice(from, from + BATCH), pay)) vectors.push(shortened(vector));
      return { model: model.name, vectors };
    },
  };
}

const shortened = (vector: Float32Array): number[] =>
  Array.from(vector, (value) => Math.round(value * PRECISION) / PRECISION);

function project(text: string): number[] {
  const counts = new Map<string, number>();
  for (const { word } of tokens(text)) {
    if (!isContentWord(word)) continue;
    const lower = word.toLowerCase();
    counts.set(lower, (counts.get(lower) ?? 0) + 1);
  }
  const sum = new Float32Array(DIMENSIONS);
  // The logarithm keeps a frequent word from outweighing the others.
  for (const [word, count] of counts)
    for (const [feature, weight] of featuresOf(word)) add(sum, feature, weight * (1 + Math.log(count)));
  return shortened(normalize(sum));
}

const features = new Map<string, [feature: string, weight: number][]>();

function featuresOf(word: string): [string, number][] {
  let found = features.get(word);
  if (found === undefined) {
    if (features.size >= CACHE_LIMIT) features.clear();
    found = [[`word ${stem(word)}`, 1]];
    const [meaning] = [...synsetsOf(word, "noun", 1), ...synsetsOf(word, "verb", 1)];
    if (meaning) {
      found.push([`${meaning.pos} ${meaning.offset}`, MEANING]);
      for (const { symbol, pos, offset } of meaning.pointers)
        if (symbol === "@") found.push([`${pos} ${offset}`, KIND]);
    }
    features.set(word, found);
  }
  return found;
}

/** Adds a feature's direction: places and signs drawn from its name (FNV-1a, then Marsaglia's xorshift32). */
function add(sum: Float32Array, feature: string, weight: number): void {
  let state = 0x811c9dc5;
  for (let i = 0; i < feature.length; i++) state = Math.imul(state ^ feature.charCodeAt(i), 0x01000193);
  if (state === 0) state = 1;
  for (let drawn = 0; drawn < NON_ZERO; drawn++) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    const place = (state >>> 8) % DIMENSIONS;
    sum[place] = (sum[place] as number) + ((state & 1) === 0 ? weight : -weight);
  }
}
