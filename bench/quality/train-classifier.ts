import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readConfig } from "#foundation/config/config";
import type { ClassifierWeights, NamedLabel } from "#intelligence/meaning/sentence-classifier";
import { loadLocalEmbeddings } from "#providers/embeddings/local-embeddings";

const FIT = fileURLToPath(new URL("./fit-classifier.py", import.meta.url));

/** A sentence to learn from. */
export interface TrainingSentence {
  text: string;
  /** Null: none of the labels. */
  label: string | null;
  /** Labels that are right for it, its own among them. */
  allowed: readonly string[];
  /** Sentences of one group are either all seen or all unseen where the classifier is measured. */
  group?: string;
}

export interface TrainingOptions {
  /** A Python with numpy and scikit-learn. */
  python: string;
  /** scikit-learn's C: how closely it follows the sentences. */
  strength: number;
}

/**
 * Fits a classifier of sentences on the shipped sentence model, prints how it does on folds that it has not seen, and
 * writes its weights.
 * @param file where the weights go
 * @returns for each sentence the probability of each label by a classifier that has not seen the sentence
 */
export async function trainClassifier(
  labels: readonly NamedLabel[],
  sentences: readonly TrainingSentence[],
  file: string,
  { python, strength }: TrainingOptions,
): Promise<number[][]> {
  const model = await loadLocalEmbeddings(readConfig({}).embeddings.modelDir, { adapter: null, threads: 1 });
  const vectors = await model.embed(sentences.map(({ text }) => text));
  const names = labels.map(({ name }) => name);
  const placeOf = (label: string) => {
    const place = names.indexOf(label);
    if (place < 0) throw new Error(`${label} is none of the labels`);
    return place;
  };
  const examples = sentences.map(({ label, allowed, group = null }, i) =>
    JSON.stringify({
      label: label === null ? names.length : placeOf(label),
      allowed: allowed.map(placeOf),
      vector: [...(vectors[i] ?? [])],
      group,
    }),
  );
  const folder = mkdtempSync(join(tmpdir(), "train-classifier-"));
  try {
    const [source, target, unseen] = ["examples.ndjson", "weights.f32", "unseen.f32"].map((name) => join(folder, name));
    if (source === undefined || target === undefined || unseen === undefined) throw new Error("no folder");
    writeFileSync(source, `${examples.join("\n")}\n`);
    execFileSync(python, [FIT, source, String(names.length), target, unseen, String(strength)], { stdio: "inherit" });
    const weights: ClassifierWeights = {
      model: model.name,
      dimensions: vectors[0]?.length ?? 0,
      labels: labels.map(({ name, definition }) => ({ name, definition })),
      weights: readFileSync(target).toString("base64"),
    };
    writeFileSync(file, `${JSON.stringify(weights, null, 2)}\n`);
    const bytes = readFileSync(unseen);
    return sentences.map((_, row) => names.map((_, column) => bytes.readFloatLE(4 * (row * names.length + column))));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
