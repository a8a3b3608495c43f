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
  description: "A phrase that a market's companies use and others seldom do.",
  fields: (t) => ({
    phrase: t.exposeString("phrase", { description: "The phrase." }),
    inMarket: t.exposeInt("inMarket", { description: "Companies of the market that use it." }),
    elsewhere: t.exposeInt("elsewhere", { description: "Other companies of the directory that use it." }),
    logLikelihood: t.exposeFloat("logLikelihood", {
      description: "Dunning's G²: the higher, the less likely it is chance; listed from 15.13.",
    }),
    logRatio: t.exposeFloat("logRatio", {
      description: "How many times likelier a company of the market uses it than another company, as a power of 2.",
    }),
    companies: t.field({
      type: PhraseCompanyConnection,
      description: "Those of the market that use it.",
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
      description: "Of the directory, that they were compared with.",
      resolve: ({ result }) => result.otherCompanies,
    }),
    phrases: t.field({
      type: MarketPhraseConnection,
      description: "At most 200, most typical first.",
      args: { first: t.arg.int(), after: t.arg.string(), offset: t.arg.int() },
      complexity: byPage,
      resolve: ({ result }, args) => pageOfList(result.phrases, args),
    }),
  }),
});
