import { type KnownCompany, knownCompanies } from "#companies/look-up";
import { counted } from "#foundation/language/counted";
import { appendProgress } from "#jobs/progress-log";
import { type Identity, resolveIdentities } from "../../judging/index.ts";
import { marketCompanyIds } from "../../market-companies.ts";
import { rejectedCompanies } from "../../reviews/stored-reviews.ts";
import { type RecordedCandidate, recordFusion } from "../replay/recorded-inputs.ts";
import { fusedCandidates } from "./fused-candidates.ts";
import { type JobContext, jobContext, type StepDeps } from "./job-context.ts";
import { type NewCandidate, writeCandidates } from "./write-candidates.ts";

export interface Resolved {
  candidates: number;
  duplicates: number;
}

const identityOf = ({ id, domain, name, country }: KnownCompany): Identity => ({
  companyId: id,
  domain,
  name,
  country,
});

/**
 * Returns the companies that the market already has, or that reviews keep out: another record of one of them is no new
 * company.
 */
async function alreadyInMarket({ db }: StepDeps, { marketId, mode, job }: JobContext): Promise<Identity[]> {
  if (mode !== "search") return [];
  const listed = await marketCompanyIds(db, marketId, { exceptOfJob: job.id });
  const ids = [...listed, ...(await rejectedCompanies(db.prisma, marketId))];
  const companies = new Map((await knownCompanies(db, ids)).map((company) => [company.id, company]));
  return ids.flatMap((companyId): Identity[] => {
    const company = companies.get(companyId);
    return company === undefined ? [] : [identityOf(company)];
  });
}

/** A candidate with the fields that determine its identity. */
export type IdentifiedCandidate<C extends ResolvedCandidate = ResolvedCandidate> = Identity & { candidate: C };
type ResolvedCandidate = Pick<NewCandidate, "companyId" | "domain" | "generators"> &
  Pick<RecordedCandidate, "relevance" | "signals" | "searches">;

/** Returns the candidates that duplicate a better one or a company of the market, with their verdicts. */
export function joinDuplicates(
  present: Identity[],
  identities: IdentifiedCandidate[],
): { kept: number; duplicates: NewCandidate[] } {
  const resolution = resolveIdentities<Identity & { candidate?: ResolvedCandidate }>([...present, ...identities]);
  return {
    kept: resolution.kept.length - present.length,
    duplicates: resolution.duplicates.flatMap(({ company: { candidate }, duplicateOf }) =>
      candidate === undefined
        ? []
        : [
            {
              companyId: candidate.companyId,
              domain: candidate.domain,
              verdict: "duplicate" as const,
              rule: duplicateOf,
              reason: `The same company as ${duplicateOf}.`,
              score: candidate.relevance,
              criteria: [],
              generators: candidate.generators,
            },
          ],
    ),
  };
}

const recordedCandidate = ({
  companyId,
  domain,
  name,
  country,
  candidate,
}: IdentifiedCandidate): RecordedCandidate => ({
  companyId,
  domain,
  name,
  country,
  relevance: candidate.relevance,
  ...(candidate.signals ? { signals: candidate.signals } : {}),
  ...(candidate.searches ? { searches: candidate.searches } : {}),
  generators: candidate.generators,
});

/** Joins records of the same company: the better one stays a candidate, the others get their verdict here. */
export async function resolveStep(deps: StepDeps, jobId: number): Promise<Resolved> {
  const context = await jobContext(deps, jobId);
  const { candidates, scale } = await fusedCandidates(deps, context);
  const rows = await knownCompanies(
    deps.db,
    candidates.map(({ companyId }) => companyId),
  );
  const companies = new Map(rows.map((row) => [row.id, row]));
  const identities = candidates.flatMap((candidate) => {
    const company = companies.get(candidate.companyId);
    return company === undefined
      ? []
      : [{ companyId: company.id, domain: candidate.domain, name: company.name, country: company.country, candidate }];
  });
  const present = await alreadyInMarket(deps, context);
  const { kept, duplicates } = joinDuplicates(present, identities);
  await deps.db.prisma.$transaction(async (tx) => {
    await writeCandidates(tx, context, duplicates);
    await recordFusion(tx, jobId, { scale, present, candidates: identities.map(recordedCandidate) });
    await appendProgress(tx, {
      marketId: context.marketId,
      jobId,
      phase: "resolving",
      message: `${counted(kept, "different company", "different companies")}${duplicates.length > 0 ? `, ${counted(duplicates.length, "duplicate")} joined` : ""}`,
      progress: 0.35,
      key: "resolve",
    });
  });
  return { candidates: kept, duplicates: duplicates.length };
}
