import { z } from "zod";
import { always, integer } from "./values.ts";

/** The contract's data envelope. */
export const dataEnvelope = <Metadata extends z.ZodType, Data extends z.ZodType>(metadata: Metadata, data: Data) =>
  z.strictObject({ metadata, data });

/** The metadata of most reads. */
export const NoMetadata = z.strictObject({});

export const MarketMetadata = z.strictObject({ marketId: integer() });

/** The answer to starting a discovery on an existing market, and to publishing. */
export const ActionEnvelope = z
  .strictObject({
    success: always(true),
    message: z.string(),
    metadata: z.strictObject({ marketId: integer(), jobIds: z.array(integer()) }),
  })
  .meta({ id: "ActionEnvelope" });

/** Every error. */
export const ErrorEnvelope = z
  .strictObject({ success: always(false), errorCode: z.string(), message: z.string() })
  .meta({ id: "ErrorEnvelope" });
