import PQueue from "p-queue";
import type { DirectoryCompany } from "../../companies/directory-company.ts";
import { CostCapReachedError } from "../../costs/cost-cap.ts";
import { payFor } from "../../costs/paid-call.ts";
import { payerOfJob } from "../../costs/payer.ts";
import { isOpenToJudgement, type Judgement, judgeByModel } from "../../judging/index.ts";
import { ProviderError } from "../../providers/provider-error.ts";
import type { DiscoveryPlan } from "../../retrieval/index.ts";
import { NotRecordedError, recordedPay } from "../replay/recorded-model.ts";
import type { JobContext, StepDeps } from "./job-context.ts";

/** Companies that a model judges for each company wanted: those further down are seldom taken. */
const JUDGED_PER_WANTED = 3;
const MIN_JUDGED = 60;
/** The most companies of a job that a model judges. */
export const mostJudgedByModel = (wanted: number): number => Math.max(MIN_JUDGED, wanted * JUDGED_PER_WANTED);

/** Calls at once. */
const CONCURRENCY = 4;
/** After so many failures one after the other, a model is not asked again in this step. */
const MAX_FAILURES = 5;

/** A company with what the rules made of it, and its place among the job's candidates, the best at 0. */
export interface RuleJudgement {
  company: DirectoryCompany;
  position: number;
  judgement: Judgement;
}

export interface ModelJudge {
  /** Whether the model is to judge a company at this place that the rules have judged so. */
  isDue(position: number, byRules: Pick<Judgement, "verdict" | "rule">): boolean;
  /** Judges a batch again where a model has something to add; what it cannot judge stays as the rules have it. */
  judge(batch: RuleJudgement[], onJudged: () => void): Promise<Map<number, Judgement>>;
  /** Why the model is not asked any more; null while it is. */
  stopped(): string | null;
}

/** What a failure says about the calls to come; null: only about its own. */
function reasonToStop(error: unknown, failuresInARow: number): string | null {
  if (error instanceof CostCapReachedError) return error.detail ?? "the cost cap is reached";
  if (!(error instanceof ProviderError)) throw error;
  if (error.failure === "auth" || error.failure === "quota") return error.message;
  return failuresInARow >= MAX_FAILURES ? `${failuresInARow} failures in a row; the last: ${error.message}` : null;
}

/** The configured model as a judge for this job, paid for by the job's team; null where there is none. */
export async function createModelJudge(
  { db, languageModel: model }: StepDeps,
  { job, marketId, criteria }: JobContext,
  plan: DiscoveryPlan,
  signal?: AbortSignal,
): Promise<ModelJudge | null> {
  if (model === null) return null;
  const { teamId } = await db.prisma.market.findUniqueOrThrow({ where: { id: marketId }, select: { teamId: true } });
  const paying = payFor(db, payerOfJob(teamId, job.id), signal ? { signal } : {});
  // What was answered before a worker was killed counts also when nothing more is asked: a replay finds these answers too.
  const remembering = recordedPay(db, job.id);
  const judged = mostJudgedByModel(criteria.count);
  let stopped: string | null = null;
  let failuresInARow = 0;
  const isDue: ModelJudge["isDue"] = (position, byRules) => position < judged && isOpenToJudgement(byRules);

  return {
    isDue,
    stopped: () => stopped,
    async judge(batch, onJudged) {
      const queue = new PQueue({ concurrency: CONCURRENCY });
      const judgements = new Map<number, Judgement>();
      const open = batch.filter(({ position, judgement }) => isDue(position, judgement));
      const judging = queue.addAll(
        open.map(({ company, judgement }) => async () => {
          try {
            const pay = stopped === null ? paying : remembering;
            judgements.set(company.id, await judgeByModel({ model, pay }, plan, company, judgement));
            failuresInARow = 0;
          } catch (error) {
            if (error instanceof NotRecordedError) return;
            stopped ??= reasonToStop(error, ++failuresInARow);
          }
          onJudged();
        }),
      );
      // A job that is to stop asks for nothing more.
      await judging.finally(() => queue.clear());
      return judgements;
    },
  };
}
