import type { Judged, Judgement } from "../../judging/index.ts";
import type { NewCandidate } from "./write-candidates.ts";

type StoredVerdict = Pick<NewCandidate, "companyId" | "domain" | "verdict" | "rule" | "reason" | "score" | "criteria">;

/** Converts a stored verdict back to a judgement: a company below the cut satisfied every criterion. */
export function judgementOf({
  verdict,
  rule,
  reason,
  criteria,
}: Pick<StoredVerdict, "verdict" | "rule" | "reason" | "criteria">): Judgement {
  return {
    verdict: verdict === "excluded" || verdict === "failed" || verdict === "related" ? verdict : "in",
    criteria,
    reason,
    ...(rule === null ? {} : { rule }),
  };
}

/** Converts a stored verdict to the form that ranking takes. */
export function judgedOf(stored: StoredVerdict): Judged {
  const { companyId, domain, score } = stored;
  return { companyId, domain, score, judgement: judgementOf(stored) };
}
