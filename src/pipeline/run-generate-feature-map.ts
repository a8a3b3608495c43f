import type { Database, Queries } from "#foundation/db/database";
import { counted } from "#foundation/language/counted";
import { isContentWord, stem } from "#foundation/language/stem";
import { tokens } from "#foundation/language/tokenize";
import { marketQuestions } from "#markets/discovery/market-questions";
import { clauseAround, companyUnits, fieldText, type TextUnit, type UnitWord } from "#markets/judging/company-units";
import { marketRanks } from "#markets/market-companies";
import { storeAnalysis } from "./analyses/market-analyses.ts";
import type { MarketRecord } from "./analyses/market-records.ts";
import { typicalPhrases } from "./analyses/phrases/typical-phrases.ts";
import { readVocabulary } from "./analyses/phrases/vocabulary.ts";
import type { AnalysisResult } from "./analyses/results.ts";
import { type PipelineJob, pipelineFlag } from "./pipeline-flag.ts";

export const runGenerateFeatureMap = pipelineFlag({
  name: "runGenerateFeatureMap",
  does: "which company says which feature of itself",
  needs: [],
  step: ({ db }, job) => mapFeatures(db, job),
});

/** Maximum number of features by origin; a table with more columns would be unreadable. */
const MAX_CRITERIA = 15;
const MAX_PHRASES = 20;
/** Number of words that may separate the words of a feature: "blades for the wind turbine". */
const SLACK = 3;
/** Number of characters before a mention that are searched for a "no". */
const NEGATION_REACH = 40;
const NEGATION = /\b(?:no|not|without|never|neither|nor|excluding)\b(?!\s+only)[^.;,]*$/i;

type Result = AnalysisResult<"featureMap">;
type Cell = Result["companies"][number]["cells"][number];
type Found = Omit<Cell, "feature">;

/**
 * The pipeline's `runGenerateFeatureMap`: finds which company's record mentions which feature, with the words that show
 * it.
 */
export async function mapFeatures(db: Pick<Database, "query" | "pool">, job: PipelineJob) {
  const vocabulary = await readVocabulary(db, job);
  const wanted = await criteriaFeatures(db, job.marketId);
  const typical = typicalPhrases(vocabulary).map(({ text }) => text);
  const features = distinctFeatures(wanted, typical);
  const ranks = await marketRanks(db, job.marketId);
  const companies = [...vocabulary.records]
    .sort((a, b) => (ranks.get(a.id) ?? 0) - (ranks.get(b.id) ?? 0) || a.id - b.id)
    .map((record) => ({
      companyId: record.id,
      cells: cellsOf(
        record,
        features.map(({ stems }) => stems),
      ),
    }));
  const notes =
    features.length > 0
      ? []
      : [
          "neither the criteria nor the companies' texts have a feature: name features in the criteria, or extend the discovery",
        ];
  const result: Result = {
    features: features.map(({ feature, origin }, i) => {
      const cells = companies.flatMap((company) => company.cells.filter((cell) => cell.feature === i));
      const yes = cells.filter(({ answer }) => answer === "yes").length;
      return { feature, origin, yes, partly: cells.length - yes };
    }),
    companies,
    notes,
  };
  await storeAnalysis(db, "featureMap", job, result);
  const cells = companies.reduce((sum, company) => sum + company.cells.length, 0);
  return {
    summary: [
      `${counted(features.length, "feature")} of ${counted(companies.length, "company", "companies")}, ${counted(cells, "mention")}`,
      ...notes,
    ].join("; "),
    report: { features: features.length, companies: companies.length, mentions: cells, notes },
  };
}

/** Returns the features of the questions that the market answers, as the user named them: its own first. */
async function criteriaFeatures(db: Queries, marketId: number): Promise<string[]> {
  const questions = await marketQuestions(db, marketId, { withRunning: true });
  return [...new Set(questions.flatMap(({ features }) => features))];
}

interface Feature {
  feature: string;
  origin: Result["features"][number]["origin"];
  stems: string[];
}

/** Returns the criteria's features, then typical phrases that neither contain a feature nor are part of one. */
function distinctFeatures(wanted: readonly string[], typical: readonly string[]): Feature[] {
  const taken: Feature[] = [];
  const take = (texts: readonly string[], origin: Feature["origin"], limit: number) => {
    for (const feature of texts) {
      if (taken.filter((one) => one.origin === origin).length === limit) return;
      const stems = [...new Set(tokens(feature).flatMap(({ word }) => (isContentWord(word) ? [stem(word)] : [])))];
      const isKnown = ({ stems: known }: Feature) =>
        known.every((word) => stems.includes(word)) ||
        (origin === "phrases" && stems.every((word) => known.includes(word)));
      if (stems.length > 0 && !taken.some(isKnown)) taken.push({ feature, origin, stems });
    }
  };
  take(wanted, "criteria", MAX_CRITERIA);
  take(typical, "phrases", MAX_PHRASES);
  return taken;
}

/** Returns a company's cells, by the position of the feature. */
function cellsOf(record: MarketRecord, features: readonly (readonly string[])[]): Cell[] {
  // A name does not state what a company does.
  const units = companyUnits(record).filter(({ kind }) => kind !== "name");
  return features.flatMap((stems, feature) => {
    const found = findFeature(record, units, stems);
    return found === null ? [] : [{ feature, ...found }];
  });
}

/**
 * Searches for a feature. "yes": all its words stand near each other and in its order, in one sentence or label.
 * "partly": they stand in another order, or the text has half of them including the last one (in English, the kind of
 * thing). Searches sentences about the main business first.
 */
function findFeature(record: MarketRecord, units: readonly TextUnit[], stems: readonly string[]): Found | null {
  const head = stems.at(-1) ?? "";
  let partly: Found | null = null;
  for (const unit of units) {
    const mention = closestMention(unit.words, stems);
    if (mention === null || isNegated(record, unit, mention.words)) continue;
    const { words, isWhole } = mention;
    const found = { field: unit.field, quote: clauseAround(record, unit, words).text };
    if (isWhole) return { answer: "yes", ...found };
    if (words.some((word) => word.stem === head) && words.length * 2 >= stems.length)
      partly ??= { answer: "partly", ...found };
  }
  return partly;
}

interface Mention {
  /** One occurrence of each of the feature's stems. */
  words: UnitWord[];
  /** Whether all of them occur, in the feature's order. */
  isWhole: boolean;
}

/** Returns the stretch of a unit that has most of a feature's words; null where it has none. */
function closestMention(words: readonly UnitWord[], stems: readonly string[]): Mention | null {
  let best: Mention | null = null;
  for (const [i, word] of words.entries()) {
    if (!stems.includes(word.stem)) continue;
    const window = words.slice(i, i + stems.length + SLACK);
    const found = stems.flatMap((wanted) => window.find((one) => one.stem === wanted) ?? []);
    const isWhole =
      found.length === stems.length && found.every((one, k) => k === 0 || one.start > (found[k - 1]?.start ?? 0));
    if (best === null || found.length > best.words.length || (isWhole && !best.isWhole))
      best = { words: found, isWhole };
  }
  return best;
}

function isNegated(record: MarketRecord, { field, start }: TextUnit, window: readonly UnitWord[]): boolean {
  const first = Math.min(...window.map((word) => word.start));
  return NEGATION.test(fieldText(record, field).slice(Math.max(start, first - NEGATION_REACH), first));
}
