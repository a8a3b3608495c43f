import { companiesByIds } from "../../companies/directory.ts";
import type { DirectoryCompany } from "../../companies/directory-company.ts";
import type { Database } from "../../db/database.ts";
import { appendProgress } from "../../jobs/progress-log.ts";
import { type CriterionOutcome, judgeCandidates } from "../../judging/index.ts";
import type { FusedCandidate } from "../../retrieval/index.ts";
import { fusedCandidates } from "./fused-candidates.ts";
import { type JobContext, jobContext, planOf, type Report, type StepDeps } from "./job-context.ts";
import { type NewCandidate, writeCandidates } from "./write-candidates.ts";

/** Companies judged between two commits: what a killed worker has to do again at most. */
const BATCH = 50;
/** The part of a job's progress that judging takes. */
const FROM = 0.4;
const TO = 0.85;

export interface JudgedCounts {
  /** Those that satisfy every criterion. */
  satisfying: number;
  rejected: number;
}

interface EarlierJudgement {
  companyId: number;
  verdict: NewCandidate["verdict"];
  rule: string | null;
  reason: string;
  criteria: CriterionOutcome[];
  judgedInJob: number;
}

/** Judgements by the very same criteria in completed jobs of the market: nobody is judged twice by them. */
async function earlierJudgements(
  db: Database,
  { marketId, judgedBy, mode }: JobContext,
): Promise<Map<number, EarlierJudgement>> {
  if (mode !== "search") return new Map();
  const rows = await db.query<EarlierJudgement>(
    `SELECT DISTINCT ON (k.company_id) k.company_id AS "companyId", CASE k.verdict WHEN 'below_cut' THEN 'belowCut' ELSE k.verdict::text END AS verdict, k.rule, k.reason, k.criteria,
       k.judged_in_job AS "judgedInJob"
     FROM candidates k JOIN jobs j ON j.id = k.job_id AND j.status = 'completed'
     WHERE k.market_id = $1 AND k.judged_by = $2 AND k.verdict <> 'duplicate'
     ORDER BY k.company_id, k.job_id DESC`,
    [marketId, judgedBy],
  );
  return new Map(rows.map((row) => [row.companyId, row]));
}

/** An earlier judgement as this job's: one that was beyond the wanted number then is a candidate again. */
function takenOver(earlier: EarlierJudgement, candidate: FusedCandidate): NewCandidate {
  const { companyId, domain, relevance, generators } = candidate;
  const verdict = earlier.verdict === "belowCut" ? "in" : earlier.verdict;
  return { ...earlier, verdict, companyId, domain, score: relevance, generators };
}

/**
 * Judges every candidate against every criterion, in batches that are committed one by one: run again, it goes on with those
 * that have no verdict yet.
 */
export async function judgeStep(deps: StepDeps, jobId: number, report: Report): Promise<JudgedCounts> {
  const context = await jobContext(deps, jobId);
  const { db } = deps;
  const plan = planOf(context);
  const { candidates, scale } = await fusedCandidates(deps, context);
  const decided = await db.query<{ companyId: number }>(
    `SELECT company_id AS "companyId" FROM candidates WHERE job_id = $1`,
    [jobId],
  );
  const known = new Set(decided.map(({ companyId }) => companyId));
  const open = candidates.filter(({ companyId }) => !known.has(companyId));
  const earlier = await earlierJudgements(db, context);

  const judge = (candidate: FusedCandidate, companies: Map<number, DirectoryCompany>): NewCandidate[] => {
    const before = earlier.get(candidate.companyId);
    if (before !== undefined) return [takenOver(before, candidate)];
    const company = companies.get(candidate.companyId);
    if (company === undefined) return [];
    const [judged] = judgeCandidates(plan, [{ company, candidate }], scale);
    if (judged === undefined) return [];
    const { verdict, rule, criteria, reason } = judged.judgement;
    const given = context.mode === "given";
    return [
      {
        companyId: company.id,
        domain: company.domain,
        verdict: given ? "in" : verdict,
        rule: given ? null : (rule ?? null),
        reason: given && verdict !== "in" ? `Named in the request. ${reason}` : reason,
        score: candidate.relevance,
        criteria,
        generators: candidate.generators,
      },
    ];
  };

  for (let at = 0; at < open.length; at += BATCH) {
    const batch = open.slice(at, at + BATCH);
    const records = await companiesByIds(
      db,
      batch.map(({ companyId }) => companyId),
    );
    const companies = new Map(records.map((company) => [company.id, company]));
    const verdicts = batch.flatMap((candidate) => judge(candidate, companies));
    const done = known.size + at + batch.length;
    const total = known.size + open.length;
    await db.prisma.$transaction(async (tx) => {
      await writeCandidates(tx, context, verdicts);
      await appendProgress(tx, {
        marketId: context.marketId,
        jobId,
        phase: "judging",
        message: `Judged ${done.toLocaleString("en")} of ${total.toLocaleString("en")} companies`,
        progress: FROM + (TO - FROM) * (done / total),
        key: `judge ${done}`,
      });
    });
    report({ phase: "judging", done, total });
  }
  const [counts] = await db.query<JudgedCounts>(
    `SELECT count(*) FILTER (WHERE verdict = 'in')::int AS satisfying, count(*) FILTER (WHERE verdict <> 'in')::int AS rejected
     FROM candidates WHERE job_id = $1`,
    [jobId],
  );
  return counts ?? { satisfying: 0, rejected: 0 };
}
