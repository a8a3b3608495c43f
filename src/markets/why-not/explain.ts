import { companiesByIds } from "#companies/directory";
import { comparedCompanies, pairsToldApart } from "#companies/identity/compared-companies";
import { duplicateReason } from "#companies/identity/resolve-companies";
import { NotRecordedError, recordedPay } from "#costs/recorded-pay";
import { NotFoundError } from "#foundation/errors/index";
import { type JobContext, jobContext, type StepDeps } from "../discovery/steps/job-context.ts";
import type { Verdict } from "../discovery/verdict.ts";
import type { CriterionOutcome } from "../judging/index.ts";
import type { DiscoveryPlan } from "../plan/plan.ts";
import { type Change, type FoundChange, smallestChange } from "./change.ts";
import { constraintsOf } from "./conditions.ts";
import { createSimulation, type Outcome, type Simulation, TakesTooLongError } from "./simulation.ts";

/** Time limit for trying changes; after it, the caller hears that none was found. */
const MOST_MS = 20_000;

/** The decision of a discovery's criteria on one company, and what would have to differ. Plain JSON. */
export interface Explanation {
  verdict: Verdict;
  rule: string | null;
  reason: string;
  /** 0–1, comparable within one plan. */
  score: number;
  criteria: CriterionOutcome[];
  /** Null for a company that is let in, and where no change suffices. */
  change: Change | null;
  /** A further note for people. */
  note: string | null;
}

/**
 * Judges a company of the directory by the criteria of a discovery, whether it was a candidate or not. Finds the
 * smallest change that lets it in. Pays for nothing and writes nothing.
 * @throws NotFoundError for a company outside the directory
 */
export async function explainVerdict(
  deps: Pick<StepDeps, "db" | "indexes" | "languageModel">,
  { jobId, companyId }: { jobId: number; companyId: number },
): Promise<Explanation> {
  const { db } = deps;
  const context = await jobContext(deps, jobId);
  const [company] = await companiesByIds(db, [companyId]);
  if (company === undefined) throw new NotFoundError(`company ${companyId}`);
  const { retriever, sentenceModel } = await deps.indexes.current();
  const simulation = createSimulation(
    {
      retriever,
      mostMs: MOST_MS,
      companies: (ids) => companiesByIds(db, ids),
      identities: (ids) => comparedCompanies(db, ids),
      apart: await pairsToldApart(db),
      questionVector: async (plan) =>
        sentenceModel === null ? null : vectorWithoutPaying(deps, context, plan, retriever, sentenceModel),
    },
    company,
  );
  // Whom a wanted recall lets in depends on all others, so the change is found for the criteria alone.
  const { targetRecall: _target, ...constraints } = constraintsOf(context.criteria);
  const asked = { ...context.criteria, ...(_target === undefined ? {} : { constraints }) };
  const base = await simulation.simulate({ ...asked, projectKind: "first_pass", performSearch: true }, { whole: true });
  const said = verdictOf(base);
  const { judgement, relevance } = base;
  const shared = { ...said, score: relevance, criteria: judgement.criteria };
  if (base.obstacle === null)
    return {
      ...shared,
      change: null,
      note: "A search by these criteria would include it, with the present directory.",
    };
  const found = await smallestChange({ retriever, simulation, company }, base).catch((error: unknown) => {
    if (error instanceof TakesTooLongError) return null;
    throw error;
  });
  const change = found?.change ?? null;
  const byRules = context.judgedBy === context.judgedByRules ? [] : ["No language model was asked about it."];
  const notes = [...byRules, ...(change === null ? [await withoutChange(simulation, found)] : [])];
  return { ...shared, change, note: notes.length > 0 ? notes.join(" ") : null };
}

type Vectors = Awaited<ReturnType<StepDeps["indexes"]["current"]>>;

/**
 * Makes the vector with a model on this machine. Does not call a paid one, but uses its recorded answer to the same
 * words.
 */
async function vectorWithoutPaying(
  { db }: Pick<StepDeps, "db">,
  { job }: JobContext,
  plan: DiscoveryPlan,
  retriever: Vectors["retriever"],
  sentenceModel: NonNullable<Vectors["sentenceModel"]>,
) {
  const pay = recordedPay(db, { jobId: job.id, dossierTaskId: null });
  try {
    return await retriever.questionVector(plan, (texts) => sentenceModel.embed(texts, pay, "query"));
  } catch (error) {
    if (error instanceof NotRecordedError) return null;
    throw error;
  }
}

function verdictOf({
  judgement,
  obstacle,
  duplicate,
  plan,
}: Outcome): Pick<Explanation, "verdict" | "rule" | "reason"> {
  const { verdict, rule = null, reason } = judgement;
  if (obstacle === "duplicate" && duplicate !== null)
    return { verdict: "duplicate", rule: duplicate.duplicateOf, reason: duplicateReason(duplicate) };
  if (obstacle === "cut")
    return {
      verdict: "belowCut",
      rule: null,
      reason: `Satisfies all, but ${plan.count} better ones are found. ${reason}`,
    };
  if (obstacle === "reach")
    return {
      verdict: "belowCut",
      rule: null,
      reason: `Satisfies all, but a search for ${plan.count} companies does not come to it. ${reason}`,
    };
  return { verdict, rule, reason };
}

/** Returns why no change is named. */
async function withoutChange(simulation: Simulation, found: FoundChange | null): Promise<string> {
  if (found === null)
    return `No change was found in ${MOST_MS / 1_000} seconds; that does not mean that there is none.`;
  const { last, unlikely } = found;
  if (unlikely !== null) {
    const { probability, criteria } = unlikely;
    const { companies, examined } = await simulation.letIn(criteria);
    return `No sensible change lets it in: it hardly offers what is asked. A cut at its probability (constraints.minProbability: ${probability}) would let in ${companies} of the ${examined} companies examined.`;
  }
  const { obstacle, duplicate } = last;
  if (obstacle === "duplicate")
    return `No change would include it beside ${duplicate?.duplicateOf}, which is the same company with the better record.`;
  if (obstacle === "reach" || obstacle === "cut")
    return "No count is great enough for a search to come to it: it has too little of what is asked.";
  return "No change of single conditions would include it: ask another question.";
}
