import { z } from "zod";

export const CompanyNewsItem = z
  .strictObject({
    name: z.string().describe("The title of the article."),
    pageUrl: z.string().describe("The URL of the article."),
    summary: z.string().describe('A summary of the article in a few sentences; "" if the source gives none.'),
    sentiment: z.number().min(-1).max(1).describe("The sentiment of the article, −1 (negative) to 1 (positive)."),
    estimatedDate: z
      .strictObject({
        str: z
          .string()
          .meta({ description: "The date as ISO 8601 text in its known precision.", examples: ["2026-03"] }),
        precision: z.int().min(1).max(4).describe("The precision of the date: 1 year, 2 month, 3 day, 4 minute."),
        timestamp: z.int().describe("The beginning of the date, as Unix time in milliseconds."),
      })
      .describe("When the article was published."),
    image: z.string().describe('The URL of an image; "" if there is none.'),
  })
  .meta({ id: "CompanyNewsItem" });
