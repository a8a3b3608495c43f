import { embeddingText } from "#companies/analysis/embedding-text";
import type { IndexedCompany } from "#companies/directory-company";
import { type TrainingOptions, trainWordVectors } from "#foundation/language/word-vectors";
import { type EmbeddingsProvider, lengthOf } from "#providers/embeddings/embeddings-provider";
import type { Pay } from "#providers/provider-call";
import type { IndexParts } from "./directory-index.ts";
import { SifVectors } from "./sif-vectors.ts";
import { TextCollector } from "./text-collector.ts";

/**
 * Words below which word vectors are not trained: with less, most words are seen in too few contexts and neighbours are
 * accidents. About a thousand companies of labels, or two hundred of a few sentences (docs/decisions/word-vectors.md).
 */
export const MIN_TRAINING_WORDS = 10_000;

export interface BuildOptions {
  /** A sentence model and who pays for it; without one, full text and word vectors have to do. */
  sentences?: { model: EmbeddingsProvider; pay: Pay };
  training?: TrainingOptions;
  /** `fraction` from 0 to 1 within each step. */
  onProgress?: (step: "texts" | "word vectors" | "sentence vectors", fraction: number) => void;
}

/**
 * Builds the index of a directory: one pass over the companies, then word vectors of their texts. With a sentence
 * model, each company also gets a vector.
 * @throws EmbeddingsError, ProviderError, CostCapReachedError when the sentence model gives no vectors.
 */
export async function buildIndexParts(
  companies: Iterable<IndexedCompany> | AsyncIterable<IndexedCompany>,
  options: BuildOptions = {},
): Promise<IndexParts> {
  const collector = new TextCollector();
  const texts: string[] = [];
  for await (const company of companies) {
    const text = embeddingText(company);
    collector.add(company, text);
    if (options.sentences) texts.push(text);
  }
  options.onProgress?.("texts", 1);
  const parts = collector.parts();
  if (collector.runningLength < MIN_TRAINING_WORDS) {
    parts.notes.push(
      `No word vectors: the directory has ${collector.runningLength} words of text, ${MIN_TRAINING_WORDS} are needed to train them.`,
    );
  } else {
    const words = await trainWordVectors(collector.corpus(), {
      onProgress: (fraction) => options.onProgress?.("word vectors", fraction),
      ...options.training,
    });
    parts.sif = SifVectors.of(words, parts.counts, parts.documents);
  }
  if (options.sentences) {
    const { model, pay } = options.sentences;
    let dimensions = 0;
    let documents = new Float32Array(0);
    for (let at = 0; at < texts.length; at += 1024) {
      const vectors = await model.embed(texts.slice(at, at + 1024), pay);
      if (at === 0) {
        dimensions = lengthOf(model.name, vectors);
        documents = new Float32Array(texts.length * dimensions);
      }
      // Kept vectors come first at times, and the model has another length meanwhile: the next build begins with that.
      lengthOf(model.name, vectors, dimensions);
      vectors.forEach((vector, i) => {
        documents.set(vector, (at + i) * dimensions);
      });
      options.onProgress?.("sentence vectors", Math.min(1, (at + 1024) / texts.length));
    }
    parts.sentences = { name: model.name, dimensions, documents };
  }
  return parts;
}
