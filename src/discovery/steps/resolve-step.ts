import { appendProgress } from "../../jobs/progress-log.ts";
import { type Identity, resolveIdentities } from "../../judging/index.ts";
import type { FusedCandidate } from "../../retrieval/index.ts";
import { fusedCandidates } from "./fused-candidates.ts";
import { type JobContext, jobContext, type StepDeps } from "./job-context.ts";
import { writeCandidates } from "./write-candidates.ts";

export interface Resolved {
  candidates: number;
  duplicates: number;
}

/** The companies of the market, which a search goes on from: another record of one of them is no new company. */
async function alreadyInMarket({ db }: StepDeps, { marketId, mode, job }: JobContext): Promise<Identity[]> {
  if (mode !== "search") return [];
  return db.query<Identity>(
    `SELECT c.id AS "companyId", c.domain, c.name, c.country FROM market_companies m JOIN companies c ON c.id = m.company_id
     WHERE m.market_id = $1 AND m.job_id <> $2 ORDER BY m.rank`,
    [marketId, job.id],
  );
}

/** Joins records of the same company: the better placed one stays a candidate, the others get their verdict here. */
export async function resolveStep(deps: StepDeps, jobId: number): Promise<Resolved> {
  const context = await jobContext(deps, jobId);
  const { candidates } = await fusedCandidates(deps, context);
  const rows = await deps.db.query<{ id: number; name: string; country: string | null }>(
    "SELECT id, name, country FROM companies WHERE id = ANY($1)",
    [candidates.map(({ companyId }) => companyId)],
  );
  const companies = new Map(rows.map((row) => [row.id, row]));
  const identities = candidates.flatMap((candidate) => {
    const company = companies.get(candidate.companyId);
    return company === undefined
      ? []
      : [{ companyId: company.id, domain: candidate.domain, name: company.name, country: company.country, candidate }];
  });
  const present = await alreadyInMarket(deps, context);
  const resolution = resolveIdentities<Identity & { candidate?: FusedCandidate }>([...present, ...identities]);
  const kept = resolution.kept.length - present.length;
  const duplicates = resolution.duplicates.flatMap(({ company: { candidate }, duplicateOf }) =>
    candidate === undefined ? [] : [{ candidate, duplicateOf }],
  );
  await deps.db.prisma.$transaction(async (tx) => {
    await writeCandidates(
      tx,
      context,
      duplicates.map(({ candidate, duplicateOf }) => ({
        companyId: candidate.companyId,
        domain: candidate.domain,
        verdict: "duplicate" as const,
        rule: duplicateOf,
        reason: `The same company as ${duplicateOf}.`,
        score: candidate.relevance,
        criteria: [],
        generators: candidate.generators,
      })),
    );
    await appendProgress(tx, {
      marketId: context.marketId,
      jobId,
      phase: "resolving",
      message: `${kept.toLocaleString("en")} different companies${duplicates.length > 0 ? `, ${duplicates.length} duplicates joined` : ""}`,
      progress: 0.35,
      key: "resolve",
    });
  });
  return { candidates: kept, duplicates: duplicates.length };
}
