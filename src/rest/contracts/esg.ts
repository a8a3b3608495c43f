import { z } from "zod";
import { wordList } from "./paging.ts";
import { oneOf, strictFields } from "./strict.ts";
import { expected, integer } from "./values.ts";

const SOURCES = ["Internal", "External"] as const;
const SENTIMENTS = ["Positive", "Neutral", "Negative"] as const;
const RECOGNITIONS = ["Rewarded", "Certified"] as const;

const closedList = <const Words extends readonly [string, ...string[]]>(words: Words) =>
  z.array(oneOf(words), expected("a list of strings")).max(200, "has more than 200 entries");

/** A filter matches any value within a field, and every field that has values. */
export const EsgFilters = strictFields({
  environmental: wordList().optional().meta({ description: "Labels of this category, ignoring case." }),
  governance: wordList().optional(),
  social: wordList().optional(),
  publisher: wordList().optional().meta({
    description: "Names of publishers, which the items have as `source`; each must match as a whole, ignoring case.",
  }),
  source: closedList(SOURCES).optional().meta({ description: "`Internal` stands for the company's own site." }),
  sentiment: closedList(SENTIMENTS)
    .optional()
    .meta({ description: "`Positive` from 0.05, `Negative` up to −0.05, `Neutral` between." }),
  certifications: closedList(RECOGNITIONS).optional().meta({ description: "`Rewarded` stands for awards." }),
  domains: wordList().optional().meta({ description: "The companies, each as a domain, host or URL." }),
}).meta({ id: "EsgFilters" });

export const EsgItem = z
  .strictObject({
    _id: z.string(),
    marketId: z.string(),
    domain: z.string(),
    URL: z.string(),
    title: z.string(),
    snippet: z.string(),
    datePublished: z.string().meta({ description: 'ISO 8601; "" when not known.' }),
    dateRetrieved: z.string(),
    source: z.string().meta({ description: "Name of the publisher." }),
    sourceLogoBase64: z.string(),
    sourceLogoURL: z.string().nullable(),
    esgLabels: z.array(
      z.strictObject({
        label: z.string(),
        category: z.string().meta({ description: "`environmental`, `social` or `governance`." }),
      }),
    ),
    sentimentScore: z.number().min(-1).max(1),
    versionDate: z.string().meta({ description: "The day of the run that created the item, as `YYYY-MM-DD`." }),
    awards: z.boolean(),
    certifications: z.boolean(),
  })
  .meta({ id: "EsgItem" });

export const EsgMetadata = z.strictObject({
  pagination: z.strictObject({
    totalItems: integer().meta({ description: "The number of the market's items without the filters." }),
    prevPage: integer().meta({ description: "The page number; 0 where there is no such page." }),
    nextPage: integer().meta({ description: "The page number; 0 where there is no such page." }),
    totalPages: integer(),
    currentPage: integer(),
    pageSize: integer(),
    filteredTotalItems: integer(),
  }),
  filters: EsgFilters,
});
