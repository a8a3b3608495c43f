import { PACKAGE_VERSION } from "#foundation/config/package-version";
import { digestOf } from "#foundation/language/canonical-json";
import type { LanguageModel } from "#providers/language-model/language-model";
import type { Question } from "../report/answer.ts";
import type { Material } from "../report/material.ts";
import { SUMMARISE_DOSSIER } from "./summary-task.ts";

/** The outcome of asking a model. */
export interface SummaryOutcome {
  /** `provider:model`. */
  by: string;
  /** Number of sentences kept. */
  stood: number;
  /** Number of sentences dropped. */
  fell: number;
}

/** The provenance of a run's report. */
export interface DossierManifest {
  /** Version of the package. */
  code: { version: string };
  /** The model's instructions with their versions; empty without a model. */
  prompts: { name: string; version: string }[];
  providers: { languageModel: string | null };
  /** SHA-256 of the question and the gathered material, without the times of retrieval. */
  gathered: string;
  /** Null without a model, or without an answer. */
  summary: SummaryOutcome | null;
}

export function manifestOf(
  model: LanguageModel | null,
  question: Question,
  materials: readonly Material[],
  summary: SummaryOutcome | null,
): DossierManifest {
  const lasting = materials.map(({ sources, ...rest }) => ({
    ...rest,
    sources: sources.map(({ retrievedAt: _, ...source }) => source),
  }));
  const { name, version } = SUMMARISE_DOSSIER;
  return {
    code: { version: PACKAGE_VERSION },
    prompts: model === null ? [] : [{ name, version }],
    providers: { languageModel: model?.name ?? null },
    gathered: digestOf({ question, materials: lasting }),
    summary,
  };
}
