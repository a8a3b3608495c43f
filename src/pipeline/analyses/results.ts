import { z } from "zod";
import { mayOrderBeChance } from "./momentum/chance.ts";

const share = z.number().min(0).max(1);
const company = z.object({ companyId: z.number().int() });
/** Sentences for people on what was missing and how to get it. */
const notes = z.array(z.string());

const momentumPart = z.object({
  name: z.enum(["newsVolume", "events", "sentiment", "revenueChange", "sizeChange"]),
  /** 0–1; all parts that count in the market have the same weight. */
  weight: share,
  /** As measured, in the unit of the part. */
  value: z.number(),
  /** 0–1: share of the uncertainty that the data removed. */
  known: share,
  /** 0–100: its standing in the market, shrunk towards the mean by how little is known. */
  score: z.number().min(0).max(100),
  /** Number of stories or events behind it; 0 for a figure of the record. */
  evidence: z.number().int().min(0),
  /** The measurement for people. */
  words: z.string(),
});

const percentOrNull = z.number().min(0).max(100).nullable();

const momentum = z
  .object({
    /** End of the recent window: the newest story or event of any of the companies; null where there is none. */
    asOf: z.string().nullable(),
    /** Ranked ones first, greatest first; then those with only a score; then those without. */
    companies: z.array(
      company.extend({
        score: percentOrNull,
        /** The interval that holds the true value with 90 %. */
        low: percentOrNull,
        high: percentOrNull,
        /** 1 is best; null where too little is known for a rank. */
        rank: z.number().int().min(1).nullable(),
        /** Until when news and events about the market count in it; null: they do not, or an earlier result. */
        asOf: z.string().nullish(),
        confidence: share,
        parts: z.array(momentumPart),
      }),
    ),
    /** Whether the order of the ranked companies may be chance. Earlier results do not state it. */
    orderMayBeChance: z.boolean().optional(),
    notes,
  })
  .transform(({ orderMayBeChance, ...rest }) => ({
    ...rest,
    orderMayBeChance: orderMayBeChance ?? mayOrderBeChance(rest.companies),
  }));

export const QUADRANTS = ["coreAhead", "coreBehind", "edgeAhead", "edgeBehind"] as const;

const radar = z.object({
  /** By fit, then momentum, greatest first; those off the radar last. */
  companies: z.array(
    company.extend({
      x: share.nullable(),
      y: share.nullable(),
      yLow: share.nullable(),
      yHigh: share.nullable(),
      scale: share.nullable(),
      quadrant: z.enum(QUADRANTS).nullable(),
      why: z.string(),
    }),
  ),
  notes,
});

const topics = z.object({
  /** By share, greatest first. */
  topics: z.array(
    z.object({
      label: z.string(),
      /** Share of all companies' text. */
      share,
      terms: z.array(z.object({ term: z.string(), weight: share })),
      companies: z.array(company.extend({ weight: share })),
    }),
  ),
  notes,
});

const phrases = z.object({
  marketCompanies: z.number().int(),
  otherCompanies: z.number().int(),
  /** Most typical first. */
  phrases: z.array(
    z.object({
      phrase: z.string(),
      inMarket: z.number().int(),
      elsewhere: z.number().int(),
      /** Dunning's G². */
      logLikelihood: z.number(),
      /** Binary logarithm of how many times likelier a company of the market uses it. */
      logRatio: z.number(),
      companies: z.array(company),
    }),
  ),
  notes,
});

const featureMap = z.object({
  features: z.array(
    z.object({
      feature: z.string(),
      origin: z.enum(["criteria", "phrases"]),
      stated: z.number().int(),
      implied: z.number().int(),
    }),
  ),
  /** In the market's order. A feature that a company's record does not mention has no cell. */
  companies: z.array(
    company.extend({
      cells: z.array(
        z.object({
          /** Position in `features`. */
          feature: z.number().int().min(0),
          answer: z.enum(["stated", "implied"]),
          field: z.string(),
          quote: z.string(),
        }),
      ),
    }),
  ),
  notes,
});

/** The shape of each kind of result. */
interface Results {
  momentum: z.infer<typeof momentum>;
  radar: z.infer<typeof radar>;
  topics: z.infer<typeof topics>;
  phrases: z.infer<typeof phrases>;
  featureMap: z.infer<typeof featureMap>;
}

const SCHEMAS: { [Kind in keyof Results]: z.ZodType<Results[Kind]> } = { momentum, radar, topics, phrases, featureMap };

export type AnalysisKind = keyof Results;
export type AnalysisResult<Kind extends AnalysisKind> = Results[Kind];
export type MomentumPart = z.infer<typeof momentumPart>;
export type Quadrant = (typeof QUADRANTS)[number];

/** Parses a stored result; null for one of another version of the program, which has to be made again. */
export function parseResult<Kind extends AnalysisKind>(kind: Kind, result: unknown): AnalysisResult<Kind> | null {
  return SCHEMAS[kind].safeParse(result).data ?? null;
}
