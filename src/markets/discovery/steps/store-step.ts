import type { Transaction } from "#foundation/db/database";
import { counted } from "#foundation/language/counted";
import { updateJob } from "#jobs/job-record";
import { appendProgress } from "#jobs/progress-log";
import type { SearchCriteria } from "../../criteria/search-criteria.ts";
import { type Judged, type Ranked, rankAndCut } from "../../judging/index.ts";
import { applyReviews, lockMarket } from "../../reviews/apply-reviews.ts";
import { isReviewed } from "../../reviews/stored-reviews.ts";
import { judgementCost } from "../judgement-cost.ts";
import { writeManifest } from "../manifest.ts";
import { type ReportedEstimate, reportedEstimate } from "../market-estimate.ts";
import { recordedFusion } from "../replay/recorded-inputs.ts";
import { resultDigest } from "../result-digest.ts";
import { type PaidJudge, widenForRecall } from "../target-recall.ts";
import { storedVerdict, type Verdict, verdictIn } from "../verdict.ts";
import { type JobContext, jobContext, planOf, type StepDeps } from "./job-context.ts";
import { judgedOf } from "./judged.ts";

export interface Stored {
  /** Number of companies in the market afterwards. */
  companies: number;
  /** The report's sentence on precision and recall; absent where nothing was searched, and in earlier versions. */
  estimate?: string;
}

interface CandidateRow {
  companyId: number;
  domain: string;
  verdict: Exclude<Verdict, "duplicate">;
  rule: string | null;
  reason: string;
  score: number;
  criteria: Judged["judgement"]["criteria"];
  generators: string[];
}

/**
 * Writes the market's new list. A search appends its companies to the existing ones; a new judgement keeps those that
 * still satisfy.
 */
async function writeMarketCompanies(
  tx: Transaction,
  { job, marketId, mode }: JobContext,
  ranked: Ranked[],
): Promise<void> {
  const taken = ranked
    .filter(({ verdict }) => verdict === "in")
    .map(({ companyId, rank, score, judgement }) => ({
      companyId,
      rank,
      score,
      reason: judgement.reason,
      criteria: judgement.criteria,
    }));
  if (mode === "rejudge")
    await tx.marketCompany.deleteMany({
      where: { marketId, companyId: { notIn: taken.map(({ companyId }) => companyId) } },
    });
  const behind =
    mode === "search"
      ? ((await tx.marketCompany.aggregate({ where: { marketId, jobId: { not: job.id } }, _max: { rank: true } }))._max
          .rank ?? 0)
      : 0;
  await tx.$executeRaw`
    INSERT INTO market_companies (market_id, company_id, job_id, rank, score, reason, criteria)
    SELECT ${marketId}, x."companyId", ${job.id}, x.rank + ${behind}, x.score, x.reason, x.criteria
    FROM jsonb_to_recordset(${JSON.stringify(taken)}::jsonb) AS x("companyId" int, rank int, score float, reason text, criteria jsonb)
    ON CONFLICT (market_id, company_id) DO UPDATE
    SET rank = excluded.rank, score = excluded.score, reason = excluded.reason, criteria = excluded.criteria`;
}

/** Returns why a search found fewer companies than wanted; null where it did not. */
function shortfall(found: number, wanted: number, ranked: Ranked[]): string | null {
  if (found >= wanted) return null;
  const failed = new Map<string, number>();
  for (const { judgement, verdict } of ranked) {
    if (verdict === "in" || verdict === "related" || judgement.rule === undefined) continue;
    const rule = judgement.rule.split(":")[0] ?? judgement.rule;
    failed.set(rule, (failed.get(rule) ?? 0) + 1);
  }
  const causes = [...failed].sort((a, b) => b[1] - a[1]).map(([rule, count]) => `${count} by ${rule}`);
  const why =
    ranked.length === 0
      ? "the directory has no candidate for these criteria"
      : `${counted(ranked.length, "candidate")} judged; rejected: ${causes.join(", ")}`;
  return `Found ${found} of up to ${wanted} companies: ${why}`;
}

/** Returns the digest of a job's stored verdicts. */
async function storedDigest(tx: Transaction, jobId: number): Promise<string> {
  const rows = await tx.candidate.findMany({
    where: { jobId },
    select: { domain: true, verdict: true, rule: true, rank: true, score: true },
  });
  return resultDigest(rows);
}

/** Returns which candidates a language model judged; null where none was asked. */
function judgedByModel(rows: CandidateRow[]): string | null {
  const models = rows.flatMap(({ criteria }) => criteria.find(({ by }) => by !== undefined)?.by ?? []);
  const [model] = models;
  if (model === undefined) return null;
  return `${model} judged ${models.length} of ${rows.length} candidates, the rules the others`;
}

/** Returns the configured model's price for judging a company; null where there is none. */
async function paidJudgeOf({ db, languageModel }: StepDeps, criteria: SearchCriteria): Promise<PaidJudge | null> {
  if (languageModel === null) return null;
  return { name: languageModel.name, cost: await judgementCost(db, languageModel, criteria) };
}

/** Whether the sentence model compared the candidates. */
async function hadSentences({ db }: StepDeps, jobId: number): Promise<boolean> {
  const fusion = await recordedFusion(db, jobId);
  return fusion?.candidates.some(({ signals }) => signals?.sentences != null) ?? false;
}

/** Estimates precision and recall of the market after a search, including its earlier companies. */
async function estimateOf(
  { db }: StepDeps,
  { marketId, job }: JobContext,
  ranked: Ranked[],
  hasSentences: boolean,
): Promise<ReportedEstimate> {
  const earlier = await db.query<Pick<CandidateRow, "criteria">>(
    "SELECT criteria FROM market_companies WHERE market_id = $1 AND job_id <> $2",
    [marketId, job.id],
  );
  return reportedEstimate(
    ranked.map(({ verdict, judgement: { rule = null, criteria } }) => ({ verdict, rule, criteria })),
    earlier.map(({ criteria }) => criteria),
    hasSentences,
  );
}

/**
 * Ranks those that satisfy every criterion, cuts at the wanted number, and stores verdicts, market and report in one
 * transaction. Idempotent.
 */
export async function storeStep(deps: StepDeps, jobId: number): Promise<Stored> {
  const context = await jobContext(deps, jobId);
  const { marketId, criteria, mode, job } = context;
  const rows = await deps.db.query<CandidateRow>(
    `SELECT company_id AS "companyId", domain, ${verdictIn("verdict")} AS verdict, rule, reason, score, criteria, generators
     FROM candidates WHERE job_id = $1 AND verdict <> 'duplicate'`,
    [jobId],
  );
  // A market that is judged again, or whose companies are given, is not cut, because the request sets no size.
  const wanted = mode === "search" ? criteria.count : rows.length;
  const plan = planOf(context);
  const hasSentences = await hadSentences(deps, jobId);
  const target = mode === "search" ? plan.targetRecall : null;
  const { judged, note: recallNote } = widenForRecall(
    rows.map(judgedOf),
    wanted,
    target,
    hasSentences,
    target === null ? null : await paidJudgeOf(deps, criteria),
  );
  const ranked = rankAndCut(judged, wanted);
  const found = ranked.filter(({ verdict }) => verdict === "in").length;
  const related = ranked.filter(({ verdict }) => verdict === "related").length;
  const estimate = mode === "search" ? await estimateOf(deps, context, ranked, hasSentences) : null;
  const notes = [
    ...plan.notes,
    judgedByModel(rows),
    recallNote,
    ...(mode === "search" ? [shortfall(found, wanted, ranked)] : []),
  ].filter((note) => note !== null);

  return deps.db.prisma.$transaction(async (tx) => {
    await lockMarket(tx, marketId);
    const verdicts = ranked.map(({ companyId, verdict, rank, score, judgement }) => ({
      companyId,
      verdict: storedVerdict(verdict),
      rule: judgement.rule ?? null,
      rank,
      score,
      reason: judgement.reason,
    }));
    await tx.$executeRaw`
      UPDATE candidates k SET verdict = x.verdict::verdict, rule = x.rule, rank = x.rank, score = x.score, reason = x.reason
      FROM jsonb_to_recordset(${JSON.stringify(verdicts)}::jsonb) AS x("companyId" int, verdict text, rule text, rank int, score float, reason text)
      WHERE k.job_id = ${jobId} AND k.company_id = x."companyId"`;
    await writeMarketCompanies(tx, context, ranked);
    if (await isReviewed(tx, marketId)) await applyReviews(tx, deps.db, marketId, job);
    await writeManifest(tx, jobId, { result: await storedDigest(tx, jobId) });
    const companies = await tx.marketCompany.count({ where: { marketId } });
    await updateJob(tx, job.id, {
      companiesFound: found,
      report: { wanted, found, related, candidates: rows.length, notes, estimate },
    });
    await appendProgress(tx, {
      marketId,
      jobId,
      phase: "storing",
      message: [`${counted(found, "company", "companies")} ranked and stored`, ...notes].join(" · "),
      progress: 0.95,
      key: "store",
    });
    return { companies, ...(estimate === null ? {} : { estimate: estimate.sentence }) };
  });
}
