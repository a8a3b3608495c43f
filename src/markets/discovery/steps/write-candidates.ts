import type { Transaction } from "#foundation/db/database";
import type { CriterionOutcome } from "../../judging/index.ts";
import type { Verdict } from "../verdict.ts";
import type { JobContext } from "./job-context.ts";

export interface NewCandidate {
  companyId: number;
  domain: string;
  verdict: Verdict;
  rule: string | null;
  reason: string;
  /** 0–1. */
  score: number;
  criteria: CriterionOutcome[];
  generators: string[];
  /** The earlier job whose judgement is taken over. */
  judgedInJob?: number;
  /** The basis of the judgement, where it differs from the job's. */
  judgedBy?: string;
}

/** Writes verdicts in one statement. Idempotent: an existing verdict stays. */
export async function writeCandidates(
  tx: Transaction,
  { job, marketId, judgedBy }: JobContext,
  candidates: NewCandidate[],
): Promise<void> {
  if (candidates.length === 0) return;
  await tx.$executeRaw`
    INSERT INTO candidates (job_id, company_id, market_id, domain, verdict, rule, reason, score, criteria, generators, judged_by, judged_in_job)
    SELECT ${job.id}, k."companyId", ${marketId}, k.domain, k.verdict::verdict, k.rule, k.reason, k.score, k.criteria,
      array(SELECT jsonb_array_elements_text(k.generators)), coalesce(k."judgedBy", ${judgedBy}), coalesce(k."judgedInJob", ${job.id})
    FROM jsonb_to_recordset(${JSON.stringify(candidates)}::jsonb)
      AS k("companyId" int, domain text, verdict text, rule text, reason text, score float, criteria jsonb, generators jsonb, "judgedInJob" int, "judgedBy" text)
    ON CONFLICT (job_id, company_id) DO NOTHING`;
}
