import { createHash } from "node:crypto";
import { PACKAGE_VERSION } from "#foundation/config/package-version";
import type { Transaction } from "#foundation/db/database";
import { canonicalJson } from "#foundation/language/canonical-json";
import { addToManifest } from "#jobs/job-record";
import type { LanguageModel } from "#providers/language-model/language-model";
import { JUDGE_COMPANY } from "../judging/index.ts";
import { INDEX_VERSION, type VectorCoverage } from "../retrieval/index.ts";

/** The inputs of a discovery. Two jobs whose manifests are equal apart from `result` have the same result. */
export interface Manifest {
  /** SHA-256 of the criteria that companies are judged by. */
  criteria: string;
  /** Version of the package, and of the form of its index. */
  code: { version: string; index: number };
  /** Instructions of the model, with their versions; empty without one. */
  prompts: { name: string; version: string }[];
  providers: {
    languageModel: string | null;
    webSearch: string | null;
    embeddings: string;
    /** Whether sites are read: `fetch` where a web search finds them. */
    pages: "fetch" | null;
  };
  /** The directory's version, and the digest of its content. */
  directory: { version: number; digest: string };
  /** How many companies had a sentence vector when the search began; null without a sentence model, absent before there were any. */
  vectors?: VectorCoverage | null;
  /** SHA-256 of the plan. */
  plan: string;
  /** SHA-256 of the verdicts on all candidates; null until they are stored. */
  result: string | null;
}

const sha256 = (value: unknown): string => createHash("sha256").update(canonicalJson(value)).digest("hex");

/** Digest of a plan. */
export const planDigest = (plan: object): string => sha256(plan);

/** A verdict as it counts in the digest of a result. */
export interface DigestedVerdict {
  domain: string;
  verdict: string;
  rule: string | null;
  rank: number | null;
  /** 0–1; six digits count, because further ones depend on the order of summation. */
  score: number;
}

export const roundScore = (score: number): number => Math.round(score * 1e6) / 1e6;

/** Digest of a result: the verdicts on all candidates, in the order of their domains. */
export function resultDigest(verdicts: readonly DigestedVerdict[]): string {
  const rows = verdicts
    .map(({ domain, verdict, rule, rank, score }) => ({ domain, verdict, rule, rank, score: roundScore(score) }))
    .sort((a, b) => (a.domain < b.domain ? -1 : 1));
  return sha256(rows);
}

/** The manifest of a job that has just been planned. */
export function manifestOf(facts: {
  criteria: string;
  plan: object;
  directory: { version: number; digest: string };
  languageModel: LanguageModel | null;
  webSearch: string | null;
  embeddings: string;
  vectors: VectorCoverage | null;
}): Manifest {
  const { criteria, plan, directory, languageModel, webSearch, embeddings, vectors } = facts;
  return {
    criteria,
    code: { version: PACKAGE_VERSION, index: INDEX_VERSION },
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
