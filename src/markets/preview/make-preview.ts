import type { Database } from "#foundation/db/database";
import type { DirectoryIndexes } from "../discovery/directory-indexes.ts";
import { reportedEstimate } from "../discovery/market-estimate.ts";
import { type Ranked, rankAndCut } from "../judging/index.ts";
import type { Preview, PreviewedCompany } from "./preview.ts";
import { searchInMemory } from "./search-in-memory.ts";

const shown = ({ companyId, domain, rank, score, verdict, judgement }: Ranked): PreviewedCompany => ({
  companyId,
  domain,
  rank,
  score,
  verdict,
  reason: judgement.reason,
  criteria: judgement.criteria,
});

/**
 * Returns what a discovery by these criteria would find by rules, in memory.
 * @param first how many companies of each kind to show
 * @throws InvalidInputError for criteria that no discovery takes
 */
export async function makePreview(
  deps: { db: Database; indexes: DirectoryIndexes },
  { searchCriteria, first }: { searchCriteria: object & { countIsOpen?: boolean }; first: number },
): Promise<Preview> {
  const { plan, notes, candidates, judged, duplicates, hasSentences } = await searchInMemory(deps, searchCriteria);
  const ranked = rankAndCut(judged, plan.count);
  const of = (verdict: Ranked["verdict"]) => ranked.filter((one) => one.verdict === verdict);
  const verdicts = ranked.map(({ verdict, judgement }) => ({
    verdict,
    rule: judgement.rule ?? null,
    criteria: judgement.criteria,
  }));
  return {
    wanted: plan.count,
    candidates,
    counts: {
      in: of("in").length,
      belowCut: of("belowCut").length,
      related: of("related").length,
      excluded: of("excluded").length,
      failed: of("failed").length,
      duplicate: duplicates.length,
    },
    companies: of("in").slice(0, first).map(shown),
    related: of("related").slice(0, first).map(shown),
    estimate: reportedEstimate(verdicts, [], hasSentences),
    notes: [...notes, ...plan.notes],
  };
}
