import PQueue from "p-queue";
import type { DirectoryCompany } from "#companies/directory-company";
import { createCircuitBreaker } from "#costs/circuit-breaker";
import { payFor } from "#costs/paid-call";
import { payerOfJob } from "#costs/payer";
import { NotRecordedError, recordedPay } from "#costs/recorded-pay";
import { isOpenToJudgement, type Judgement, judgeByModel } from "../../judging/index.ts";
import type { DiscoveryPlan } from "../../plan/plan.ts";
import type { JobContext, StepDeps } from "./job-context.ts";

/** Companies that a model judges per wanted company; lower ranks seldom get in. */
const JUDGED_PER_WANTED = 3;
const MIN_JUDGED = 60;
/** Returns the maximum number of a job's companies that a model judges. */
export const mostJudgedByModel = (wanted: number): number => Math.max(MIN_JUDGED, wanted * JUDGED_PER_WANTED);

/** Number of concurrent calls. */
const CONCURRENCY = 4;

/** A company with the rules' judgement and its position among the job's candidates; the best has 0. */
export interface RuleJudgement {
  company: DirectoryCompany;
  position: number;
  judgement: Judgement;
}

export interface ModelJudge {
  /** Whether the model should judge a company at this position with this judgement by the rules. */
  isDue(position: number, byRules: Pick<Judgement, "verdict" | "rule">): boolean;
  /** Judges a batch again where a model can add something; elsewhere the rules' judgement stays. */
  judge(batch: RuleJudgement[], onJudged: () => void): Promise<Map<number, Judgement>>;
  /** Returns why the model is no longer called; null while it is. */
  stopped(): string | null;
}

/** Makes a judge of the configured model for this job, which the job's team pays; null where there is none. */
export function createModelJudge(
  { db, languageModel: model }: StepDeps,
  { job, teamId, criteria }: JobContext,
  plan: DiscoveryPlan,
  signal?: AbortSignal,
): ModelJudge | null {
  if (model === null) return null;
  const payer = payerOfJob(teamId, job.id);
  const paying = payFor(db, payer, signal ? { signal } : {});
  // Recorded answers from before a kill count even when the model is no longer called, because a replay finds them too.
  const remembering = recordedPay(db, payer);
  const judged = mostJudgedByModel(criteria.count);
  const breaker = createCircuitBreaker();
  const isDue: ModelJudge["isDue"] = (position, byRules) => position < judged && isOpenToJudgement(byRules);

  return {
    isDue,
    stopped: breaker.stopped,
    async judge(batch, onJudged) {
      const queue = new PQueue({ concurrency: CONCURRENCY });
      const judgements = new Map<number, Judgement>();
      const open = batch.filter(({ position, judgement }) => isDue(position, judgement));
      const judging = queue.addAll(
        open.map(({ company, judgement }) => async () => {
          try {
            const pay = breaker.stopped() === null ? paying : remembering;
            judgements.set(company.id, await judgeByModel({ model, pay }, plan, company, judgement));
            breaker.succeeded();
          } catch (error) {
            if (error instanceof NotRecordedError) return;
            breaker.failed(error);
          }
          onJudged();
        }),
      );
      // A job that must stop makes no more calls.
      await judging.finally(() => queue.clear());
      return judgements;
    },
  };
}
