import type { DirectoryCompany } from "#companies/directory-company";
import type { Database, Transaction } from "#foundation/db/database";
import type { JobModel } from "#generated/prisma/models";
import { discoveriesOf } from "#jobs/job-record";
import { judgedRecords, recordedFusion } from "../discovery/replay/recorded-inputs.ts";
import { storedPlan } from "../discovery/stored-plan.ts";
import type { CriterionOutcome } from "../judging/judgement.ts";
import { describe, isReviewable, probabilityOf } from "./describe.ts";
import type { Reviewable } from "./rank-by-reviews.ts";

/** A candidate of a market with the verdict that its discovery stored. */
export interface MarketCandidate extends Reviewable {
  jobId: number;
  domain: string;
  verdict: "in" | "belowCut" | "related" | "excluded" | "failed";
  reason: string;
  criteria: CriterionOutcome[];
  judgedAt: Date;
}

type Row = Pick<
  MarketCandidate,
  "companyId" | "jobId" | "domain" | "verdict" | "reason" | "score" | "criteria" | "judgedAt"
> & { rule: string | null };

/**
 * Number of candidates whose records are compared, the best by score: about 0.5 ms each. Others are ranked without
 * learning.
 */
const MOST_COMPARED = 1_000;

const NOT_COMPARED = { words: new Map<string, number>(), classes: [], features: [] };

/** Returns the discoveries' rows as stored; duplicates are no candidates. */
async function rowsOf(tx: Transaction, jobIds: number[]): Promise<Row[]> {
  const rows = await tx.candidate.findMany({
    where: { jobId: { in: jobIds }, verdict: { not: "duplicate" } },
    select: {
      companyId: true,
      jobId: true,
      domain: true,
      verdict: true,
      rule: true,
      reason: true,
      score: true,
      criteria: true,
      judgedAt: true,
    },
    orderBy: [{ jobId: "asc" }, { companyId: "asc" }],
  });
  // The steps of the discoveries wrote them.
  return rows as object[] as Row[];
}

/** Returns the row that counts for each company: that by which it is in the market, otherwise the latest. */
function counting(rows: readonly Row[]): Row[] {
  const byCompany = new Map<number, Row>();
  for (const row of rows) {
    const before = byCompany.get(row.companyId);
    if (before?.verdict !== "in" || row.verdict === "in") byCompany.set(row.companyId, row);
  }
  return [...byCompany.values()];
}

interface Basis {
  plan: ReturnType<typeof storedPlan>;
  scale: { best: number; ordinary: number; vectors: boolean };
  facts: Map<number, Parameters<typeof describe>[2]>;
  records: Map<number, DirectoryCompany>;
}

/** Returns the basis on which a job's candidates were judged; null for a job older than its recording. */
async function basisOf(db: Database, job: JobModel): Promise<Basis | null> {
  const fusion = await recordedFusion(db, job.id);
  if (fusion === null || job.plan === null) return null;
  return {
    plan: storedPlan(job.plan as object),
    scale: fusion.scale,
    facts: new Map(fusion.candidates.map((candidate) => [candidate.companyId, candidate])),
    records: await judgedRecords(db, job.id),
  };
}

/**
 * Returns the candidates of a market's discoveries that reviews consider: those that satisfy, those that fail the
 * offer, and those that were reviewed.
 * @param tx sees what the running job has just written
 * @param running a discovery that has stored its result but has not completed yet
 */
export async function marketCandidates(
  tx: Transaction,
  db: Database,
  marketId: number,
  reviewed: ReadonlySet<number>,
  running: JobModel | null = null,
): Promise<MarketCandidate[]> {
  const completed = await discoveriesOf(tx, marketId);
  const all = running === null ? completed : [...completed.filter(({ id }) => id !== running.id), running];
  const judgedAgain = await tx.criteriaVersion.findMany({
    where: { jobId: { in: all.map(({ id }) => id) }, projectKind: "second_pass", performSearch: false },
    select: { jobId: true },
  });
  // A market that was judged again consists of those that satisfied then, and of later additions.
  const since = Math.max(0, ...judgedAgain.map(({ jobId }) => jobId));
  const jobs = all.filter(({ id }) => id >= since);
  const rows = counting(
    await rowsOf(
      tx,
      jobs.map(({ id }) => id),
    ),
  ).filter((row) => isReviewable(row) || reviewed.has(row.companyId));
  const compared = new Set(
    [...rows]
      .sort((a, b) => Number(reviewed.has(b.companyId)) - Number(reviewed.has(a.companyId)) || b.score - a.score)
      .slice(0, MOST_COMPARED)
      .map(({ companyId }) => companyId),
  );
  const candidates: MarketCandidate[] = [];
  for (const [pass, job] of jobs.entries()) {
    const basis = await basisOf(db, job);
    for (const { rule: _, ...row } of rows.filter(({ jobId }) => jobId === job.id)) {
      const company = compared.has(row.companyId) ? basis?.records.get(row.companyId) : undefined;
      const facts = basis?.facts.get(row.companyId);
      const described =
        basis == null || company === undefined || facts === undefined
          ? NOT_COMPARED
          : describe(basis.plan, company, facts, basis.scale);
      candidates.push({
        ...row,
        ...described,
        pass,
        isIn: row.verdict === "in",
        satisfies: row.verdict === "in" || row.verdict === "belowCut",
        probability: probabilityOf(row.criteria),
      });
    }
  }
  return candidates;
}
