/** What can be decided about a candidate; the meaning of each stands at the enum in the database's schema. */
export type Verdict = "in" | "belowCut" | "excluded" | "failed" | "duplicate";
