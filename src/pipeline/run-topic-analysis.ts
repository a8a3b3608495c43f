import type { Database } from "#foundation/db/database";
import { counted } from "#foundation/language/counted";
import { storeAnalysis } from "./analyses/market-analyses.ts";
import { readVocabulary, type Vocabulary } from "./analyses/phrases/vocabulary.ts";
import type { AnalysisResult } from "./analyses/results.ts";
import { round } from "./analyses/round.ts";
import { labelOf, MIN_TOPIC_COMPANIES, modelTopics, type TopicModel } from "./analyses/topic-model.ts";
import { type PipelineJob, pipelineFlag } from "./pipeline-flag.ts";

export const runTopicAnalysis = pipelineFlag({
  name: "runTopicAnalysis",
  does: "the topics that the companies write about",
  needs: [],
  step: ({ db }, job) => findTopics(db, job),
});

/** Minimum of companies: what a single one writes about is no topic of the market. */
const MIN_COMPANIES = 2;
/** Minimum share of a company's text that a topic makes up. */
const MIN_SHARE = 0.2;

type Topic = AnalysisResult<"topics">["topics"][number];

/** The pipeline's `runTopicAnalysis`: finds what the market's companies write about, each topic with its companies. */
export async function findTopics(db: Pick<Database, "query" | "pool">, job: PipelineJob) {
  const vocabulary = await readVocabulary(db, job);
  const { topics, companies } = topicsOf(vocabulary, await modelTopics(vocabulary, job.signal));
  const notes = topics.length > 0 ? [] : [tooFewTexts(companies)];
  await storeAnalysis(db, "topics", job, { topics, notes });
  return {
    summary: [`${counted(topics.length, "topic")} of ${counted(companies, "company", "companies")}`, ...notes].join(
      "; ",
    ),
    report: { topics: topics.length, companies, withoutText: vocabulary.records.length - companies, notes },
  };
}

/** The note where the market has no topics. */
const tooFewTexts = (companies: number): string =>
  `only ${counted(companies, "company", "companies")} of this market share words with others, and topics need ${MIN_TOPIC_COMPANIES}: extend the discovery, or import a directory with descriptions`;

/**
 * Returns the topics with their companies, greatest share first. A company may have several topics, but only those of
 * which it uses a term. Where no topic fits, the factorisation only divides a small remainder, so its shares mean
 * nothing.
 */
function topicsOf(vocabulary: Vocabulary, { rows, shares, terms }: TopicModel): { topics: Topic[]; companies: number } {
  const topics = terms.map((ofTopic, k): Topic => {
    const using = new Set(ofTopic.flatMap(({ users }) => users));
    const companies = rows.map((record, i) => ({
      companyId: vocabulary.records[record]?.id ?? 0,
      weight: using.has(record) ? round(shares[i]?.[k] ?? 0, 4) : 0,
    }));
    return {
      label: labelOf(ofTopic),
      share: round(companies.reduce((sum, { weight }) => sum + weight, 0) / companies.length, 4),
      terms: ofTopic.map(({ term, weight }) => ({ term, weight })),
      companies: companies
        .filter(({ weight }) => weight >= MIN_SHARE)
        .sort((a, b) => b.weight - a.weight || a.companyId - b.companyId),
    };
  });
  const used = topics.filter((topic) => topic.terms.length > 0 && topic.companies.length >= MIN_COMPANIES);
  return {
    topics: used.sort((a, b) => b.share - a.share || (a.label < b.label ? -1 : 1)),
    companies: rows.length,
  };
}
