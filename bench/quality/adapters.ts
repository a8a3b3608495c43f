import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { embeddingText } from "#companies/analysis/embedding-text";
import type { DirectoryCompany } from "#companies/directory-company";
import { EmbeddedCriteriaGenerator } from "#markets/criteria/embedded-criteria-generator";
import type { Retriever } from "#markets/retrieval/index";
import { readAdapterFile, withAdapter } from "#providers/embeddings/adapter";
import type { EmbeddingsProvider, LocalEmbeddings } from "#providers/embeddings/embeddings-provider";
import { areAlike } from "./alike-questions.ts";
import { bareCriteria } from "./criteria.ts";
import { readJudgments, readQuestions } from "./data.ts";
import { QUESTION_SETS, TRAINING } from "./question-sets.ts";
import { unpaid } from "./unpaid.ts";

/** Texts embedded at once. */
const BATCH = 1_024;

/**
 * Writes what an adapter is fitted to. `adapter-NAME.f32` has the vectors of all companies one after another.
 * `adapter-NAME.json` has the judged questions with the vectors of their texts.
 * @param model without an adapter
 */
export async function writeAdapterData(
  folder: string,
  name: string,
  companies: DirectoryCompany[],
  model: EmbeddingsProvider,
  retriever: Retriever,
): Promise<void> {
  const vectors: Buffer[] = [];
  for (let at = 0; at < companies.length; at += BATCH)
    for (const vector of await model.embed(companies.slice(at, at + BATCH).map(embeddingText), unpaid))
      vectors.push(Buffer.from(Float32Array.from(vector).buffer));
  writeFileSync(join(folder, `adapter-${name}.f32`), Buffer.concat(vectors));
  const generator = new EmbeddedCriteriaGenerator();
  // Adapters are fitted to the vectors of one directory.
  const sets = [...QUESTION_SETS, TRAINING].filter((set) => set.companies === undefined);
  const all = sets.flatMap((set) => {
    const judgments = readJudgments(set.qrels);
    return readQuestions(set.questions).map((question) => ({
      set: set.name,
      question,
      grades: judgments.get(question.id) ?? new Map<string, number>(),
    }));
  });
  const questions: object[] = [];
  for (const { set, question, grades } of all) {
    const plan = await retriever.plan((await bareCriteria(generator, question)).criteria);
    let texts: Float32Array[] = [];
    await retriever.questionVector(plan, async (given) => {
      texts = await model.embed(given, unpaid, "query");
      return texts;
    });
    const { countries, excludedCountries, seedDomains } = question.expected;
    questions.push({
      id: question.id,
      set,
      alike: all.filter((other) => areAlike(other.question, question)).map((other) => other.question.id),
      countries,
      excludedCountries,
      vectors: texts.map((vector) => [...vector]),
      grades: Object.fromEntries([...grades].filter(([domain]) => !seedDomains.includes(domain))),
    });
  }
  const known = companies.map(({ domain, country }) => ({ domain, country }));
  writeFileSync(join(folder, `adapter-${name}.json`), JSON.stringify({ companies: known, questions }));
}

/** Which part of the questions each belongs to, as fit-adapters.py wrote it. */
export const readFolds = (folder: string): Record<string, number> =>
  z.record(z.string(), z.number().int()).parse(JSON.parse(readFileSync(join(folder, "adapter-folds.json"), "utf8")));

/** The model with the adapter that has not seen the questions of a part, nor any like them. */
export const adaptedWithout = (folder: string, name: string, fold: number, model: LocalEmbeddings): LocalEmbeddings =>
  withAdapter(model, readAdapterFile(join(folder, `adapter-${name}-${fold}.safetensors`)));
