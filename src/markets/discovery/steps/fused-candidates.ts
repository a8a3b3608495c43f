import { companiesByIds } from "#companies/directory";
import type { Candidate, FusedCandidate, Fusion, GeneratorName } from "../../plan/candidates.ts";
import type { DiscoveryPlan } from "../../plan/plan.ts";
import { rejectedCompanies } from "../../reviews/stored-reviews.ts";
import { outsideRelevance } from "../web/outside-relevance.ts";
import { type JobContext, planOf, type StepDeps } from "./job-context.ts";
import { GIVEN_COMPANIES, WEB_SEARCH } from "./plan-step.ts";
import { questionVector } from "./question-vector.ts";

interface HitRow extends Omit<Candidate, "generator"> {
  generator: string;
}

/** The scale when nothing was compared with the directory. */
const NO_SIGNALS = {
  words: null,
  sentences: null,
  feedback: null,
  seeds: null,
  classes: 0,
  wordCosine: null,
  sentenceCosine: null,
};

/** Adds companies that the web knows but the index does not, scored by the words of their records. */
async function withOutside(deps: StepDeps, plan: DiscoveryPlan, fusion: Fusion): Promise<Fusion> {
  const outside = fusion.unknown.filter(({ generator }) => generator === WEB_SEARCH);
  if (outside.length === 0) return fusion;
  const companies = await companiesByIds(
    deps.db,
    outside.map(({ companyId }) => companyId),
  );
  const added = companies.map((company): FusedCandidate => {
    const relevance = outsideRelevance(plan, company, fusion.scale);
    return {
      companyId: company.id,
      domain: company.domain,
      relevance,
      signals: { ...NO_SIGNALS, lexical: relevance },
      generators: [WEB_SEARCH],
      inside: true,
    };
  });
  const candidates = [...fusion.candidates, ...added];
  return { ...fusion, candidates: candidates.sort((a, b) => b.relevance - a.relevance || a.companyId - b.companyId) };
}

/**
 * Joins the job's hits to one candidate per company, best first. Leaves out companies that are already in the market or
 * that reviews keep out. The same hits give the same list, so a retry on another machine resumes where the first
 * stopped.
 */
export async function fusedCandidates(deps: StepDeps, context: JobContext): Promise<Fusion> {
  const rows = await deps.db.query<HitRow>(
    `SELECT h.company_id AS "companyId", c.domain, h.generator, h.rank, h.score, h.inside
     FROM candidate_hits h JOIN companies c ON c.id = h.company_id
     WHERE h.job_id = $1 AND ($3 OR NOT EXISTS (
       SELECT 1 FROM market_companies m WHERE m.market_id = $2 AND m.company_id = h.company_id AND m.job_id <> $1))
     ORDER BY h.generator, h.rank`,
    [context.job.id, context.marketId, context.mode !== "search"],
  );
  const current = await deps.indexes.current();
  const rejected =
    context.mode === "search" ? await rejectedCompanies(deps.db.prisma, context.marketId) : new Set<number>();
  const lists = new Map<string, Candidate[]>();
  for (const row of rows.filter(({ companyId }) => !rejected.has(companyId))) {
    // No generator found the given companies; retrieval only places them among the others.
    const generator = (row.generator === GIVEN_COMPANIES ? "full text" : row.generator) as GeneratorName;
    lists.set(generator, [...(lists.get(generator) ?? []), { ...row, generator }]);
  }
  const plan = planOf(context);
  const question = await questionVector(deps, context, current);
  return withOutside(deps, plan, await current.retriever.fuse(plan, [...lists.values()], question));
}
