import type { MarketAnalysis } from "#pipeline/analyses/market-analyses";
import type { AnalysisResult } from "#pipeline/analyses/results";
import { analysisLoader, pageOfList, runFields } from "./analysis.ts";
import { builder } from "./builder.ts";
import { Company } from "./company.ts";
import { byPage, defineConnection } from "./connection.ts";

type PhraseRow = AnalysisResult<"phrases">["phrases"][number];

/** The request's loader of typical phrases, by market. */
export const phrasesOfMarkets = analysisLoader("phrases");

const PhraseCompanyConnection = defineConnection<PhraseRow["companies"][number]>(
  "PhraseCompany",
  Company,
  ({ companyId }) => ({ id: companyId }),
);

const MarketPhrase = builder.objectRef<PhraseRow>("MarketPhrase").implement({
  description: "A phrase that the market's companies use more often than others.",
  fields: (t) => ({
    phrase: t.exposeString("phrase", { description: "The phrase." }),
    inMarket: t.exposeInt("inMarket", { description: "How many companies of the market use it." }),
    elsewhere: t.exposeInt("elsewhere", { description: "How many other companies of the directory use it." }),
    logLikelihood: t.exposeFloat("logLikelihood", {
      description: "Dunning's G²: the higher, the less likely the difference is chance. Phrases are listed from 15.13.",
    }),
    logRatio: t.exposeFloat("logRatio", {
      description:
        "The binary logarithm of how many times likelier a company of the market uses it than another company.",
    }),
    companies: t.field({
      type: PhraseCompanyConnection,
      description: "The companies of the market that use it.",
      args: { first: t.arg.int(), after: t.arg.string(), offset: t.arg.int() },
      complexity: byPage,
      resolve: ({ companies }, args) => pageOfList(companies, args),
    }),
  }),
});

const MarketPhraseConnection = defineConnection<PhraseRow>("MarketPhrase", MarketPhrase, (row) => row);

export const MarketPhrases = builder.objectRef<MarketAnalysis<"phrases">>("MarketPhrases").implement({
  description:
    "Phrases that are typical of a market compared with the whole directory (the pipeline's `runPhraseExplorer`).",
  fields: (t) => ({
    ...runFields<"phrases">(t),
    marketCompanies: t.int({
      description: "How many companies of the market were read.",
      resolve: ({ result }) => result.marketCompanies,
    }),
    otherCompanies: t.int({
      description: "How many other companies of the directory were compared.",
      resolve: ({ result }) => result.otherCompanies,
    }),
    phrases: t.field({
      type: MarketPhraseConnection,
      description: "At most 200 phrases, most typical first.",
      args: { first: t.arg.int(), after: t.arg.string(), offset: t.arg.int() },
      complexity: byPage,
      resolve: ({ result }, args) => pageOfList(result.phrases, args),
    }),
  }),
});
