import {
  type ApartPair,
  comparedCompanies,
  type DirectoryIdentity,
  pairsToldApart,
} from "#companies/identity/compared-companies";
import { duplicateReason, resolveCompanies } from "#companies/identity/resolve-companies";
import { counted } from "#foundation/language/counted";
import { appendProgress } from "#jobs/progress-log";
import { marketCompanyIds } from "../../market-companies.ts";
import { rejectedCompanies } from "../../reviews/stored-reviews.ts";
import { type RecordedCandidate, recordedIdentity, recordFusion } from "../replay/recorded-inputs.ts";
import { fusedCandidates } from "./fused-candidates.ts";
import { type JobContext, jobContext, type StepDeps } from "./job-context.ts";
import { type NewCandidate, writeCandidates } from "./write-candidates.ts";

export interface Resolved {
  candidates: number;
  duplicates: number;
}

/**
 * Returns the ids of companies that the market already has, or that reviews keep out: another record of one of them is
 * no new company.
 */
async function alreadyInMarket({ db }: StepDeps, { marketId, mode, job }: JobContext): Promise<number[]> {
  if (mode !== "search") return [];
  const listed = await marketCompanyIds(db, marketId, { exceptOfJob: job.id });
  return [...listed, ...(await rejectedCompanies(db.prisma, marketId))];
}

type ResolvedCandidate = Pick<NewCandidate, "companyId" | "domain" | "generators"> &
  Pick<RecordedCandidate, "relevance" | "signals" | "searches">;
/** A candidate with the fields that determine its identity. */
export type IdentifiedCandidate<C extends ResolvedCandidate = ResolvedCandidate> = DirectoryIdentity & { candidate: C };

/**
 * Returns the candidates that duplicate a better one or a company of the market, with their verdicts.
 * @param apart pairs that a person told apart
 */
export function joinDuplicates(
  present: readonly DirectoryIdentity[],
  identities: readonly IdentifiedCandidate[],
  apart: readonly ApartPair[],
): { kept: number; duplicates: NewCandidate[]; compared: ReadonlySet<number> } {
  const companies: (DirectoryIdentity & { candidate?: ResolvedCandidate })[] = [...present, ...identities];
  const { kept, duplicates, compared } = resolveCompanies(companies, apart);
  return {
    kept: kept.filter(({ candidate }) => candidate !== undefined).length,
    duplicates: duplicates.flatMap(({ company: { candidate }, ...found }) =>
      candidate === undefined
        ? []
        : [
            {
              companyId: candidate.companyId,
              domain: candidate.domain,
              verdict: "duplicate" as const,
              rule: found.duplicateOf,
              reason: duplicateReason(found),
              score: candidate.relevance,
              criteria: [],
              generators: candidate.generators,
            },
          ],
    ),
    compared,
  };
}

const recordedCandidate = (
  { candidate, ...identity }: IdentifiedCandidate,
  compared: ReadonlySet<number>,
): RecordedCandidate => ({
  ...recordedIdentity(identity, compared),
  relevance: candidate.relevance,
  ...(candidate.signals ? { signals: candidate.signals } : {}),
  ...(candidate.searches ? { searches: candidate.searches } : {}),
  generators: candidate.generators,
});

/** Joins records of the same company: the better one stays a candidate, the others get their verdict here. */
export async function resolveStep(deps: StepDeps, jobId: number): Promise<Resolved> {
  const context = await jobContext(deps, jobId);
  const { candidates, scale } = await fusedCandidates(deps, context);
  const presentIds = await alreadyInMarket(deps, context);
  const [companies, apart] = await Promise.all([
    comparedCompanies(deps.db, [...presentIds, ...candidates.map(({ companyId }) => companyId)]),
    pairsToldApart(deps.db),
  ]);
  const identities = candidates.flatMap((candidate) => {
    const company = companies.get(candidate.companyId);
    return company === undefined ? [] : [{ ...company, candidate }];
  });
  const present = presentIds.flatMap((id) => companies.get(id) ?? []);
  const { kept, duplicates, compared } = joinDuplicates(present, identities, apart);
  await deps.db.prisma.$transaction(async (tx) => {
    await writeCandidates(tx, context, duplicates);
    await recordFusion(tx, jobId, {
      scale,
      present: present.map((identity) => recordedIdentity(identity, compared)),
      candidates: identities.map((identity) => recordedCandidate(identity, compared)),
      apart,
    });
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
