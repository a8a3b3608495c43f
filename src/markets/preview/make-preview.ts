import { companiesByIds } from "#companies/directory";
import type { Database } from "#foundation/db/database";
import { completeCriteria } from "../criteria/complete-criteria.ts";
import { normaliseCriteria } from "../criteria/criteria-schema.ts";
import { candidateLimit } from "../discovery/candidate-limit.ts";
import type { CurrentIndex, DirectoryIndexes } from "../discovery/directory-indexes.ts";
import { generatedLists } from "../discovery/generated-lists.ts";
import { reportedEstimate } from "../discovery/market-estimate.ts";
import { planSearch } from "../discovery/plan-search.ts";
import { judgeCandidates, type Ranked, rankAndCut, resolveIdentities } from "../judging/index.ts";
import type { DiscoveryPlan } from "../plan/plan.ts";
import type { QuestionVector } from "../retrieval/index.ts";
import type { Preview, PreviewedCompany } from "./preview.ts";

/** A call that has to be paid for: a preview makes none. */
class CostsMoneyError extends Error {
  override readonly name = "CostsMoneyError";
}

/** The question's vector by a model of this machine; null: words alone. */
async function freeVector(
  { retriever, sentenceModel }: Pick<CurrentIndex, "retriever" | "sentenceModel">,
  plan: DiscoveryPlan,
): Promise<QuestionVector> {
  if (sentenceModel === null) return null;
  const refuse = () => Promise.reject(new CostsMoneyError());
  try {
    return await retriever.questionVector(plan, (texts) => sentenceModel.embed(texts, refuse, "query"));
  } catch (error) {
    if (error instanceof CostsMoneyError) return null;
    throw error;
  }
}

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
 * What a discovery by these criteria would find by rules, in memory: nothing is stored or paid for, no language model judges and no web is searched.
 * @param first how many companies of each kind are shown
 * @throws InvalidInputError for criteria that no discovery takes
 */
export async function makePreview(
  { db, indexes }: { db: Database; indexes: DirectoryIndexes },
  { searchCriteria, first }: { searchCriteria: object & { countIsOpen?: boolean }; first: number },
): Promise<Preview> {
  const { criteria, notes } = completeCriteria({
    ...normaliseCriteria(searchCriteria, "first_pass"),
    countIsOpen: searchCriteria.countIsOpen ?? false,
  });
  const current = await indexes.current();
  const { retriever } = current;
  const plan = await planSearch(db, retriever, criteria);
  await retriever.prepare(plan);
  const question = await freeVector(current, plan);
  const lists = await generatedLists(retriever, plan, candidateLimit(plan.count), question);
  const { candidates, scale } = await retriever.fuse(plan, lists, question);
  const records = new Map(
    (
      await companiesByIds(
        db,
        candidates.map(({ companyId }) => companyId),
      )
    ).map((record) => [record.id, record]),
  );
  const identified = candidates.flatMap((candidate) => {
    const record = records.get(candidate.companyId);
    return record ? [{ ...candidate, name: record.name, country: record.country, record }] : [];
  });
  const { kept, duplicates } = resolveIdentities(identified);
  const judged = judgeCandidates(
    plan,
    kept.map((candidate) => ({ company: candidate.record, candidate })),
    scale,
  );
  const ranked = rankAndCut(judged, plan.count);
  const of = (verdict: Ranked["verdict"]) => ranked.filter((one) => one.verdict === verdict);
  const verdicts = ranked.map(({ verdict, judgement }) => ({
    verdict,
    rule: judgement.rule ?? null,
    criteria: judgement.criteria,
  }));
  return {
    wanted: plan.count,
    candidates: candidates.length,
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
    estimate: reportedEstimate(verdicts, [], question !== null),
    notes: [...notes, ...plan.notes],
  };
}
