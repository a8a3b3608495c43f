import { companiesByIds } from "#companies/directory";
import type { Database } from "#foundation/db/database";
import { continuedJobs } from "#jobs/job-line";
import { appendProgress } from "#jobs/progress-log";
import { type CriterionOutcome, type Judgement, judgeCandidates, rankingScore } from "../../judging/index.ts";
import { recordedFusion, recordJudged } from "../replay/recorded-inputs.ts";
import { verdictIn } from "../verdict.ts";
import { fusedCandidates } from "./fused-candidates.ts";
import { type JobContext, jobContext, type Mode, planOf, type Report, type StepDeps } from "./job-context.ts";
import { judgementOf } from "./judged.ts";
import { createModelJudge, type RuleJudgement } from "./model-judge.ts";
import { type NewCandidate, writeCandidates } from "./write-candidates.ts";

/** Number of companies judged between two commits: the most that a retry repeats after a kill. */
const BATCH = 50;
/** The point of a job's progress where judging begins. */
const FROM = 0.4;
const TO = 0.85;

export interface JudgedCounts {
  /** Number of those that satisfy every criterion. */
  satisfying: number;
  rejected: number;
}

export interface EarlierJudgement {
  companyId: number;
  verdict: NewCandidate["verdict"];
  rule: string | null;
  reason: string;
  criteria: CriterionOutcome[];
  judgedInJob: number;
  judgedBy: string;
}

type JudgedCandidate = Pick<NewCandidate, "companyId" | "domain" | "generators"> & { relevance: number };

/**
 * Returns earlier judgements by identical criteria, including those by rules. They come from completed jobs of the
 * market or from jobs that this one continues; no candidate is judged twice by the same criteria.
 */
async function earlierJudgements(
  db: Database,
  { job, marketId, judgedBy, judgedByRules, mode }: JobContext,
): Promise<Map<number, EarlierJudgement>> {
  if (mode !== "search") return new Map();
  const continued = job.continuesJobId === null ? [] : await continuedJobs(db, job.id);
  const rows = await db.query<EarlierJudgement>(
    `SELECT DISTINCT ON (k.company_id) k.company_id AS "companyId", ${verdictIn("k.verdict")} AS verdict, k.rule, k.reason, k.criteria,
       k.judged_in_job AS "judgedInJob", k.judged_by AS "judgedBy"
     FROM candidates k JOIN jobs j ON j.id = k.job_id
     WHERE ((k.market_id = $1 AND j.status = 'completed') OR k.job_id = ANY($3)) AND k.judged_by IN ($2, $4) AND k.verdict <> 'duplicate'
     ORDER BY k.company_id, k.judged_by = $2 DESC, k.job_id DESC`,
    [marketId, judgedBy, continued, judgedByRules],
  );
  return new Map(rows.map((row) => [row.companyId, row]));
}

/** Takes an earlier judgement over: a company that was below the cut is a candidate again. */
export function takenOver(earlier: EarlierJudgement, candidate: JudgedCandidate): NewCandidate {
  const { companyId, domain, relevance, generators } = candidate;
  const verdict = earlier.verdict === "belowCut" ? "in" : earlier.verdict;
  const score = rankingScore(relevance, earlier.criteria);
  return { ...earlier, verdict, companyId, domain, score, generators };
}

/**
 * Converts a judgement to the job's verdict. Companies that the request names are in the market whatever their outcome.
 */
export function verdictOf(
  { verdict, rule, criteria, reason }: Judgement,
  { companyId, domain, relevance, generators }: JudgedCandidate,
  mode: Mode,
): NewCandidate {
  const facts = { companyId, domain, criteria, score: rankingScore(relevance, criteria), generators };
  if (mode !== "given") return { ...facts, verdict, rule: rule ?? null, reason };
  return { ...facts, verdict: "in", rule: null, reason: verdict === "in" ? reason : `Named in the request. ${reason}` };
}

/**
 * Judges every candidate against every criterion, by rules and, if there is one, by a language model. Commits each
 * batch; a retry resumes with the candidates without a verdict.
 */
export async function judgeStep(
  deps: StepDeps,
  jobId: number,
  report: Report,
  signal?: AbortSignal,
): Promise<JudgedCounts> {
  const context = await jobContext(deps, jobId);
  const { db } = deps;
  const plan = planOf(context);
  // Uses what the previous step recorded: with more vectors by now, the result would differ.
  const { candidates, scale } = (await recordedFusion(db, jobId)) ?? (await fusedCandidates(deps, context));
  const decided = await db.query<{ companyId: number }>(
    `SELECT company_id AS "companyId" FROM candidates WHERE job_id = $1`,
    [jobId],
  );
  const known = new Set(decided.map(({ companyId }) => companyId));
  const open = candidates.filter(({ companyId }) => !known.has(companyId));
  const modelJudge = createModelJudge(deps, context, plan, signal);
  const positions = new Map(candidates.map(({ companyId }, position) => [companyId, position]));
  const isDue = (companyId: number, byRules: Pick<Judgement, "verdict" | "rule">) =>
    modelJudge?.isDue(positions.get(companyId) ?? candidates.length, byRules) ?? false;
  const earlier = new Map(
    [...(await earlierJudgements(db, context))].filter(
      // Where a model should judge, an earlier judgement by rules is not enough: the model may have been away, or over
      // the cap.
      ([companyId, before]) => before.judgedBy === context.judgedBy || !isDue(companyId, judgementOf(before)),
    ),
  );

  for (let at = 0; at < open.length; at += BATCH) {
    const batch = open.slice(at, at + BATCH);
    const done = known.size + at + batch.length;
    const total = known.size + open.length;
    const records = await companiesByIds(
      db,
      batch.map(({ companyId }) => companyId).filter((companyId) => !earlier.has(companyId)),
    );
    const companies = new Map(records.map((company) => [company.id, company]));
    const byRules = batch.flatMap((candidate): RuleJudgement[] => {
      const company = companies.get(candidate.companyId);
      if (company === undefined) return [];
      const [judged] = judgeCandidates(plan, [{ company, candidate }], scale);
      const position = positions.get(company.id) ?? total;
      return judged === undefined ? [] : [{ company, position, judgement: judged.judgement }];
    });
    const byModel = await modelJudge?.judge(byRules, () =>
      report({ phase: "judging", done: done - batch.length, total }),
    );
    const judgements = new Map(
      byRules.map(({ company, judgement }) => [company.id, byModel?.get(company.id) ?? judgement]),
    );
    const verdicts = batch.flatMap((candidate): NewCandidate[] => {
      const before = earlier.get(candidate.companyId);
      if (before !== undefined) return [takenOver(before, candidate)];
      const judgement = judgements.get(candidate.companyId);
      if (judgement === undefined) return [];
      const byRulesAlone = isDue(candidate.companyId, judgement) && byModel?.has(candidate.companyId) !== true;
      return [
        {
          ...verdictOf(judgement, candidate, context.mode),
          ...(byRulesAlone ? { judgedBy: context.judgedByRules } : {}),
        },
      ];
    });
    const stopped = modelJudge?.stopped() ?? null;
    await db.prisma.$transaction(async (tx) => {
      await writeCandidates(tx, context, verdicts);
      await recordJudged(tx, jobId, records);
      const progress = FROM + (TO - FROM) * (done / total);
      const entry = { marketId: context.marketId, jobId, phase: "judging", progress } as const;
      await appendProgress(tx, {
        ...entry,
        message: `Judged ${done.toLocaleString("en")} of ${total.toLocaleString("en")} companies`,
        key: `judge ${done}`,
      });
      if (stopped !== null)
        await appendProgress(tx, {
          ...entry,
          message: `The language model is no longer asked, and the rules judge the rest: ${stopped}`,
          key: "model stopped",
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
