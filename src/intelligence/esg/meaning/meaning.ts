import { type EmbeddingsInProcess, embeddingsInProcess } from "#providers/embeddings/embeddings-in-process";
import { EmbeddingsError } from "#providers/embeddings/embeddings-provider";
import { missingForLocal, plainModelName } from "#providers/embeddings/local-embeddings";
import type { EsgMeaning } from "../lexicon/esg-lexicon.ts";
import trained from "./esg-meaning.json" with { type: "json" };

/** What `npm run quality -- train-esg` writes: a softmax over the labels and "none of them". */
export interface EsgWeights {
  /** The model whose vectors it was trained on. */
  model: string;
  dimensions: number;
  /** Names and definitions: a label that means something else has no weights. */
  labels: { name: string; definition: string }[];
  /** Little-endian 32-bit floats in base64: for each label, then for none, the weights and a bias. */
  weights: string;
}

/** Chosen on the training sentences, each classified by a model that had not seen it (docs/esg.md). */
const MEANT_FROM = 0.4;
/** A label of an operator's own, without weights: its definition is at least so near. docs/esg.md says how little that finds. */
const ALIKE_FROM = 0.5;

/** The probability of each of the classes. */
function probabilities(weights: Float32Array, vector: Float32Array): number[] {
  const width = vector.length + 1;
  const scores = Array.from({ length: weights.length / width }, (_, row) => {
    let sum = weights[row * width + vector.length] ?? 0;
    for (let d = 0; d < vector.length; d++) sum += (weights[row * width + d] ?? 0) * (vector[d] ?? 0);
    return sum;
  });
  const most = Math.max(...scores);
  const powers = scores.map((score) => Math.exp(score - most));
  const total = powers.reduce((sum, power) => sum + power, 0);
  return powers.map((power) => power / total);
}

function meaningBy(model: EmbeddingsInProcess): EsgMeaning {
  const bytes = Buffer.from(trained.weights, "base64");
  const weights = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
  const place = new Map(trained.labels.map(({ name, definition }, i) => [`${name}\n${definition}`, i]));
  const definitions = new Map<string, Float32Array>();
  return {
    stop: model.stop,
    async labelsOf(sentences, labels) {
      const strange = labels.filter(({ name, definition }) => !place.has(`${name}\n${definition}`));
      const unknown = strange.map(({ definition }) => definition).filter((one) => !definitions.has(one));
      const vectors = await model.embed([...unknown, ...sentences]);
      for (const [i, definition] of unknown.entries()) definitions.set(definition, vectors[i] as Float32Array);
      return vectors.slice(unknown.length).map((vector) => {
        const likely = probabilities(weights, vector);
        return labels.filter(({ name, definition }) => {
          const at = place.get(`${name}\n${definition}`);
          return at === undefined
            ? cosine(vector, definitions.get(definition)) >= ALIKE_FROM
            : (likely[at] ?? 0) >= MEANT_FROM;
        });
      });
    },
  };
}

const cosine = (a: Float32Array, b: Float32Array | undefined): number =>
  b === undefined ? 0 : a.reduce((sum, value, d) => sum + value * (b[d] ?? 0), 0);

/** Which model an operator chose. */
export interface MeaningSettings {
  kind: string;
  modelDir: string;
}

/** What nobody waits for is made at a low priority. */
const NICENESS = 10;

/**
 * The reader of meaning on the shipped sentence model, in a process of its own that ends when it is idle. Null where another model was
 * chosen, or where this one does not run: then the patterns alone read. A model that fails later leaves its sentences to the patterns, too.
 */
export function esgMeaning({ kind, modelDir }: MeaningSettings): EsgMeaning | null {
  if (kind !== "onnx" || missingForLocal(modelDir) !== null || plainModelName(modelDir) !== trained.model) return null;
  const meaning = meaningBy(embeddingsInProcess({ folder: modelDir, threads: 1, niceness: NICENESS, isPlain: true }));
  return {
    stop: meaning.stop,
    async labelsOf(sentences, labels) {
      try {
        return await meaning.labelsOf(sentences, labels);
      } catch (error) {
        if (!(error instanceof EmbeddingsError)) throw error;
        return sentences.map(() => []);
      }
    },
  };
}
