import { z } from "zod";
import { CursorPagination } from "./cursor-pages.ts";
import { CompanyReference } from "./market-company.ts";
import { integer, timestamp } from "./values.ts";

const share = () => z.number().min(0).max(1);
const percent = () => z.number().min(0).max(100);

/** The metadata of every analysis. */
const run = () => ({
  marketId: integer(),
  jobId: integer().meta({ description: "The job that made it." }),
  computedAt: timestamp(),
  notes: z.array(z.string()).meta({ description: "What was missing, and how to get it." }),
});
const pagedRun = () => ({ ...run(), pagination: CursorPagination });

export const MomentumMetadata = z.strictObject({
  ...pagedRun(),
  asOf: timestamp().nullable().meta({ description: "The newest story or event of a company; null: there is none." }),
});

const MomentumPart = z
  .strictObject({
    name: z.string().meta({ description: "`newsVolume`, `events`, `sentiment`, `revenueChange` or `sizeChange`." }),
    weight: share(),
    value: z.number().meta({ description: "As measured." }),
    known: share().meta({ description: "How much of the uncertainty the data took away." }),
    score: percent(),
    evidence: integer().meta({ description: "Stories or events behind it; 0: a figure of the record." }),
    words: z.string().meta({ description: "The measurement for people." }),
  })
  .meta({ id: "MomentumPart" });

export const MomentumItem = z
  .strictObject({
    company: CompanyReference,
    rank: integer().nullable().meta({ description: "1 is best; null where too little is known for a place." }),
    score: percent().nullable().meta({ description: "50 is the market's mean; null where no part is known." }),
    low: percent().nullable().meta({ description: "Where the interval begins that holds the truth with 90 %." }),
    high: percent().nullable().meta({ description: "Where it ends." }),
    confidence: share(),
    parts: z.array(MomentumPart),
  })
  .meta({ id: "MomentumItem" });

export const RadarMetadata = z.strictObject(pagedRun());

export const RadarItem = z
  .strictObject({
    company: CompanyReference,
    x: share().nullable().meta({ description: "Fit: the probability that it offers what is asked for." }),
    y: share().nullable().meta({ description: "Momentum: its score / 100." }),
    yLow: share().nullable().meta({ description: "Where the 90 % interval of `y` begins." }),
    yHigh: share().nullable().meta({ description: "Where it ends." }),
    quadrant: z.enum(["coreAhead", "coreBehind", "edgeAhead", "edgeBehind"]).nullable(),
    scale: share().nullable().meta({ description: "For the size of the dot: its place by employees and revenue." }),
    why: z.string().meta({ description: "What the place rests on, or why it has none." }),
  })
  .meta({ id: "RadarItem" });

export const TopicsMetadata = z.strictObject(run());

export const Topic = z
  .strictObject({
    label: z.string().meta({ description: "Its strongest terms." }),
    share: share().meta({ description: "Of all companies' text." }),
    terms: z.array(z.strictObject({ term: z.string(), weight: share() })),
    companiesTotal: integer(),
    companies: z
      .array(CompanyReference.extend({ weight: share().meta({ description: "The part of the company's text." }) }))
      .meta({ description: "Those with at least a fifth of their text in it, most first; at most 100." }),
  })
  .meta({ id: "Topic" });

export const PhrasesMetadata = z.strictObject({
  ...pagedRun(),
  marketCompanies: integer(),
  otherCompanies: integer().meta({ description: "Of the directory, that they were compared with." }),
});

export const Phrase = z
  .strictObject({
    phrase: z.string(),
    inMarket: integer().meta({ description: "Companies of the market that use it." }),
    elsewhere: integer().meta({ description: "Other companies of the directory that use it." }),
    logRatio: z.number().meta({ description: "How many times likelier in the market, as a power of 2." }),
    logLikelihood: z.number().meta({ description: "Dunning's G²." }),
    companies: z.array(CompanyReference).meta({ description: "Those of the market that use it; at most 10." }),
  })
  .meta({ id: "Phrase" });

export const FeatureMapMetadata = z.strictObject({
  ...pagedRun(),
  features: z.array(
    z.strictObject({
      feature: z.string(),
      origin: z.enum(["criteria", "phrases"]),
      stated: integer().meta({ description: "Companies that say it of themselves." }),
      implied: integer().meta({ description: "Companies of which it follows from other words." }),
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
          field: z.string().nullable().meta({ description: "The field of the record that shows it." }),
          quote: z.string().nullable().meta({ description: "The words that show it." }),
        }),
      )
      .meta({ description: "One for each feature, in their order." }),
  })
  .meta({ id: "FeatureMapItem" });
