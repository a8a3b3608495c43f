import { type EmbeddingsInProcess, embeddingsInProcess } from "#providers/embeddings/embeddings-in-process";
import { EmbeddingsError } from "#providers/embeddings/embeddings-provider";
import { missingForLocal, plainModelName } from "#providers/embeddings/local-embeddings";

/** What `bench/quality/train-classifier.ts` writes: a softmax over the labels and "none of them" on vectors of sentences. */
export interface ClassifierWeights {
  /** The model whose vectors it was trained on. */
  model: string;
  dimensions: number;
  /** Names and definitions: a label that means something else has no weights. */
  labels: NamedLabel[];
  /** Little-endian 32-bit floats in base64: for each label, then for none, the weights and a bias. */
  weights: string;
}

export interface NamedLabel {
  name: string;
  definition: string;
}

/** From where on a label counts, 0 to 1. */
export interface ClassifierLevels {
  /** The least probability of a label with weights. */
  probable: number;
  /** The least cosine of the sentence with the definition of a label without weights. */
  alike: number;
  /** A label with weights and a smaller probability is not what the sentence is about. */
  unlikely: number;
}

/** A label of a sentence, with its probability; without weights, with the cosine to its definition. */
export interface LikelyLabel<Label> {
  label: Label;
  likelihood: number;
}

/** What the meaning of a sentence says of labels. */
export interface SentenceLabels<Label> {
  likely: LikelyLabel<Label>[];
  unlikely: Label[];
}

/** Reads labels of sentences by their meaning. */
export interface SentenceClassifier {
  /** The labels of each sentence, in the order of the sentences; none where the model cannot answer. */
  labelsOf<Label extends NamedLabel>(
    sentences: readonly string[],
    labels: readonly Label[],
  ): Promise<SentenceLabels<Label>[]>;
  /** Ends the model's process; it also ends by itself when it is idle. */
  stop(): void;
}

/** Which model an operator chose. */
export interface MeaningSettings {
  kind: string;
  modelDir: string;
}

/** What nobody waits for is made at a low priority. */
const NICENESS = 10;
/** Sentences in one request of the model: a second or two. */
const BATCH = 256;

/** One process serves all classifiers of a folder's model. */
const models = new Map<string, EmbeddingsInProcess>();

function modelOf(folder: string): EmbeddingsInProcess {
  const known = models.get(folder);
  if (known !== undefined) return known;
  const model = embeddingsInProcess({ folder, threads: 1, niceness: NICENESS, isPlain: true });
  models.set(folder, model);
  return model;
}

/**
 * A classifier on the shipped sentence model, in a process of its own that ends when it is idle. Null where another model
 * was chosen, or where this one does not run. Where it fails later, sentences have no labels.
 */
export function sentenceClassifier(
  { kind, modelDir }: MeaningSettings,
  trained: ClassifierWeights,
  levels: ClassifierLevels,
): SentenceClassifier | null {
  if (kind !== "onnx" || missingForLocal(modelDir) !== null || plainModelName(modelDir) !== trained.model) return null;
  const model = modelOf(modelDir);
  const weights = weightsOf(trained);
  const place = new Map(trained.labels.map((label, i) => [keyOf(label), i]));
  const definitions = new Map<string, Float32Array>();

  async function embed(sentences: readonly string[]): Promise<Float32Array[]> {
    const vectors: Float32Array[] = [];
    for (let from = 0; from < sentences.length; from += BATCH)
      vectors.push(...(await model.embed(sentences.slice(from, from + BATCH))));
    return vectors;
  }

  async function classify<Label extends NamedLabel>(sentences: readonly string[], labels: readonly Label[]) {
    const unknown = labels
      .filter((label) => !place.has(keyOf(label)))
      .map(({ definition }) => definition)
      .filter((one) => !definitions.has(one));
    const vectors = await embed([...unknown, ...sentences]);
    for (const [i, definition] of unknown.entries()) definitions.set(definition, vectors[i] as Float32Array);
    return vectors.slice(unknown.length).map((vector) => {
      const likely = probabilities(weights, vector);
      const read: SentenceLabels<Label> = { likely: [], unlikely: [] };
      for (const label of labels) {
        const at = place.get(keyOf(label));
        const likelihood = at === undefined ? cosine(vector, definitions.get(label.definition)) : (likely[at] ?? 0);
        if (likelihood >= (at === undefined ? levels.alike : levels.probable)) read.likely.push({ label, likelihood });
        else if (at !== undefined && likelihood < levels.unlikely) read.unlikely.push(label);
      }
      return read;
    });
  }

  return {
    stop: model.stop,
    async labelsOf(sentences, labels) {
      if (sentences.length === 0) return [];
      try {
        return await classify(sentences, labels);
      } catch (error) {
        if (!(error instanceof EmbeddingsError)) throw error;
        return sentences.map(() => ({ likely: [], unlikely: [] }));
      }
    },
  };
}

const keyOf = ({ name, definition }: NamedLabel) => `${name}\n${definition}`;

function weightsOf({ weights }: ClassifierWeights): Float32Array {
  const bytes = Buffer.from(weights, "base64");
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
}

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

const cosine = (a: Float32Array, b: Float32Array | undefined): number =>
  b === undefined ? 0 : a.reduce((sum, value, d) => sum + value * (b[d] ?? 0), 0);
