import { z } from "zod";

export const CompanyNewsItem = z
  .strictObject({
    name: z.string().meta({ description: "The title." }),
    pageUrl: z.string(),
    summary: z.string(),
    sentiment: z
      .number()
      .min(-1)
      .max(1)
      .meta({ description: "The sentiment of the article, −1 (negative) to 1 (positive)." }),
    estimatedDate: z.strictObject({
      str: z.string().meta({ description: "The date in ISO 8601, in its known precision.", examples: ["2026-03"] }),
      precision: z
        .int()
        .min(1)
        .max(4)
        .meta({ description: "The precision of the date: 1 year, 2 month, 3 day, 4 minute." }),
      timestamp: z.int().meta({ description: "Unix time in milliseconds." }),
    }),
    image: z.string().meta({ description: '"" when there is none.' }),
  })
  .meta({ id: "CompanyNewsItem" });
