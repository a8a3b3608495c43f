import type { MarketAnalysis } from "#pipeline/analyses/market-analyses";
import type { AnalysisResult } from "#pipeline/analyses/results";
import { analysisLoader, pageOfList, runFields } from "./analysis.ts";
import { builder } from "./builder.ts";
import { Company } from "./company.ts";
import { byPage, defineConnection } from "./connection.ts";

type TopicRow = AnalysisResult<"topics">["topics"][number];
type TopicCompanyRow = TopicRow["companies"][number];

/** The request's loader of topics, by market. */
export const topicsOfMarkets = analysisLoader("topics");

const TopicTerm = builder.objectRef<TopicRow["terms"][number]>("TopicTerm").implement({
  description: "A term of a topic.",
  fields: (t) => ({
    term: t.exposeString("term", { description: "The term, which is a word or a phrase." }),
    weight: t.exposeFloat("weight", { description: "The weight relative to the strongest term of the topic, 0–1." }),
  }),
});

const TopicCompanyConnection = defineConnection<TopicCompanyRow>(
  "TopicCompany",
  Company,
  ({ companyId }) => ({ id: companyId }),
  (t) => ({
    weight: t.float({
      description: "The share of the company's text that belongs to the topic, 0–1.",
      resolve: ({ row }) => row.weight,
    }),
  }),
);

const MarketTopic = builder.objectRef<TopicRow>("MarketTopic").implement({
  description: "A topic that several companies of a market write about.",
  fields: (t) => ({
    label: t.exposeString("label", { description: "A label for the topic, made of its strongest terms." }),
    share: t.exposeFloat("share", {
      description: "The share of the text of all companies that belongs to the topic, 0–1.",
    }),
    terms: t.field({
      type: [TopicTerm],
      description: "The terms of the topic, strongest first, at most 10.",
      resolve: ({ terms }) => terms,
    }),
    companies: t.field({
      type: TopicCompanyConnection,
      description:
        "The companies with at least a fifth of their text on the topic, largest share first. A company can have several topics.",
      args: { first: t.arg.int(), after: t.arg.string(), offset: t.arg.int() },
      complexity: byPage,
      resolve: ({ companies }, args) => pageOfList(companies, args),
    }),
  }),
});

export const MarketTopics = builder.objectRef<MarketAnalysis<"topics">>("MarketTopics").implement({
  description: "The topics that a market's companies write about. The pipeline flag `runTopicAnalysis` finds them.",
  fields: (t) => ({
    ...runFields<"topics">(t),
    topics: t.field({
      type: [MarketTopic],
      description: "The topics, largest share first, at most 12.",
      resolve: ({ result }) => result.topics,
    }),
  }),
});
