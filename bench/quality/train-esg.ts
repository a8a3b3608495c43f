import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Command } from "commander";
import { loadEsgLexicon } from "#intelligence/esg/lexicon/esg-lexicon";
import { readEsgSet } from "./esg-set.ts";
import { type TrainingSentence, trainClassifier } from "./train-classifier.ts";

const TRAINING = fileURLToPath(new URL("./own/esg/training.tsv", import.meta.url));
const WEIGHTS = fileURLToPath(new URL("../../src/intelligence/esg/meaning/esg-meaning.json", import.meta.url));

/** Of 10 and 30, by how patterns and meaning together read the part `reported` on folds that were not seen. */
const STRENGTH = 30;

/** `npm run quality -- train-esg`: the classifier of meaning, from the training sentences and the development parts of the labelled ones. */
export const trainEsgCommand = new Command("train-esg")
  .description(
    "Trains the model that reads ESG labels by meaning, and prints how it does on folds that it has not seen.",
  )
  .option("--python <file>", "a Python with numpy and scikit-learn", "python3")
  .action(async ({ python }: { python: string }) => {
    const given = readFileSync(TRAINING, "utf8")
      .trimEnd()
      .split("\n")
      .slice(1)
      .map((line): TrainingSentence => {
        const [names = "", text = ""] = line.split("\t");
        const all = names === "" ? [] : names.split("; ");
        return { text, label: all[0] ?? null, allowed: all };
      });
    const measured = readEsgSet()
      .filter(({ isKept }) => !isKept)
      .map(
        ({ text, label, also }): TrainingSentence => ({
          text,
          label: label || null,
          allowed: [label, ...also].filter((one) => one !== ""),
        }),
      );
    await trainClassifier(loadEsgLexicon().labels, [...given, ...measured], WEIGHTS, {
      python,
      strength: STRENGTH,
    });
  });
