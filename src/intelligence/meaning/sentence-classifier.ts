import { missingForLocal, plainModelName } from "#providers/embeddings/local-embeddings";
import { type BackgroundModel, backgroundModel } from "./background-model.ts";
import { newsModel } from "./news-model.ts";
import { type HeadWeights, independentProbabilities, trainedHead } from "./trained-head.ts";

/** The output of `bench/quality/train-news-model.py` for a set of labels, any number of which a sentence may have. */
export interface ClassifierWeights extends HeadWeights {
  /** Names and definitions, in the order of the weights. A label with another definition has no weights. */
  labels: NamedLabel[];
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

/** The bundled sentence model. The cosines of others are of another size, so that a level would mean something else. */
const COMPARED_BY = "onnx:all-MiniLM-L6-v2-int8:128";

/** Returns the bundled sentence model, which compares sentences with definitions; null where another one is set or none runs. */
const sentenceModel = (folder: string): BackgroundModel | null =>
  missingForLocal(folder) === null && plainModelName(folder) === COMPARED_BY ? backgroundModel(folder) : null;

/**
 * Creates a classifier on the bundled news model, in a separate process that ends when idle. Labels of an operator's own
 * are compared by the sentence model. Returns null if the news model does not run. If it fails later, sentences have no
 * labels.
 */
export function sentenceClassifier(
  { kind, modelDir }: MeaningSettings,
  trained: ClassifierWeights,
  levels: ClassifierLevels,
): SentenceClassifier | null {
  const model = newsModel(kind);
  if (model === null) return null;
  const { vectorsOf, stop } = model;
  const head = trainedHead(trained);
  const place = new Map(trained.labels.map((label, i) => [keyOf(label), i]));
  const definitions = new Map<string, Float32Array>();

  /** Returns the cosine of each sentence with each definition; none where the sentence model cannot answer. */
  async function cosines(sentences: readonly string[], wanted: readonly string[]): Promise<number[][]> {
    const plain = wanted.length === 0 ? null : sentenceModel(modelDir);
    if (plain === null) return [];
    const texts = [...wanted.filter((one) => !definitions.has(one)), ...sentences];
    const vectors = await plain.vectorsOf(texts);
    if (vectors === null) return [];
    const unknown = texts.length - sentences.length;
    for (const [i, text] of texts.slice(0, unknown).entries()) definitions.set(text, vectors[i] as Float32Array);
    const known = wanted.flatMap((one) => definitions.get(one) ?? []);
    return vectors.slice(unknown).map((vector) => known.map((definition) => cosine(vector, definition)));
  }

  async function labelsOf<Label extends NamedLabel>(sentences: readonly string[], labels: readonly Label[]) {
    if (sentences.length === 0) return [];
    const vectors = await vectorsOf(sentences);
    const own = labels.filter((label) => !place.has(keyOf(label)));
    const alike = await cosines(
      sentences,
      own.map(({ definition }) => definition),
    );
    return sentences.map((_, i) => {
      const read: SentenceLabels<Label> = { likely: [], unlikely: [] };
      const vector = vectors?.[i];
      const probable = vector === undefined ? [] : independentProbabilities(head, vector);
      for (const label of labels) {
        const likelihood = probable[place.get(keyOf(label)) ?? -1];
        if (likelihood === undefined) continue;
        if (likelihood >= levels.probable) read.likely.push({ label, likelihood });
        else if (likelihood < levels.unlikely) read.unlikely.push(label);
      }
      own.forEach((label, at) => {
        const likelihood = alike[i]?.[at] ?? 0;
        if (likelihood >= levels.alike) read.likely.push({ label, likelihood });
      });
      return read;
    });
  }

  return { stop, labelsOf };
}

const keyOf = ({ name, definition }: NamedLabel) => `${name}\n${definition}`;

const cosine = (a: Float32Array, b: Float32Array): number => a.reduce((sum, value, d) => sum + value * (b[d] ?? 0), 0);
