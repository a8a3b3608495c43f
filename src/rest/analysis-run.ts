import { NotFoundError } from "#foundation/errors/index";
import { found } from "./mapping.ts";

interface AnalysisRun {
  jobId: number;
  computedAt: string;
  notes: string[];
}

/**
 * Returns an analysis of a market that the caller requested by its kind, with the metadata that all analyses share.
 * @throws NotFoundError when there is no such market, or its pipeline flag has not run
 */
export function analysisRun<Analysis extends AnalysisRun>(
  market: { analysis: Analysis | null } | null,
  marketId: number,
  { kind, flag }: { kind: string; flag: string },
) {
  const { analysis } = found(market, `market ${marketId}`);
  if (analysis === null) throw new NotFoundError(`${kind} of market ${marketId}: ${flag} has not run`);
  const { jobId, computedAt, notes } = analysis;
  return { analysis, run: { marketId, jobId, computedAt, notes } };
}
