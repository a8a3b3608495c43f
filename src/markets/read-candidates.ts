import { idsOfDomains } from "#companies/look-up";
import { domainOrThrow } from "#companies/registrable-domain";
import type { Database, Queries } from "#foundation/db/database";
import { storedVerdict, VERDICTS, type Verdict, verdictIn } from "./discovery/verdict.ts";
import type { Judgement } from "./judging/index.ts";

/** A completed discovery's decision on a company. */
export interface CandidateReport {
  marketId: number;
  companyId: number;
  jobId: number;
  domain: string;
  verdict: Verdict;
  /** The rule that excluded it, the criterion that it failed, or the domain that it duplicates. */
  rule: string | null;
  reason: string;
  /** 0–1, comparable within a job. */
  score: number;
  rank: number | null;
  criteria: Judgement["criteria"];
  generators: string[];
  judgedAt: Date;
}

const COLUMNS = `k.market_id AS "marketId", k.company_id AS "companyId", k.job_id AS "jobId", k.domain, ${verdictIn("k.verdict")} AS verdict, k.rule, k.reason, k.score,
  k.rank, k.criteria, k.generators, k.judged_at AS "judgedAt"`;
// Only completed discoveries count.
const OF_COMPLETED_JOBS = `FROM candidates k JOIN jobs j ON j.id = k.job_id AND j.status = 'completed'`;

/**
 * Returns the verdict of the latest discovery that judged this company; null when none did. @throws InvalidInputError
 * for an invalid domain
 */
export async function whyCandidate(db: Database, marketId: number, domain: string): Promise<CandidateReport | null> {
  const registrable = domainOrThrow(domain);
  // A candidate keeps the domain of its time, which may be another company's now.
  const companyId = (await idsOfDomains(db, [registrable])).get(registrable);
  if (companyId !== undefined) return (await latestVerdicts(db, [{ marketId, companyId }]))[0] ?? null;
  const [row] = await db.query<CandidateReport>(
    `SELECT ${COLUMNS} ${OF_COMPLETED_JOBS} WHERE k.market_id = $1 AND k.domain = $2 ORDER BY k.job_id DESC LIMIT 1`,
    [marketId, registrable],
  );
  return row ?? null;
}

/**
 * Returns the verdicts of the latest completed discoveries that judged these companies, in one statement and in their
 * order; null where none did.
 */
export async function latestVerdicts(
  db: Queries,
  pairs: readonly { marketId: number; companyId: number }[],
): Promise<(CandidateReport | null)[]> {
  const rows = await db.query<CandidateReport>(
    `SELECT DISTINCT ON (k.market_id, k.company_id) ${COLUMNS} ${OF_COMPLETED_JOBS}
     JOIN unnest($1::int[], $2::int[]) AS x(market_id, company_id) ON x.market_id = k.market_id AND x.company_id = k.company_id
     ORDER BY k.market_id, k.company_id, k.job_id DESC`,
    [pairs.map(({ marketId }) => marketId), pairs.map(({ companyId }) => companyId)],
  );
  return pairs.map(
    (pair) => rows.find((row) => row.marketId === pair.marketId && row.companyId === pair.companyId) ?? null,
  );
}

/** The verdicts of candidates outside the market. */
export const REJECTIONS: readonly Verdict[] = VERDICTS.filter((verdict) => verdict !== "in");

/**
 * Returns the best candidates that the latest completed discovery judged but did not take, by score; optionally only
 * with some verdicts.
 */
export async function closestRejected(
  db: Database,
  marketId: number,
  limit: number,
  verdicts: readonly Verdict[] = REJECTIONS,
): Promise<CandidateReport[]> {
  return db.query<CandidateReport>(
    `SELECT ${COLUMNS} ${OF_COMPLETED_JOBS}
     WHERE k.job_id = (SELECT max(id) FROM jobs WHERE market_id = $1 AND kind = 'discovery' AND status = 'completed')
       AND k.verdict = ANY($3::verdict[]) AND k.verdict <> 'in'
     ORDER BY k.score DESC, k.company_id LIMIT $2`,
    [marketId, limit, verdicts.map(storedVerdict)],
  );
}

/** Returns the best candidates that a job has judged so far, by score; optionally only with some verdicts. */
export async function judgedByJob(
  db: Database,
  jobId: number,
  limit: number,
  verdicts: readonly Verdict[] = VERDICTS,
): Promise<CandidateReport[]> {
  return db.query<CandidateReport>(
    `SELECT ${COLUMNS} FROM candidates k WHERE k.job_id = $1 AND k.verdict = ANY($3::verdict[])
     ORDER BY k.score DESC, k.company_id LIMIT $2`,
    [jobId, limit, verdicts.map(storedVerdict)],
  );
}

/**
 * Counts the candidates that jobs have judged so far by verdict, in one statement and in their order; leaves out
 * verdicts without any.
 */
export async function verdictCounts(
  db: Database,
  jobIds: readonly number[],
): Promise<{ verdict: Verdict; count: number }[][]> {
  const rows = await db.query<{ jobId: number; verdict: Verdict; count: number }>(
    `SELECT k.job_id AS "jobId", ${verdictIn("k.verdict")} AS verdict, count(*)::int AS count
     FROM candidates k WHERE k.job_id = ANY($1) GROUP BY k.job_id, k.verdict ORDER BY k.job_id, k.verdict`,
    [jobIds],
  );
  return jobIds.map((id) => rows.filter(({ jobId }) => jobId === id));
}
