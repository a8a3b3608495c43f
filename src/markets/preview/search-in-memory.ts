import { indexedCompanies } from "#companies/directory";
import type { IndexedCompany } from "#companies/directory-company";
import { comparedCompanies, pairsToldApart } from "#companies/identity/compared-companies";
import { resolveCompanies } from "#companies/identity/resolve-companies";
import type { Database } from "#foundation/db/database";
import { completeCriteria } from "../criteria/complete-criteria.ts";
import { normaliseCriteria } from "../criteria/criteria-schema.ts";
import { candidateLimit } from "../discovery/candidate-limit.ts";
import type { CurrentIndex, DirectoryIndexes } from "../discovery/directory-indexes.ts";
import { generatedLists } from "../discovery/generated-lists.ts";
import { planSearch } from "../discovery/plan-search.ts";
import { type Judged, judgeCandidates } from "../judging/index.ts";
import type { DiscoveryPlan } from "../plan/plan.ts";
import type { QuestionVector } from "../retrieval/index.ts";

/** A call that would cost money, which a search in memory never makes. */
class CostsMoneyError extends Error {
  override readonly name = "CostsMoneyError";
}

/** Makes the question's vector with a model on this machine; null for words alone. */
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

/** What a discovery by given criteria would decide now, by rules. */
export interface FoundInMemory extends PlannedInMemory {
  /** Number of companies examined. */
  candidates: number;
  /** Their records as judged, by id. */
  records: Map<number, IndexedCompany>;
  /** Each company once, without a cut. */
  judged: Judged[];
  /** Records of a company that another candidate represents. */
  duplicates: { companyId: number; duplicateOf: string }[];
  hasSentences: boolean;
}

/** The plan that a discovery by given criteria would search by now. */
export interface PlannedInMemory {
  plan: DiscoveryPlan;
  /** Notes, such as parts of the criteria read from the prompt. */
  notes: string[];
  index: CurrentIndex;
}

/** Plans a search by these criteria. It stores nothing. @throws InvalidInputError for criteria that no discovery takes */
export async function planInMemory(
  { db, indexes }: { db: Database; indexes: DirectoryIndexes },
  searchCriteria: object & { countIsOpen?: boolean },
): Promise<PlannedInMemory> {
  const { criteria, notes } = completeCriteria({
    ...normaliseCriteria(searchCriteria, "first_pass"),
    countIsOpen: searchCriteria.countIsOpen ?? false,
  });
  const index = await indexes.current();
  return { plan: await planSearch(db, index.retriever, criteria), notes, index };
}

/**
 * Searches and judges by these criteria in memory: stores nothing, pays for nothing, and uses no language model and no
 * web search.
 * @throws InvalidInputError for criteria that no discovery takes
 */
export async function searchInMemory(
  deps: { db: Database; indexes: DirectoryIndexes },
  searchCriteria: object & { countIsOpen?: boolean },
): Promise<FoundInMemory> {
  const { db } = deps;
  const { plan, notes, index } = await planInMemory(deps, searchCriteria);
  const { retriever } = index;
  await retriever.prepare(plan);
  const question = await freeVector(index, plan);
  const lists = await generatedLists(retriever, plan, candidateLimit(plan.count), question);
  const { candidates, scale } = await retriever.fuse(plan, lists, question);
  const ids = candidates.map(({ companyId }) => companyId);
  const [found, identities, apart] = await Promise.all([
    indexedCompanies(db, ids),
    comparedCompanies(db, ids),
    pairsToldApart(db),
  ]);
  const records = new Map(found.map((record) => [record.id, record]));
  const identified = candidates.flatMap((candidate) => {
    const [record, identity] = [records.get(candidate.companyId), identities.get(candidate.companyId)];
    return record === undefined || identity === undefined ? [] : [{ ...identity, candidate, record }];
  });
  const { kept, duplicates } = resolveCompanies(identified, apart);
  const judged = judgeCandidates(
    plan,
    kept.map(({ record, candidate }) => ({ company: record, candidate })),
    scale,
  );
  return {
    plan,
    notes,
    candidates: candidates.length,
    records,
    judged,
    duplicates: duplicates.map(({ company, duplicateOf }) => ({ companyId: company.id, duplicateOf })),
    hasSentences: question !== null,
    index,
  };
}
