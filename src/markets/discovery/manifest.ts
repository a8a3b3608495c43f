import { PACKAGE_VERSION } from "#foundation/config/package-version";
import type { Transaction } from "#foundation/db/database";
import { addToManifest } from "#jobs/job-record";
import type { LanguageModel } from "#providers/language-model/language-model";
import { JUDGE_COMPANY, offerJudge } from "../judging/index.ts";
import { INDEX_VERSION, type VectorCoverage } from "../retrieval/index.ts";
import { planDigest } from "./result-digest.ts";

/** The inputs of a discovery. Two jobs whose manifests are equal apart from `result` have the same result. */
export interface Manifest {
  /** SHA-256 of the criteria of judgement. */
  criteria: string;
  /**
   * Version of the package and of the index's format, and the digest of the judge of the offer (absent before it was
   * recorded).
   */
  code: { version: string; index: number; judge?: string };
  /** The model's instructions with their versions; empty without a model. */
  prompts: { name: string; version: string }[];
  providers: {
    languageModel: string | null;
    webSearch: string | null;
    embeddings: string;
    /** Whether sites are read: `fetch` where a web search finds them. */
    pages: "fetch" | null;
  };
  /**
   * The directory's version, and the digest of its content. `trainedOn`: the digest of the directory that word vectors
   * were learned from; absent where it is this one.
   */
  directory: { version: number; digest: string; trainedOn?: string };
  /** How many companies had a sentence vector when the search began. Null without a sentence model; absent before there were any. */
  vectors?: VectorCoverage | null;
  /** SHA-256 of the plan. */
  plan: string;
  /** SHA-256 of the verdicts on all candidates; null until they are stored. */
  result: string | null;
}

/** Returns the manifest of a job that has just been planned. */
export function manifestOf(facts: {
  criteria: string;
  plan: object;
  directory: { version: number; digest: string; trainedOn: string };
  languageModel: LanguageModel | null;
  webSearch: string | null;
  embeddings: string;
  vectors: VectorCoverage | null;
}): Manifest {
  const { criteria, plan, directory, languageModel, webSearch, embeddings, vectors } = facts;
  return {
    criteria,
    code: { version: PACKAGE_VERSION, index: INDEX_VERSION, judge: offerJudge() },
    prompts: languageModel === null ? [] : [{ name: JUDGE_COMPANY.name, version: JUDGE_COMPANY.version }],
    providers: {
      languageModel: languageModel?.name ?? null,
      webSearch,
      embeddings,
      pages: webSearch === null ? null : "fetch",
    },
    directory,
    vectors,
    plan: planDigest(plan),
    result: null,
  };
}

/** Writes a job's manifest, or parts of it. */
export const writeManifest = (tx: Transaction, jobId: number, parts: Partial<Manifest>): Promise<void> =>
  addToManifest(tx, jobId, parts);
