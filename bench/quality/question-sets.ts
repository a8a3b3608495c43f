import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** Judged questions and what their figures are good for. */
export interface QuestionSet {
  name: string;
  /** One sentence for the head of a report. */
  purpose: string;
  questions: string;
  qrels: string;
  /** The directory that the questions are about, where it is not the default one. */
  companies?: string;
  /** Held out: results of single questions are never printed, so that nobody tunes on them. */
  meansOnly: boolean;
}

const files = (folder: string) => ({ questions: join(folder, "questions.jsonl"), qrels: join(folder, "qrels.tsv") });

export const HELD_OUT: QuestionSet = {
  name: "held-out",
  purpose: "It measures: nobody who tunes has read it, and nothing was chosen on it.",
  ...files("bench/quality/market-questions/held-out"),
  meansOnly: true,
};

const CHOSEN_ON = "It chose: recipes were tuned on it, so its figures are no forecast for unseen questions.";

/** Short records and labels, as the product ships them. */
export const SAMPLE = "prisma/sample/companies.ndjson";

const SAMPLE_HELD_OUT: QuestionSet = {
  ...HELD_OUT,
  name: "sample-held-out",
  ...files("bench/quality/sample-questions/held-out"),
  companies: SAMPLE,
};

/** Sets to choose by name; the first is the default. */
export const QUESTION_SETS: readonly QuestionSet[] = [
  { name: "development", purpose: CHOSEN_ON, ...files("bench/quality/market-questions/development"), meansOnly: false },
  { name: "own", purpose: CHOSEN_ON, ...files("bench/quality/own"), meansOnly: false },
  { name: "shared", purpose: CHOSEN_ON, ...files("../shared/data/quality"), meansOnly: false },
  { name: "shared-second", purpose: CHOSEN_ON, ...files("../shared/data/quality/second"), meansOnly: false },
  {
    name: "sample",
    purpose: CHOSEN_ON,
    ...files("bench/quality/sample-questions/development"),
    companies: SAMPLE,
    meansOnly: false,
  },
];

/** The held-out halves of two sets, by the name of the other half. */
const HELD_OUT_OF: Readonly<Record<string, QuestionSet>> = { development: HELD_OUT, sample: SAMPLE_HELD_OUT };

/** Questions that the judge is trained on beside these, and nothing is measured on (bench/quality/training/README.md). */
export const TRAINING: QuestionSet = {
  name: "training",
  purpose: "It trained the judge: figures on it say nothing.",
  ...files("bench/quality/training"),
  meansOnly: false,
};

export interface SetOptions {
  set?: string;
  heldOut?: boolean;
  questions?: string;
  qrels?: string;
}

/**
 * The set that the options name: held out, by name, or by two files.
 * @throws Error where the options contradict each other or name no set.
 */
export function chooseSet({ set, heldOut, questions, qrels }: SetOptions): QuestionSet {
  if (questions || qrels) {
    if (!questions || !qrels || set || heldOut)
      throw new Error("--questions and --qrels go together, without --set and --held-out");
    return { name: questions, purpose: "It was given by its files.", questions, qrels, meansOnly: false };
  }
  if (heldOut) {
    const kept = HELD_OUT_OF[set ?? "development"];
    if (!kept) throw new Error(`--held-out: only ${Object.keys(HELD_OUT_OF).join(" and ")} have a held-out half`);
    return kept;
  }
  const chosen = set ? QUESTION_SETS.find(({ name }) => name === set) : QUESTION_SETS[0];
  if (!chosen) throw new Error(`--set ${set}: must be one of ${QUESTION_SETS.map(({ name }) => name).join(", ")}`);
  return chosen;
}

/** The run of plain BM25 that some sets have beside their judgments. */
export function runBeside({ qrels }: QuestionSet): string[] {
  const beside = join(dirname(qrels), "run-bm25.tsv");
  return existsSync(beside) ? [beside] : [];
}
