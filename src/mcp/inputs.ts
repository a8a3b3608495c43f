import { z } from "zod";
import { LIMITS } from "#markets/criteria/criteria-schema";

export const marketId = z.int().min(1).describe("The market's number, as start_discovery or list_markets gives it.");
export const after = z.string().nullish().describe("The `endCursor` of the previous page; absent for the first page.");
export const first = (most: number, usual: number) =>
  z.int().min(1).max(most).default(usual).describe(`The number of entries, at most ${most}.`);

const words = (what: string) => z.array(z.string()).optional().describe(what);

/** Criteria as read_question returns and start_discovery accepts them. */
export const criteria = z
  .object({
    userPrompt: z.string().max(LIMITS.promptCharacters).optional().describe("The question in plain words."),
    marketName: z.string().max(LIMITS.marketNameCharacters).optional(),
    marketType: z.string().optional().describe("`product` or `service`."),
    marketRole: z.string().optional().describe("`manufacturer`, `operator`, `distributor` …"),
    keywords: z
      .object({
        features: words("What the companies offer."),
        user: words("Who buys or uses the offer."),
        synonyms: words("Other words for the same offer."),
        irrelevant: words("Kinds of companies to exclude."),
      })
      .optional(),
    locations: z
      .array(z.object({ country: z.string().describe("ISO 3166-1 alpha-2."), address: z.array(z.string()).nullish() }))
      .max(LIMITS.locations)
      .optional(),
    count: z.int().min(1).optional().describe("How many companies are wanted."),
    seedDomains: z.array(z.string()).optional().describe("Domains of example companies."),
  })
  .describe("An alternative to `question`: the criteria from read_question, with your changes.");
export type Criteria = z.output<typeof criteria>;
