import { indexedCompanies } from "#companies/directory";
import type { IndexedCompany } from "#companies/directory-company";
import type { Database } from "#foundation/db/database";
import { completeCriteria } from "../criteria/complete-criteria.ts";
import { normaliseCriteria } from "../criteria/criteria-schema.ts";
import { candidateLimit } from "../discovery/candidate-limit.ts";
import type { CurrentIndex, DirectoryIndexes } from "../discovery/directory-indexes.ts";
import { generatedLists } from "../discovery/generated-lists.ts";
import { planSearch } from "../discovery/plan-search.ts";
import { type Judged, judgeCandidates, resolveIdentities } from "../judging/index.ts";
import type { DiscoveryPlan } from "../plan/plan.ts";
import type { QuestionVector } from "../retrieval/index.ts";

/** A call that has to be paid for: a search in memory makes none. */
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

/** What a discovery by some criteria would decide now, by rules. */
export interface FoundInMemory {
  plan: DiscoveryPlan;
  /** What of the criteria was read from the prompt, and the like. */
  notes: string[];
  /** How many companies were looked at. */
  candidates: number;
  /** Their records as they were judged, by id. */
  records: Map<number, IndexedCompany>;
  /** Each once; nobody is cut. */
  judged: Judged[];
  /** Records of a company that another candidate is. */
  duplicates: { companyId: number; duplicateOf: string }[];
  hasSentences: boolean;
  index: CurrentIndex;
}

/**
 * Searches and judges by these criteria in memory: nothing is stored or paid for, no language model judges and no web is searched.
 * @throws InvalidInputError for criteria that no discovery takes
 */
export async function searchInMemory(
  { db, indexes }: { db: Database; indexes: DirectoryIndexes },
  searchCriteria: object & { countIsOpen?: boolean },
): Promise<FoundInMemory> {
  const { criteria, notes } = completeCriteria({
    ...normaliseCriteria(searchCriteria, "first_pass"),
    countIsOpen: searchCriteria.countIsOpen ?? false,
  });
  const index = await indexes.current();
  const { retriever } = index;
  const plan = await planSearch(db, retriever, criteria);
  await retriever.prepare(plan);
  const question = await freeVector(index, plan);
  const lists = await generatedLists(retriever, plan, candidateLimit(plan.count), question);
  const { candidates, scale } = await retriever.fuse(plan, lists, question);
  const found = await indexedCompanies(
    db,
    candidates.map(({ companyId }) => companyId),
  );
  const records = new Map(found.map((record) => [record.id, record]));
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
  return {
    plan,
    notes,
    candidates: candidates.length,
    records,
    judged,
    duplicates: duplicates.map(({ company, duplicateOf }) => ({ companyId: company.companyId, duplicateOf })),
    hasSentences: question !== null,
    index,
  };
}
