/** What can be decided about a candidate; the meaning of each stands at the enum in the database's schema. */
export const VERDICTS = ["in", "belowCut", "related", "excluded", "failed", "duplicate"] as const;
export type Verdict = (typeof VERDICTS)[number];

/** SQL that reads a column of verdicts: the database spells one of them as it spells all names. */
export const verdictIn = (column: string): string =>
  `CASE ${column} WHEN 'below_cut' THEN 'belowCut' ELSE ${column}::text END`;

/** A verdict as the database spells it. */
export const storedVerdict = (verdict: Verdict): string => (verdict === "belowCut" ? "below_cut" : verdict);
