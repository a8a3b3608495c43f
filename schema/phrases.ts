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
  description: "A phrase that the market's companies use more often than other companies.",
  fields: (t) => ({
    phrase: t.exposeString("phrase", { description: "The text of the phrase." }),
    inMarket: t.exposeInt("inMarket", {
      description: "The number of companies of the market whose records contain the phrase.",
    }),
    elsewhere: t.exposeInt("elsewhere", {
      description: "The number of other companies of the directory whose records contain the phrase.",
    }),
    logLikelihood: t.exposeFloat("logLikelihood", {
      description:
        "Dunning's log-likelihood G². The higher it is, the less likely the difference is due to chance. Only phrases of at least 15.13 are listed.",
    }),
    logRatio: t.exposeFloat("logRatio", {
      description:
        "The effect size: the binary logarithm of how many times more likely a company of the market is to use the phrase than another company.",
    }),
    companies: t.field({
      type: PhraseCompanyConnection,
      description: "The companies of the market whose records contain the phrase.",
      args: { first: t.arg.int(), after: t.arg.string(), offset: t.arg.int() },
      complexity: byPage,
      resolve: ({ companies }, args) => pageOfList(companies, args),
    }),
  }),
});

const MarketPhraseConnection = defineConnection<PhraseRow>("MarketPhrase", MarketPhrase, (row) => row);

export const MarketPhrases = builder.objectRef<MarketAnalysis<"phrases">>("MarketPhrases").implement({
  description:
    "The phrases that are typical of a market in comparison with the whole directory. The pipeline flag `runPhraseExplorer` finds them.",
  fields: (t) => ({
    ...runFields<"phrases">(t),
    marketCompanies: t.int({
      description: "The number of companies of the market whose records were read.",
      resolve: ({ result }) => result.marketCompanies,
    }),
    otherCompanies: t.int({
      description: "The number of other companies of the directory that they were compared with.",
      resolve: ({ result }) => result.otherCompanies,
    }),
    phrases: t.field({
      type: MarketPhraseConnection,
      description: "The typical phrases, most typical first, at most 200.",
      args: { first: t.arg.int(), after: t.arg.string(), offset: t.arg.int() },
      complexity: byPage,
      resolve: ({ result }, args) => pageOfList(result.phrases, args),
    }),
  }),
});
