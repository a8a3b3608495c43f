import { z } from "zod";
import { CursorPagination } from "./cursor-pages.ts";
import { CompanyReference } from "./market-company.ts";
import { integer, timestamp } from "./values.ts";

const share = () => z.number().min(0).max(1);
const percent = () => z.number().min(0).max(100);

/** The metadata of every analysis. */
const run = () => ({
  marketId: integer(),
  jobId: integer().describe("The job that computed the result."),
  computedAt: timestamp(),
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
    weight: share(),
    value: z
      .number()
      .describe("The measured value: for `sentiment` a mean from −1 to 1, otherwise the logarithm of now / before."),
    known: share().describe("The share of the uncertainty about the true value that the data removed."),
    score: percent(),
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
    parts: z.array(MomentumPart),
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
        "The quadrant: `core` or `edge` is the fit, `Ahead` or `Behind` the momentum compared with the market's mean; null if the company has no place.",
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
    terms: z.array(z.strictObject({ term: z.string(), weight: share() })),
    companiesTotal: integer(),
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
  marketCompanies: integer(),
  otherCompanies: integer().describe("How many other companies of the directory were compared."),
});

export const Phrase = z
  .strictObject({
    phrase: z.string(),
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
  features: z.array(
    z.strictObject({
      feature: z.string(),
      origin: z.enum(["criteria", "phrases"]),
      stated: integer().describe("How many companies state the feature in their records."),
      implied: integer().describe("How many companies have a record that implies the feature."),
    }),
  ),
});

export const FeatureMapItem = z
  .strictObject({
    company: CompanyReference,
    cells: z
      .array(
        z.strictObject({
          feature: z.string(),
          answer: z.enum(["stated", "implied", "notSaid"]),
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
