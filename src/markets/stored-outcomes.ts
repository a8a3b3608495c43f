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

/**
 * Returns the estimated probability, 0–1, that a company belongs to the market. This is the offer's probability. It was
 * fitted to grades of whole companies, so role, places and exclusions are included (docs/quality.md). Null where
 * another criterion is not met, or where the offer was judged by rules or by a language model.
 */
export function belongingProbability(
  criteria: readonly { criterion: string; outcome: string; probability?: number | null }[],
): number | null {
  const failsOther = criteria.some(({ criterion, outcome }) => criterion !== "offer" && outcome === "notMet");
  return failsOther ? null : (criteria.find(({ criterion }) => criterion === "offer")?.probability ?? null);
}
