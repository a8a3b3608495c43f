import type { Database } from "#foundation/db/database";
import { ConflictError, NotFoundError } from "#foundation/errors/index";
import { digestOf } from "#foundation/language/canonical-json";
import type { JobModel } from "#generated/prisma/models";
import { discoveriesOf } from "#jobs/job-record";
import type { Manifest } from "../discovery/manifest.ts";
import { judgedRecords } from "../discovery/replay/recorded-inputs.ts";
import { criteriaOf, criteriaOfJob } from "../discovery/stored-criteria.ts";
import { verdictIn } from "../discovery/verdict.ts";
import { offerIn } from "../judging/index.ts";
import { bestCompanies, marketSummary } from "../market-summary.ts";
import { listReviews } from "../reviews/stored-reviews.ts";
import type { BundleParts, EvidenceVerdict } from "./bundle.ts";

type VerdictRow = Omit<EvidenceVerdict, "probability" | "record" | "judgedAt"> & { companyId: number; judgedAt: Date };

/** Larger than any market, so that all its companies are shown. */
const ALL = 2 ** 31 - 1;

async function discoveryOf(db: Database, job: JobModel): Promise<BundleParts["discoveries"][number]> {
  const asked = await criteriaOfJob(db.prisma, job.id);
  // The job's own steps wrote it.
  const manifest = job.manifest as object | null as Manifest | null;
  if (asked === null || manifest === null || manifest.result === null || job.plan === null)
    throw new ConflictError(
      `job ${job.id} has no recordings to use as evidence, because it ran before recordings were stored`,
    );
  return {
    jobId: job.id,
    endedAt: job.endedAt?.toISOString() ?? null,
    criteria: { ...criteriaOf(asked), judgedBy: asked.judgedBy, createdAt: asked.createdAt.toISOString() },
    plan: job.plan as Record<string, unknown>,
    manifest: { ...manifest, result: manifest.result },
  };
}

async function verdictsOf(
  db: Database,
  jobId: number,
  records: Record<string, Record<string, unknown>>,
  domains: Map<number, string>,
): Promise<EvidenceVerdict[]> {
  const [rows, judged] = await Promise.all([
    db.query<VerdictRow>(
      `SELECT job_id AS "jobId", company_id AS "companyId", domain, ${verdictIn("verdict")} AS verdict, rule, reason, score, rank,
         criteria, generators, judged_by AS "judgedBy", judged_in_job AS "judgedInJob", judged_at AS "judgedAt"
       FROM candidates WHERE job_id = $1 ORDER BY domain`,
      [jobId],
    ),
    judgedRecords(db, jobId),
  ]);
  return rows.map(({ companyId, judgedAt, ...row }) => {
    domains.set(companyId, row.domain);
    const company = judged.get(companyId);
    const record = company === undefined ? null : digestOf(company);
    if (company !== undefined && record !== null) records[record] = { ...company };
    else if (row.criteria.some(({ evidence }) => evidence !== null))
      throw new ConflictError(`the record of ${row.domain} was not kept when job ${row.judgedInJob} judged it`);
    const offer = offerIn(row.criteria);
    const probability = typeof offer?.probability === "number" ? offer.probability : null;
    return { ...row, probability, judgedAt: judgedAt.toISOString(), record };
  });
}

/**
 * Gathers what shows how a market came about: its list, its reviews, and each completed discovery. A discovery has its
 * criteria, plan and versions, the verdicts on all candidates, and their records as judged.
 * @throws NotFoundError, ConflictError where nothing has been discovered, or the discovery is older than stored records
 */
export async function gatherEvidence(db: Database, marketId: number): Promise<BundleParts> {
  const [summary, companies, reviews, jobs] = await Promise.all([
    marketSummary(db, marketId),
    bestCompanies(db, marketId, ALL),
    listReviews(db, marketId),
    discoveriesOf(db.prisma, marketId),
  ]);
  if (summary === null) throw new NotFoundError(`market ${marketId}`);
  if (jobs.length === 0)
    throw new ConflictError("no discovery of this market has completed yet, so there is no evidence");
  const discoveries: BundleParts["discoveries"] = [];
  const verdicts: EvidenceVerdict[] = [];
  const records: BundleParts["records"] = {};
  const domains = new Map<number, string>();
  for (const job of jobs) {
    discoveries.push(await discoveryOf(db, job));
    verdicts.push(...(await verdictsOf(db, job.id, records, domains)));
  }
  return {
    market: { marketId, name: summary.name, status: summary.status },
    companies: companies.map(({ rank, domain, name, reason }) => ({ rank, domain, name, reason })),
    reviews: reviews.map(({ companyId, isAccepted, reason, reviewedBy, reviewedAt }) => ({
      domain: domains.get(companyId) ?? "",
      decision: isAccepted ? "accepted" : "rejected",
      reason,
      reviewedBy,
      reviewedAt: reviewedAt.toISOString(),
    })),
    discoveries,
    verdicts,
    records,
  };
}
