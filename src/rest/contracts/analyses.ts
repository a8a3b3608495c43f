import { z } from "zod";
import { CursorPagination } from "./cursor-pages.ts";
import { CompanyReference } from "./market-company.ts";
import { integer, timestamp } from "./values.ts";

const share = () => z.number().min(0).max(1);
const percent = () => z.number().min(0).max(100);

/** The metadata of every analysis. */
const run = () => ({
  marketId: integer().describe("The number of the market."),
  jobId: integer().describe("The number of the job that computed the result."),
  computedAt: timestamp().describe("When the result was computed."),
  notes: z.array(z.string()).describe("Missing data, with how to provide it."),
});
const pagedRun = () => ({ ...run(), pagination: CursorPagination });

export const MomentumMetadata = z.strictObject({
  ...pagedRun(),
  asOf: timestamp()
    .nullable()
    .describe("The time of the newest story or event of the market's companies; null if there is none."),
});

const MomentumPart = z
  .strictObject({
    name: z.string().describe("`newsVolume`, `events`, `sentiment`, `revenueChange` or `sizeChange`."),
    weight: share().describe(
      "The weight of the part in the score, 0–1. All parts that count in the market have the same weight.",
    ),
    value: z
      .number()
      .describe("The measured value: for `sentiment` a mean from −1 to 1, otherwise the logarithm of now / before."),
    known: share().describe("The share of the uncertainty about the true value that the data removed."),
    score: percent().describe(
      "The company's score for this part, 0–100, relative to the market. The less is known, the closer it is to the market's mean.",
    ),
    evidence: integer().describe(
      "How many stories or events it is based on; 0 where it comes from a figure of the record.",
    ),
    words: z.string().describe("The measurement in words."),
  })
  .meta({ id: "MomentumPart" });

export const MomentumItem = z
  .strictObject({
    company: CompanyReference,
    rank: integer().nullable().describe("The rank, where 1 is best; null if too little is known for a rank."),
    score: percent()
      .nullable()
      .describe("The momentum score, where 50 is the market's mean; null if no part is known."),
    low: percent().nullable().describe("The lower bound of the 90 % interval of the score; null if there is no score."),
    high: percent()
      .nullable()
      .describe("The upper bound of the 90 % interval of the score; null if there is no score."),
    confidence: share().describe("How much of the uncertainty about the score the data removed, 0–1."),
    parts: z.array(MomentumPart).describe("The parts of the score for which data is known."),
  })
  .meta({ id: "MomentumItem" });

export const RadarMetadata = z.strictObject(pagedRun());

export const RadarItem = z
  .strictObject({
    company: CompanyReference,
    x: share()
      .nullable()
      .describe(
        "The fit: the probability that the company offers what the market asks for or, if the judge gave none, its score in the search; null if the company has no place.",
      ),
    y: share().nullable().describe("The momentum score divided by 100; null if the company has no place."),
    yLow: share().nullable().describe("The lower bound of the 90 % interval of `y`."),
    yHigh: share().nullable().describe("The upper bound of the 90 % interval of `y`."),
    quadrant: z
      .enum(["coreAhead", "coreBehind", "edgeAhead", "edgeBehind"])
      .nullable()
      .describe(
        "The quadrant: `core` or `edge` is the fit, `Ahead` or `Behind` the momentum compared with the market's mean; null if the company has no place, or if its interval includes the mean or it has no rank.",
      ),
    scale: share()
      .nullable()
      .describe(
        "The size of the dot: the company's percentile in the market by employees and revenue, as far as they are known; null if too few are known.",
      ),
    why: z.string().describe("The basis of the place, or the reason why there is none."),
  })
  .meta({ id: "RadarItem" });

export const TopicsMetadata = z.strictObject(run());

export const Topic = z
  .strictObject({
    label: z.string().describe("The strongest terms of the topic."),
    share: share().describe("The share of all companies' text that belongs to the topic."),
    terms: z
      .array(
        z.strictObject({
          term: z.string().describe("The term, which is a word or a phrase."),
          weight: share().describe("The weight relative to the strongest term of the topic, 0–1."),
        }),
      )
      .describe("The terms of the topic, strongest first, at most 10."),
    companiesTotal: integer().describe(
      "The number of companies with at least a fifth of their text on the topic, including those that `companies` leaves out.",
    ),
    companies: z
      .array(
        CompanyReference.extend({
          weight: share().describe("The share of the company's text that belongs to the topic."),
        }),
      )
      .describe("Companies with at least a fifth of their text on the topic, largest share first; at most 100."),
  })
  .meta({ id: "Topic" });

export const PhrasesMetadata = z.strictObject({
  ...pagedRun(),
  marketCompanies: integer().describe("The number of companies of the market whose records were read."),
  otherCompanies: integer().describe("How many other companies of the directory were compared."),
});

export const Phrase = z
  .strictObject({
    phrase: z.string().describe("The text of the phrase."),
    inMarket: integer().describe("How many companies of the market use the phrase."),
    elsewhere: integer().describe("How many other companies of the directory use the phrase."),
    logRatio: z
      .number()
      .describe(
        "The binary logarithm of how many times likelier a company of the market uses the phrase than another company.",
      ),
    logLikelihood: z.number().describe("Dunning's G²: the higher, the less likely the difference is chance."),
    companies: z.array(CompanyReference).describe("Companies of the market that use the phrase, at most 10."),
  })
  .meta({ id: "Phrase" });

export const FeatureMapMetadata = z.strictObject({
  ...pagedRun(),
  features: z
    .array(
      z.strictObject({
        feature: z.string().describe("The name of the feature."),
        origin: z
          .enum(["criteria", "phrases"])
          .describe("`criteria` if the market's criteria name the feature, `phrases` if it is a typical phrase."),
        stated: integer().describe("How many companies state the feature in their records."),
        implied: integer().describe("How many companies have a record that implies the feature."),
      }),
    )
    .describe("The features, at most 35. Those of the criteria come first."),
});

export const FeatureMapItem = z
  .strictObject({
    company: CompanyReference,
    cells: z
      .array(
        z.strictObject({
          feature: z.string().describe("The name of the feature, as in `metadata.features`."),
          answer: z
            .enum(["stated", "implied", "notSaid"])
            .describe(
              "Whether the record states the feature, implies it, or does not mention it. `notSaid` does not prove that the company lacks it.",
            ),
          field: z
            .string()
            .nullable()
            .describe("The field of the record that contains the quotation; null for `notSaid`."),
          quote: z.string().nullable().describe("The words of the record that support the answer; null for `notSaid`."),
        }),
      )
      .describe("One for each feature, in the order of the features."),
  })
  .meta({ id: "FeatureMapItem" });
