import { z } from "zod";
import { CursorPagination } from "./cursor-pages.ts";
import { CompanyReference } from "./market-company.ts";
import { integer, timestamp } from "./values.ts";

const share = () => z.number().min(0).max(1);
const percent = () => z.number().min(0).max(100);

/** The metadata of every analysis. */
const run = () => ({
  marketId: integer(),
  jobId: integer().meta({ description: "The job that computed the result." }),
  computedAt: timestamp(),
  notes: z.array(z.string()).meta({ description: "Missing data, with how to provide it." }),
});
const pagedRun = () => ({ ...run(), pagination: CursorPagination });

export const MomentumMetadata = z.strictObject({
  ...pagedRun(),
  asOf: timestamp().nullable().meta({
    description: "The time of the newest story or event of the market's companies; null where there is none.",
  }),
});

const MomentumPart = z
  .strictObject({
    name: z.string().meta({ description: "`newsVolume`, `events`, `sentiment`, `revenueChange` or `sizeChange`." }),
    weight: share(),
    value: z.number().meta({
      description: "The measured value: for `sentiment` a mean from −1 to 1, otherwise the logarithm of now / before.",
    }),
    known: share().meta({ description: "The share of the uncertainty about the true value that the data removed." }),
    score: percent(),
    evidence: integer().meta({
      description: "How many stories or events it is based on; 0 where it comes from a figure of the record.",
    }),
    words: z.string().meta({ description: "The measurement in words." }),
  })
  .meta({ id: "MomentumPart" });

export const MomentumItem = z
  .strictObject({
    company: CompanyReference,
    rank: integer()
      .nullable()
      .meta({ description: "The rank, where 1 is best; null where too little is known for a rank." }),
    score: percent()
      .nullable()
      .meta({ description: "The momentum score, where 50 is the market's mean; null where no part is known." }),
    low: percent()
      .nullable()
      .meta({ description: "The lower bound of the 90 % interval of the score; null where there is no score." }),
    high: percent()
      .nullable()
      .meta({ description: "The upper bound of the 90 % interval of the score; null where there is no score." }),
    confidence: share(),
    parts: z.array(MomentumPart),
  })
  .meta({ id: "MomentumItem" });

export const RadarMetadata = z.strictObject(pagedRun());

export const RadarItem = z
  .strictObject({
    company: CompanyReference,
    x: share().nullable().meta({
      description:
        "The fit: the probability that the company offers what the market asks for; null where it has no place.",
    }),
    y: share()
      .nullable()
      .meta({ description: "The momentum score divided by 100; null where the company has no place." }),
    yLow: share().nullable().meta({ description: "The lower bound of the 90 % interval of `y`." }),
    yHigh: share().nullable().meta({ description: "The upper bound of the 90 % interval of `y`." }),
    quadrant: z.enum(["coreAhead", "coreBehind", "edgeAhead", "edgeBehind"]).nullable(),
    scale: share().nullable().meta({
      description:
        "The size of the dot: the company's position in the market by employees and revenue; null where both are unknown.",
    }),
    why: z.string().meta({ description: "The basis of the place, or the reason why there is none." }),
  })
  .meta({ id: "RadarItem" });

export const TopicsMetadata = z.strictObject(run());

export const Topic = z
  .strictObject({
    label: z.string().meta({ description: "The strongest terms of the topic." }),
    share: share().meta({ description: "The share of all companies' text that belongs to the topic." }),
    terms: z.array(z.strictObject({ term: z.string(), weight: share() })),
    companiesTotal: integer(),
    companies: z
      .array(
        CompanyReference.extend({
          weight: share().meta({ description: "The share of the company's text that belongs to the topic." }),
        }),
      )
      .meta({
        description: "Companies with at least a fifth of their text on the topic, largest share first; at most 100.",
      }),
  })
  .meta({ id: "Topic" });

export const PhrasesMetadata = z.strictObject({
  ...pagedRun(),
  marketCompanies: integer(),
  otherCompanies: integer().meta({ description: "How many other companies of the directory were compared." }),
});

export const Phrase = z
  .strictObject({
    phrase: z.string(),
    inMarket: integer().meta({ description: "How many companies of the market use the phrase." }),
    elsewhere: integer().meta({ description: "How many other companies of the directory use the phrase." }),
    logRatio: z.number().meta({
      description:
        "The binary logarithm of how many times likelier a company of the market uses the phrase than another company.",
    }),
    logLikelihood: z
      .number()
      .meta({ description: "Dunning's G²: the higher, the less likely the difference is chance." }),
    companies: z
      .array(CompanyReference)
      .meta({ description: "Companies of the market that use the phrase, at most 10." }),
  })
  .meta({ id: "Phrase" });

export const FeatureMapMetadata = z.strictObject({
  ...pagedRun(),
  features: z.array(
    z.strictObject({
      feature: z.string(),
      origin: z.enum(["criteria", "phrases"]),
      stated: integer().meta({ description: "How many companies state the feature in their records." }),
      implied: integer().meta({ description: "How many companies have a record that implies the feature." }),
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
          field: z.string().nullable().meta({
            description: "The field of the record that contains the quotation; null where nothing is claimed.",
          }),
          quote: z
            .string()
            .nullable()
            .meta({ description: "The words of the record that support the answer; null where nothing is claimed." }),
        }),
      )
      .meta({ description: "One for each feature, in the order of the features." }),
  })
  .meta({ id: "FeatureMapItem" });
