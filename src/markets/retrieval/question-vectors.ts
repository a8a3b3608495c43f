import type { DiscoveryPlan } from "../plan/plan.ts";
import { plansOfParts } from "../plan/plan-parts.ts";
import type { QuestionVector } from "./retriever.ts";
import { meanOf, questionTexts } from "./signals.ts";

/**
 * Returns the concatenated vectors of a plan's topic and of the parts of its group. Null, without any embedding, where
 * there is no topic.
 */
export async function questionVectorOf(
  plan: DiscoveryPlan,
  embed: (texts: string[]) => Promise<Float32Array[]>,
): Promise<QuestionVector> {
  const texts = [plan, ...plansOfParts(plan)].map(questionTexts);
  if (texts.every((own) => own.length === 0)) return null;
  const vectors = await embed(texts.flat());
  let from = 0;
  return joined(
    texts.map(({ length }) => {
      from += length;
      return meanOf(vectors.slice(from - length, from));
    }),
  );
}

/** Concatenates vectors; null where one is missing. */
function joined(vectors: QuestionVector[]): QuestionVector {
  const known = vectors.filter((vector) => vector !== null);
  const [only, ...others] = known;
  if (only === undefined || known.length < vectors.length) return null;
  return others.length === 0 ? only : Float32Array.from(known.flatMap((vector) => [...vector]));
}

export type SearchedPlan = [plan: DiscoveryPlan, vector: QuestionVector];

/** Returns a plan and the plans of the parts of its group, each with its own vector. */
export function searchesOf(
  plan: DiscoveryPlan,
  question: QuestionVector,
): [whole: SearchedPlan, ...parts: SearchedPlan[]] {
  const parts = plansOfParts(plan);
  const length = question === null ? 0 : question.length / (1 + parts.length);
  const vectorOf = (at: number) => (question === null ? null : question.subarray(at * length, (at + 1) * length));
  return [[plan, vectorOf(0)], ...parts.map((part, i): SearchedPlan => [part, vectorOf(i + 1)])];
}
