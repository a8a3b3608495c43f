import { z } from "zod";
import { wordList } from "./paging.ts";
import { oneOf, strictFields } from "./strict.ts";
import { expected, integer } from "./values.ts";

const SOURCES = ["Internal", "External", "Directory"] as const;
const SENTIMENTS = ["Positive", "Neutral", "Negative"] as const;
const RECOGNITIONS = ["Rewarded", "Certified"] as const;

const closedList = <const Words extends readonly [string, ...string[]]>(words: Words) =>
  z.array(oneOf(words), expected("a list of strings")).max(200, "has more than 200 entries");

/** A filter matches any value within a field, and every field that has values. */
export const EsgFilters = strictFields({
  environmental: wordList().optional().describe("Names of environmental labels, ignoring case."),
  governance: wordList().optional().describe("Names of governance labels, ignoring case."),
  social: wordList().optional().describe("Names of social labels, ignoring case."),
  publisher: wordList()
    .optional()
    .describe("Names of publishers, which the items have as `source`, compared in full, ignoring case."),
  source: closedList(SOURCES)
    .optional()
    .describe(
      "`Internal` for the companies' own sites, `External` for third parties, `Directory` for records of the directory.",
    ),
  sentiment: closedList(SENTIMENTS)
    .optional()
    .describe(
      "The sentiment by `sentimentScore`: `Positive` from 0.05, `Negative` up to −0.05, `Neutral` between them.",
    ),
  certifications: closedList(RECOGNITIONS)
    .optional()
    .describe("`Rewarded` for items that report an award, `Certified` for items that report a certification."),
  domains: wordList().optional().describe("The companies, each as a domain, host name or URL."),
}).meta({
  id: "EsgFilters",
  description:
    "An item must meet all given filters; in a list, one matching value is enough. Empty lists do not filter.",
});

export const EsgItem = z
  .strictObject({
    _id: z.string().describe("The number of the item, as a string."),
    marketId: z.string().describe("The number of the market, as a string."),
    domain: z.string().describe("The domain of the company."),
    URL: z.string().describe('The URL of the text; "" for a record of the directory, because no page was read.'),
    title: z.string().describe("The title of the text."),
    snippet: z
      .string()
      .describe(
        'The sentence of the text with the most evidence for the labels, or the text that was imported with the item; "" if there is none.',
      ),
    datePublished: z.string().describe('When the text was published, as ISO 8601 in UTC; "" if it is unknown.'),
    dateRetrieved: z.string().describe("When the text was retrieved, as ISO 8601 in UTC."),
    source: z.string().describe("The name of the publisher; for a record of the directory, the name of its source."),
    sourceLogoBase64: z.string().describe('The logo of the publisher in Base64; "" if there is none.'),
    sourceLogoURL: z.string().nullable().describe("The URL of the publisher's logo; null if there is none."),
    esgLabels: z
      .array(
        z.strictObject({
          label: z.string().describe("The name of the label."),
          category: z.string().describe("The category of the label: `environmental`, `social` or `governance`."),
        }),
      )
      .describe("The ESG labels of the text."),
    sentimentScore: z.number().min(-1).max(1).describe("The sentiment of the text, −1 (negative) to 1 (positive)."),
    versionDate: z.string().describe("The day on which the item was created, as `YYYY-MM-DD`."),
    awards: z.boolean().describe("Whether the text reports an award to the company."),
    certifications: z.boolean().describe("Whether the text reports a certification of the company."),
  })
  .meta({ id: "EsgItem" });

export const EsgMetadata = z.strictObject({
  pagination: z
    .strictObject({
      totalItems: integer().describe("The number of the market's items without the filters."),
      prevPage: integer().describe("The number of the previous page; 0 if there is none."),
      nextPage: integer().describe("The number of the next page; 0 if there is none."),
      totalPages: integer().describe("The number of pages with the filters; 0 if no item matches."),
      currentPage: integer().describe("The number of this page, from 1."),
      pageSize: integer().describe("The page size of the request."),
      filteredTotalItems: integer().describe("The number of items that match the filters."),
    })
    .describe("The pagination."),
  filters: EsgFilters.describe("The filters of the request; {} if it had none."),
});
