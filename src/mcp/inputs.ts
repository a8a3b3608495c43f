import { z } from "zod";
import { LIMITS } from "#markets/criteria/criteria-schema";

export const marketId = z
  .int()
  .min(1)
  .describe("The number of the market, which start_discovery and list_markets return.");
export const maxCostUsd = z
  .number()
  .min(0)
  .optional()
  .describe("The maximum cost of calls to paid providers, in US dollars; by default only the team's budget limits it.");
export const after = z.string().nullish().describe("The `endCursor` of the previous page; by default the first page.");
export const first = (most: number, usual: number) =>
  z.int().min(1).max(most).default(usual).describe(`The maximum number of entries, 1–${most}.`);

const words = (what: string) => z.array(z.string()).optional().describe(what);

/** Criteria as read_question returns and start_discovery accepts them. */
export const criteria = z
  .object({
    userPrompt: z.string().max(LIMITS.promptCharacters).optional().describe("The question in plain words."),
    marketName: z
      .string()
      .max(LIMITS.marketNameCharacters)
      .optional()
      .describe("The name of the market; by default the beginning of the question."),
    marketType: z.string().optional().describe("`product`, `service` or another text; by default unknown."),
    marketRole: z
      .string()
      .optional()
      .describe(
        "The role of the companies: `manufacturer`, `distributor`, `serviceProvider`, `softwareProvider` or another text; by default unknown.",
      ),
    keywords: z
      .object({
        features: words("What the companies offer."),
        user: words("The buyers or users of the offer."),
        synonyms: words("Other words for the same offer."),
        irrelevant: words("Kinds of companies and offers to exclude."),
      })
      .optional()
      .describe("The keywords of the criteria; by default those that `userPrompt` names."),
    locations: z
      .array(
        z.object({
          country: z.string().describe("The ISO 3166-1 alpha-2 code of the country."),
          address: z
            .array(z.string())
            .nullish()
            .describe("Cities or states within the country; by default the whole country."),
        }),
      )
      .max(LIMITS.locations)
      .optional()
      .describe(
        `The places, of which one is enough, at most ${LIMITS.locations}; by default those that \`userPrompt\` names, or the whole world.`,
      ),
    count: z
      .int()
      .min(1)
      .optional()
      .describe(
        `The number of companies that are wanted, 1–${LIMITS.count}; by default the number that the question names, or 25.`,
      ),
    seedDomains: z.array(z.string()).optional().describe("The domains of example companies."),
  })
  .describe("An alternative to `question`: the criteria from read_question, with your changes.");
export type Criteria = z.output<typeof criteria>;
