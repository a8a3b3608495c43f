import type { Database, Queries } from "#foundation/db/database";
import { counted } from "#foundation/language/counted";
import { contentStems } from "#foundation/language/stem";
import { marketQuestions } from "#markets/discovery/market-questions";
import { marketRanks, type OfferEvidence, offerEvidence } from "#markets/market-companies";
import { chooseColumns, type FeatureColumn } from "./analyses/features/columns.ts";
import { FeatureReader } from "./analyses/features/find-feature.ts";
import { storeAnalysis } from "./analyses/market-analyses.ts";
import { namesOfOneWord } from "./analyses/market-records.ts";
import { readVocabulary } from "./analyses/phrases/vocabulary.ts";
import type { AnalysisResult } from "./analyses/results.ts";
import { type PipelineJob, pipelineFlag } from "./pipeline-flag.ts";

export const runGenerateFeatureMap = pipelineFlag({
  name: "runGenerateFeatureMap",
  does: "a feature map: which company offers which feature",
  needs: [],
  step: ({ db }, job) => mapFeatures(db, job),
});

type Result = AnalysisResult<"featureMap">;

/**
 * The pipeline's `runGenerateFeatureMap`: finds which company's record mentions which feature, with the words that show
 * it.
 */
export async function mapFeatures(db: Pick<Database, "query" | "pool">, job: PipelineJob) {
  const vocabulary = await readVocabulary(db, job);
  const questions = await marketQuestions(db, job.marketId, { withRunning: true });
  const columns = chooseColumns([...new Set(questions.flatMap(({ features }) => features))], vocabulary);
  const evidenceFor = await readEvidence(db, job.marketId, questions);
  const ranks = await marketRanks(db, job.marketId);
  const names = namesOfOneWord(vocabulary.records);
  const companies = [...vocabulary.records]
    .sort((a, b) => (ranks.get(a.id) ?? 0) - (ranks.get(b.id) ?? 0) || a.id - b.id)
    .map((record) => ({
      companyId: record.id,
      cells: new FeatureReader(record, names).cells(columns, (column) => evidenceFor(record.id, column)),
    }));
  const notes =
    columns.length > 0
      ? []
      : [
          "neither the criteria nor the companies' texts have a feature: name features in the criteria, or extend the discovery",
        ];
  const result: Result = {
    features: columns.map(({ feature, origin }, i) => {
      const cells = companies.flatMap((company) => company.cells.filter((cell) => cell.feature === i));
      const stated = cells.filter(({ answer }) => answer === "stated").length;
      return { feature, origin, stated, implied: cells.length - stated };
    }),
    companies,
    notes,
  };
  await storeAnalysis(db, "featureMap", job, result);
  const cells = companies.reduce((sum, company) => sum + company.cells.length, 0);
  return {
    summary: [
      `${counted(columns.length, "feature")} of ${counted(companies.length, "company", "companies")}, ${counted(cells, "mention")}`,
      ...notes,
    ].join("; "),
    report: { features: columns.length, companies: companies.length, mentions: cells, notes },
  };
}

/**
 * Returns a function that finds the judge's evidence for one feature of a company. The judge decides on the offer as a
 * whole. If the question of the company's discovery names only this feature, all its evidence is of it. Otherwise the
 * judge must name the feature, and the evidence must have a word of it.
 */
async function readEvidence(
  db: Queries,
  marketId: number,
  questions: readonly { jobId: number; features: string[] }[],
) {
  const offers = new Map((await offerEvidence(db, marketId)).map((offer) => [offer.companyId, offer]));
  const asked = new Map(questions.map(({ jobId, features }) => [jobId, features]));
  return (companyId: number, { feature, origin, stems }: FeatureColumn): OfferEvidence | null => {
    const offer = offers.get(companyId);
    const features = offer === undefined ? [] : (asked.get(offer.jobId) ?? []);
    if (offer === undefined || origin !== "criteria" || !features.includes(feature)) return null;
    if (features.length === 1) return { ...offer, isWhole: true };
    const shown = new Set(contentStems(offer.text));
    return offer.parts.includes(feature) && stems.some((word) => shown.has(word)) ? offer : null;
  };
}
