import { normaliseCriteria } from "../criteria/criteria-schema.ts";
import type { SearchCriteria } from "../criteria/search-criteria.ts";
import type { ReportedEstimate } from "../discovery/market-estimate.ts";
import type { Verdict } from "../discovery/verdict.ts";
import type { CriterionOutcome } from "../judging/index.ts";

export interface PreviewedCompany {
  companyId: number;
  domain: string;
  verdict: Verdict;
  /** From 1; null for companies that are not in. */
  rank: number | null;
  /** 0–1. */
  score: number;
  reason: string;
  criteria: CriterionOutcome[];
}

/** What a discovery by given criteria would find now. Plain JSON. */
export interface Preview {
  wanted: number;
  /** Number of companies examined. */
  candidates: number;
  counts: Record<Verdict, number>;
  companies: PreviewedCompany[];
  /** Companies near the request that do not match it. */
  related: PreviewedCompany[];
  estimate: ReportedEstimate;
  /** Notes, such as unused parts of the criteria. */
  notes: string[];
}

/**
 * Makes a preview, or only reads criteria, where the directory's index is: in a worker. @throws ServiceUnavailableError
 * where none answers in time
 */
export interface DiscoveryPreviewer {
  /** Returns notes for people on how criteria are understood. */
  read(input: { searchCriteria: SearchCriteria; teamId: number | null }): Promise<string[]>;
  preview(input: { searchCriteria: SearchCriteria; first: number; teamId: number | null }): Promise<Preview>;
}

/** Maximum number of companies of a kind in a preview. */
export const MOST_PREVIEWED = 50;

/**
 * Returns the companies that a discovery by these criteria would let in. @throws InvalidInputError;
 * ServiceUnavailableError
 */
export function previewDiscovery(
  previewer: DiscoveryPreviewer,
  { searchCriteria, first, teamId }: { searchCriteria: object; first: number; teamId: number | null },
): Promise<Preview> {
  // Also checked here, so that mistakes are reported at once instead of by a worker.
  const criteria = normaliseCriteria(searchCriteria, "first_pass");
  return previewer.preview({ searchCriteria: criteria, first, teamId });
}

/**
 * Tells how a discovery would understand these criteria. Told are what was read otherwise than it was written, words
 * that no record has, and what is not used. These are the notes of the discovery's plan. @throws InvalidInputError;
 * ServiceUnavailableError
 */
export function noteCriteria(
  previewer: DiscoveryPreviewer,
  { searchCriteria, teamId }: { searchCriteria: object; teamId: number | null },
): Promise<string[]> {
  return previewer.read({ searchCriteria: normaliseCriteria(searchCriteria, "first_pass"), teamId });
}
