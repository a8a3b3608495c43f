import type { Candidate, Fusion, GeneratorName } from "../../retrieval/index.ts";
import { type JobContext, planOf, type StepDeps } from "./job-context.ts";
import { GIVEN_COMPANIES } from "./plan-step.ts";

interface HitRow extends Omit<Candidate, "generator"> {
  generator: string;
}

/**
 * The job's hits joined to one candidate a company, best first, without the companies that the market has already. The same
 * hits give the same list, so a step that is run again on another machine goes on from where the first was.
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
  const { retriever } = await deps.indexes.current();
  const lists = new Map<string, Candidate[]>();
  for (const row of rows) {
    // Given companies were found by no generator; retrieval only places them among the others.
    const generator = (row.generator === GIVEN_COMPANIES ? "full text" : row.generator) as GeneratorName;
    lists.set(generator, [...(lists.get(generator) ?? []), { ...row, generator }]);
  }
  return retriever.fuse(planOf(context), [...lists.values()]);
}
