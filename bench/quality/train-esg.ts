import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Command } from "commander";
import { readConfig } from "#foundation/config/config";
import { loadEsgLexicon } from "#intelligence/esg/lexicon/esg-lexicon";
import type { EsgWeights } from "#intelligence/esg/meaning/meaning";
import { loadLocalEmbeddings } from "#providers/embeddings/local-embeddings";
import { readEsgSet } from "./esg-set.ts";

const TRAINING = fileURLToPath(new URL("./own/esg/training.tsv", import.meta.url));
const WEIGHTS = fileURLToPath(new URL("../../src/intelligence/esg/meaning/esg-meaning.json", import.meta.url));

const FIT = fileURLToPath(new URL("./fit-esg.py", import.meta.url));

/** `npm run quality -- train-esg`: the classifier of meaning, from the training sentences and the development parts of the labelled ones. */
export const trainEsgCommand = new Command("train-esg")
  .description(
    "Trains the model that reads ESG labels by meaning, and prints how it does on folds that it has not seen.",
  )
  .option("--python <file>", "a Python with numpy and scikit-learn", "python3")
  .action(async ({ python }: { python: string }) => {
    const { modelDir } = readConfig({}).embeddings;
    const model = await loadLocalEmbeddings(modelDir, { adapter: null, threads: 1 });
    const { labels } = loadEsgLexicon();
    const given = readFileSync(TRAINING, "utf8")
      .trimEnd()
      .split("\n")
      .slice(1)
      .map((line) => {
        const [names = "", text = ""] = line.split("\t");
        const all = names === "" ? [] : names.split("; ");
        return { text, label: all[0] ?? null, allowed: all };
      });
    const measured = readEsgSet()
      .filter(({ isKept }) => !isKept)
      .map(({ text, label, also }) => ({ text, label: label || null, allowed: [label, ...also] }));
    const all = [...given, ...measured];
    const vectors = await model.embed(all.map(({ text }) => text));
    const names = labels.map(({ name }) => name);
    const classOf = (label: string | null) => (label === null ? names.length : names.indexOf(label));
    const folder = mkdtempSync(join(tmpdir(), "train-esg-"));
    try {
      const examples = all.map(({ label, allowed }, i) =>
        JSON.stringify({
          label: classOf(label),
          allowed: allowed.map((name) => names.indexOf(name)),
          vector: [...(vectors[i] ?? [])],
        }),
      );
      writeFileSync(join(folder, "examples.ndjson"), `${examples.join("\n")}\n`);
      const files = [join(folder, "examples.ndjson"), String(names.length), join(folder, "weights.f32")];
      execFileSync(python, [FIT, ...files], { stdio: "inherit" });
      writeWeights(readFileSync(join(folder, "weights.f32")));
    } finally {
      rmSync(folder, { recursive: true });
    }

    function writeWeights(weights: Buffer): void {
      const file: EsgWeights = {
        model: model.name,
        dimensions: vectors[0]?.length ?? 0,
        labels: labels.map(({ name, definition }) => ({ name, definition })),
        weights: weights.toString("base64"),
      };
      writeFileSync(WEIGHTS, `${JSON.stringify(file, null, 2)}\n`);
    }
  });
