import { normaliseCriteria } from "../criteria/criteria-schema.ts";
import type { SearchCriteria } from "../criteria/search-criteria.ts";
import type { ReportedEstimate } from "../discovery/market-estimate.ts";
import type { Verdict } from "../discovery/verdict.ts";
import type { CriterionOutcome } from "../judging/index.ts";

export interface PreviewedCompany {
  companyId: number;
  domain: string;
  verdict: Verdict;
  /** From 1; null for those that are not in. */
  rank: number | null;
  /** 0–1. */
  score: number;
  reason: string;
  criteria: CriterionOutcome[];
}

/** What a discovery by some criteria would find now. Plain JSON. */
export interface Preview {
  wanted: number;
  /** Companies that were looked at. */
  candidates: number;
  counts: Record<Verdict, number>;
  companies: PreviewedCompany[];
  /** Near to what is asked, and not it. */
  related: PreviewedCompany[];
  estimate: ReportedEstimate;
  /** What of the criteria was not used, and the like. */
  notes: string[];
}

/** Makes a preview where the directory's index is: in a worker. @throws ServiceUnavailableError where none answers in time */
export interface DiscoveryPreviewer {
  preview(input: { searchCriteria: SearchCriteria; first: number; teamId: number | null }): Promise<Preview>;
}

/** Companies of a kind that a preview shows at most. */
export const MOST_PREVIEWED = 50;

/** The companies that a discovery by these criteria would let in. @throws InvalidInputError; ServiceUnavailableError */
export function previewDiscovery(
  previewer: DiscoveryPreviewer,
  { searchCriteria, first, teamId }: { searchCriteria: object; first: number; teamId: number | null },
): Promise<Preview> {
  // Checked here too: what is wrong is told at once, and not by a worker.
  const criteria = normaliseCriteria(searchCriteria, "first_pass");
  return previewer.preview({ searchCriteria: criteria, first, teamId });
}
