import { z } from "zod";

/** Headers of an operation that may be repeated under a key but runs only once. */
export const idempotencyHeaders = <Request extends z.ZodRawShape, Response extends z.ZodRawShape>(
  request: Request = {} as Request,
  response: Response = {} as Response,
) => ({
  requestHeaders: z.object({
    ...request,
    "idempotency-key": z
      .string()
      .min(1)
      .max(255)
      .optional()
      .describe(
        "Repeated requests with the same key and input get the first response for 24 hours. A different input is CONFLICT.",
      ),
  }),
  responseHeaders: z.object({
    ...response,
    "idempotency-replayed": z
      .literal("true")
      .optional()
      .describe("Present where this is the response to an earlier request with the same Idempotency-Key."),
  }),
});
