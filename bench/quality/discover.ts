import type { DirectoryCompany } from "#companies/directory-company";
import type { SearchCriteria } from "#markets/criteria/search-criteria";
import { judgeCandidates, type Ranked, rankAndCut, resolveIdentities } from "#markets/judging/index";
import type { Retriever } from "#markets/retrieval/index";
import type { EmbeddingsProvider } from "#providers/embeddings/embeddings-provider";
import { unpaid } from "./unpaid.ts";

/** Candidates asked of each generator; discovery asks for at least as many. */
const CANDIDATES = 200;

/** The steps of discovery one after another in memory: plan, generate, fuse, resolve, judge, rank. */
export async function discover(
  retriever: Retriever,
  companies: Map<number, DirectoryCompany>,
  criteria: SearchCriteria,
  model: EmbeddingsProvider | null,
): Promise<Ranked[]> {
  const plan = retriever.plan(criteria);
  const question = model && (await retriever.questionVector(plan, (texts) => model.embed(texts, unpaid)));
  const lists = retriever.generators.map((generator) =>
    generator.generate(plan, Math.max(CANDIDATES, 6 * plan.count), question),
  );
  const { candidates, scale } = retriever.fuse(plan, lists, question);
  const identities = candidates.flatMap((candidate) => {
    const company = companies.get(candidate.companyId);
    return company ? [{ ...candidate, name: company.name, country: company.country, company }] : [];
  });
  const { kept } = resolveIdentities(identities);
  const judged = judgeCandidates(
    plan,
    kept.map((candidate) => ({ company: candidate.company, candidate })),
    scale,
  );
  return rankAndCut(judged, plan.count);
}
