import { z } from "zod";

/** The outcomes of the criteria as stored with a company of a market; see `CriterionOutcome`. */
export const StoredOutcomes = z.array(
  z.object({
    criterion: z.string(),
    outcome: z.enum(["met", "notMet", "unknown"]),
    evidence: z.object({ field: z.string(), start: z.int(), end: z.int(), text: z.string() }).nullable(),
    note: z.string(),
    probability: z.number().optional(),
    parts: z.array(z.string()).optional(),
    by: z.string().optional(),
  }),
);
export type StoredOutcome = z.infer<typeof StoredOutcomes>[number];
