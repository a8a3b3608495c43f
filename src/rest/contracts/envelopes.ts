import { z } from "zod";
import { always, integer } from "./values.ts";

/** The contract's data envelope. */
export const dataEnvelope = <Metadata extends z.ZodType, Data extends z.ZodType>(metadata: Metadata, data: Data) =>
  z.strictObject({
    metadata: metadata.describe("What belongs to the response as a whole, such as the pagination; {} if nothing does."),
    data,
  });

/** The metadata of most reads. */
export const NoMetadata = z.strictObject({});

export const MarketMetadata = z.strictObject({ marketId: integer().describe("The number of the market.") });

/** The answer to starting a discovery on an existing market, and to publishing. */
export const ActionEnvelope = z
  .strictObject({
    success: always(true).describe("Always true."),
    message: z.string().describe("What was started, in words."),
    metadata: z
      .strictObject({
        marketId: integer().describe("The number of the market."),
        jobIds: z.array(integer()).describe("The numbers of the jobs that were queued."),
      })
      .describe("The market and its new jobs."),
  })
  .meta({ id: "ActionEnvelope" });

/** Every error. */
export const ErrorEnvelope = z
  .strictObject({
    success: always(false).describe("Always false."),
    errorCode: z.string().describe("The code of the error, such as `NOT_FOUND`. Programs should rely on it alone."),
    message: z.string().describe("The error in words. After a colon, it may name the wrong field and the reason."),
  })
  .meta({ id: "ErrorEnvelope" });
