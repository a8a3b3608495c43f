import type { Candidate } from "../plan/candidates.ts";
import type { DiscoveryPlan } from "../plan/plan.ts";
import type { QuestionVector, Retriever } from "../retrieval/index.ts";

/** Returns the candidates of each of a plan's generators, at most `limit` companies each, in memory. */
export async function generatedLists(
  retriever: Retriever,
  plan: DiscoveryPlan,
  limit: number,
  question: QuestionVector,
): Promise<Candidate[][]> {
  const generators = await retriever.generators(plan);
  return Promise.all(generators.map((name) => retriever.generate(plan, name, limit, question)));
}
