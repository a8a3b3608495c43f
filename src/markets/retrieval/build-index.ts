import { embeddingText } from "#companies/analysis/embedding-text";
import type { IndexedCompany } from "#companies/directory-company";
import { type TrainingOptions, trainWordVectors } from "#foundation/language/word-vectors";
import { type EmbeddingsProvider, lengthOf } from "#providers/embeddings/embeddings-provider";
import type { Pay } from "#providers/provider-call";
import type { IndexParts } from "./directory-index.ts";
import { SifVectors } from "./sif-vectors.ts";
import { TextCollector } from "./text-collector.ts";

/**
 * Minimum number of words for the training of word vectors. With fewer, most words occur in too few contexts, and their
 * neighbours are accidental. It corresponds to about a thousand companies with labels, or two hundred with a few
 * sentences (docs/decisions/word-vectors.md).
 */
export const MIN_TRAINING_WORDS = 10_000;

export interface BuildOptions {
  /** A sentence model and the payer. Without one, search uses full text and word vectors only. */
  sentences?: { model: EmbeddingsProvider; pay: Pay };
  training?: TrainingOptions;
  /** `fraction` from 0 to 1 within each step. */
  onProgress?: (step: "texts" | "word vectors" | "sentence vectors", fraction: number) => void;
}

/**
 * Builds the index of a directory: one pass over the companies, then word vectors of their texts. With a sentence
 * model, each company also gets a sentence vector.
 * @throws EmbeddingsError, ProviderError, CostCapReachedError when the sentence model returns no vectors
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
      // The first batch can be of stored vectors of an older length. The build then fails here, and the next build
      // starts with the model's present length.
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
