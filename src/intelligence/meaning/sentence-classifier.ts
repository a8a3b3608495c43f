import { type EmbeddingsInProcess, embeddingsInProcess } from "#providers/embeddings/embeddings-in-process";
import { EmbeddingsError } from "#providers/embeddings/embeddings-provider";
import { missingForLocal, plainModelName } from "#providers/embeddings/local-embeddings";

/**
 * The output of `bench/quality/train-classifier.ts`: a softmax over the labels and "none of them", on vectors of
 * sentences.
 */
export interface ClassifierWeights {
  /** The model whose vectors were used in training. */
  model: string;
  dimensions: number;
  /** Names and definitions. A label with another definition has no weights. */
  labels: NamedLabel[];
  /** Little-endian 32-bit floats in base64: the weights and a bias of each label, then of "none of them". */
  weights: string;
}

export interface NamedLabel {
  name: string;
  definition: string;
}

/** Levels from which a label counts, 0 to 1. */
export interface ClassifierLevels {
  /** Minimum probability of a label with weights. */
  probable: number;
  /** Minimum cosine of the sentence with the definition of a label without weights. */
  alike: number;
  /** A label with weights and a smaller probability does not fit the sentence. */
  unlikely: number;
}

/** A label of a sentence, with its probability; for a label without weights, with the cosine to its definition. */
export interface LikelyLabel<Label> {
  label: Label;
  likelihood: number;
}

/** What the meaning of a sentence says about labels. */
export interface SentenceLabels<Label> {
  likely: LikelyLabel<Label>[];
  unlikely: Label[];
}

/** Reads labels of sentences by their meaning. */
export interface SentenceClassifier {
  /** Returns the labels of each sentence, in the order of the sentences; no labels where the model cannot answer. */
  labelsOf<Label extends NamedLabel>(
    sentences: readonly string[],
    labels: readonly Label[],
  ): Promise<SentenceLabels<Label>[]>;
  /** Ends the model's process, which also ends by itself when idle. */
  stop(): void;
}

/** The model that an operator chose. */
export interface MeaningSettings {
  kind: string;
  modelDir: string;
}

/** A low priority, because no user waits for the result. */
const NICENESS = 10;
/** Number of sentences in one request of the model, which takes a second or two. */
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
 * Creates a classifier on the shipped sentence model, in a separate process that ends when idle. Returns null if
 * another model was chosen, or if this one does not run. If it fails later, sentences have no labels.
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

/** Returns the probability of each class. */
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
