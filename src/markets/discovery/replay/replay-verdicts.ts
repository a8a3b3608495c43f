import { NotRecordedError } from "#costs/recorded-pay";
import type { Queries } from "#foundation/db/database";
import type { LanguageModel } from "#providers/language-model/language-model";
import type { Pay } from "#providers/provider-call";
import { isOpenToJudgement, type Judgement, judgeByModel, judgeCandidates, rankAndCut } from "../../judging/index.ts";
import type { DiscoveryPlan } from "../../plan/plan.ts";
import type { DigestedVerdict } from "../result-digest.ts";
import type { Mode } from "../steps/job-context.ts";
import { type EarlierJudgement, takenOver, verdictOf } from "../steps/judge-step.ts";
import { judgedOf } from "../steps/judged.ts";
import { joinDuplicates } from "../steps/resolve-step.ts";
import type { NewCandidate } from "../steps/write-candidates.ts";
import { widenForRecall } from "../target-recall.ts";
import { verdictIn } from "../verdict.ts";
import { identityOf, type RecordedCandidate, type recordedInputs } from "./recorded-inputs.ts";

export interface ReplayInputs {
  inputs: NonNullable<Awaited<ReturnType<typeof recordedInputs>>>;
  plan: DiscoveryPlan;
  mode: Mode;
  count: number;
  /** Judgements that the job took over from earlier ones, which are part of its input. */
  earlier: Map<number, EarlierJudgement>;
  /** The model that it judged with, answered from recordings; null for rules alone. */
  model: { model: LanguageModel; pay: Pay } | null;
}

/** Judges by rules, then by the model where its answer was recorded: without an answer, the job also used the rules. */
async function judged(
  { plan, model, inputs, mode }: ReplayInputs,
  candidate: RecordedCandidate,
): Promise<NewCandidate | null> {
  const company = inputs.companies.get(candidate.companyId);
  if (company === undefined) return null;
  const [byRules] = judgeCandidates(plan, [{ company, candidate }], inputs.fusion.scale);
  if (byRules === undefined) return null;
  let judgement: Judgement = byRules.judgement;
  if (model !== null && isOpenToJudgement(judgement))
    try {
      judgement = await judgeByModel(model, plan, company, judgement);
    } catch (error) {
      if (!(error instanceof NotRecordedError) && !isUnusable(error)) throw error;
    }
  return verdictOf(judgement, candidate, mode);
}

/** Whether a recorded answer cannot be used now, because it could not be used then. */
function isUnusable(error: unknown): boolean {
  return error instanceof Error && error.name === "ProviderError";
}

/** Makes the verdicts on all candidates again, as a pure function of the job's recordings. */
export async function replayVerdicts(replay: ReplayInputs): Promise<DigestedVerdict[]> {
  const { inputs, earlier, mode, count } = replay;
  const { candidates, present, apart = [] } = inputs.fusion;
  const identities = candidates.map((candidate) => ({ ...identityOf(candidate), candidate }));
  const { duplicates } = joinDuplicates(present.map(identityOf), identities, apart);
  const isDuplicate = new Set(duplicates.map(({ companyId }) => companyId));
  const verdicts: NewCandidate[] = [];
  for (const { candidate } of identities) {
    if (isDuplicate.has(candidate.companyId)) continue;
    const before = earlier.get(candidate.companyId);
    const verdict = before === undefined ? await judged(replay, candidate) : takenOver(before, candidate);
    if (verdict !== null) verdicts.push(verdict);
  }
  const wanted = mode === "search" ? count : verdicts.length;
  const hasSentences = inputs.fusion.candidates.some(({ signals }) => signals?.sentences != null);
  const target = mode === "search" ? replay.plan.targetRecall : null;
  const { judged: taken } = widenForRecall(verdicts.map(judgedOf), wanted, target, hasSentences);
  const ranked = rankAndCut(taken, wanted);
  return [
    ...duplicates.map(({ domain, rule, score }) => ({ domain, verdict: "duplicate", rule, rank: null, score })),
    ...ranked.map(({ domain, verdict, rank, score, judgement }) => ({
      domain,
      verdict,
      rule: judgement.rule ?? null,
      rank,
      score,
    })),
  ];
}

/** Returns the judgements that a job took over from earlier jobs. */
export async function takenOverJudgements(db: Queries, jobId: number): Promise<Map<number, EarlierJudgement>> {
  const rows = await db.query<EarlierJudgement>(
    `SELECT company_id AS "companyId", ${verdictIn("verdict")} AS verdict,
       rule, reason, criteria, judged_in_job AS "judgedInJob", judged_by AS "judgedBy"
     FROM candidates WHERE job_id = $1 AND judged_in_job <> job_id AND verdict <> 'duplicate'`,
    [jobId],
  );
  return new Map(rows.map((row) => [row.companyId, row]));
}
