/** The possible verdicts on a candidate; the enum in the database's schema explains each. */
export const VERDICTS = ["in", "belowCut", "related", "excluded", "failed", "duplicate"] as const;
export type Verdict = (typeof VERDICTS)[number];

/** SQL that reads a column of verdicts: the database spells one of them in its own style. */
export const verdictIn = (column: string): string =>
  `CASE ${column} WHEN 'below_cut' THEN 'belowCut' ELSE ${column}::text END`;

/** Returns a verdict in the database's spelling. */
export const storedVerdict = (verdict: Verdict): string => (verdict === "belowCut" ? "below_cut" : verdict);
