import type { Database } from "#foundation/db/database";
import { counted } from "#foundation/language/counted";
import { storeAnalysis } from "./analyses/market-analyses.ts";
import { typicalPhrases } from "./analyses/phrases/typical-phrases.ts";
import { readVocabulary, type Vocabulary } from "./analyses/phrases/vocabulary.ts";
import { round } from "./analyses/round.ts";
import { type PipelineJob, pipelineFlag } from "./pipeline-flag.ts";

export const runPhraseExplorer = pipelineFlag({
  name: "runPhraseExplorer",
  does: "phrases that are typical of the market",
  needs: [],
  step: ({ db }, job) => explorePhrases(db, job),
});

/** Number of phrases stored. */
const KEPT = 200;

/**
 * The pipeline's `runPhraseExplorer`: finds the phrases that are typical of a market compared with the whole directory.
 */
export async function explorePhrases(db: Pick<Database, "query" | "pool">, job: PipelineJob) {
  const vocabulary = await readVocabulary(db, job);
  const phrases = typicalPhrases(vocabulary).slice(0, KEPT);
  const marketCompanies = vocabulary.records.length;
  const otherCompanies = vocabulary.directorySize - marketCompanies;
  const notes = phrases.length > 0 ? [] : [whyNone(vocabulary)];
  await storeAnalysis(db, "phrases", job, {
    marketCompanies,
    otherCompanies,
    phrases: phrases.map(({ text, users, inDirectory, logLikelihood, logRatio }) => ({
      phrase: text,
      inMarket: users.length,
      elsewhere: inDirectory - users.length,
      logLikelihood: round(logLikelihood, 2),
      logRatio: round(logRatio, 2),
      companies: users.map((i) => ({ companyId: vocabulary.records[i]?.id ?? 0 })),
    })),
    notes,
  });
  return {
    summary: [
      `${counted(phrases.length, "typical phrase", "typical phrases")} of ${counted(vocabulary.phrases.length, "shared phrase", "shared phrases")}`,
      ...notes,
    ].join("; "),
    report: {
      companies: marketCompanies,
      otherCompanies,
      shared: vocabulary.phrases.length,
      typical: phrases.length,
      notes,
    },
  };
}

/** Returns why a market has no typical phrases. */
export function whyNone({ records, directorySize, phrases }: Vocabulary): string {
  if (phrases.length === 0)
    return "no phrase stands in the descriptions or keywords of two companies of this market: more companies (extend the discovery) or longer descriptions (import a directory that has them) are needed";
  if (directorySize - records.length < records.length)
    return "the directory has hardly any company outside of this market to compare it with: import a larger directory";
  return "no phrase is used in this market so much oftener than elsewhere that it would be more than chance: more companies are needed (extend the discovery)";
}
