import { findCompany } from "#companies/directory";
import { domainOrThrow } from "#companies/registrable-domain";
import type { Database } from "#foundation/db/database";
import { newestDiscovery } from "#jobs/job-record";
import type { Verdict } from "../discovery/verdict.ts";
import type { CriterionOutcome } from "../judging/index.ts";
import { whyCandidate } from "../read-candidates.ts";
import type { Change } from "./change.ts";
import type { Explanation } from "./explain.ts";

/** Judges a company where the directory's index is: in a worker. @throws ServiceUnavailableError where none answers in time */
export interface VerdictExplainer {
  explain(input: { jobId: number; companyId: number; marketId: number; teamId: number }): Promise<Explanation>;
}

/** Why a company is not in a market, and what would let it in. */
export interface WhyNot {
  domain: string;
  /** Null where the directory has no such company. */
  companyId: number | null;
  /** The newest completed discovery, by whose criteria it was judged; null where there is none. */
  jobId: number | null;
  /** Whether that discovery itself judged it; otherwise it was judged now. */
  wasCandidate: boolean;
  verdict: Verdict | null;
  rule: string | null;
  reason: string;
  score: number | null;
  criteria: CriterionOutcome[];
  change: Change | null;
  note: string | null;
}

const NOTHING = { wasCandidate: false, verdict: null, rule: null, score: null, criteria: [], change: null, note: null };

/**
 * Explains why a company is not in a market, for any domain. The newest completed discovery's decision stands. A
 * company that it did not examine is judged now by its criteria.
 * @throws InvalidInputError for an invalid domain; ServiceUnavailableError where no worker answers
 */
export async function whyNot(
  db: Database,
  explainer: VerdictExplainer,
  market: { id: number; teamId: number },
  given: string,
): Promise<WhyNot> {
  const domain = domainOrThrow(given);
  const [company, discovery] = await Promise.all([findCompany(db, domain), newestDiscovery(db.prisma, market.id)]);
  const companyId = company?.id ?? null;
  if (discovery === null)
    return { ...NOTHING, domain, companyId, jobId: null, reason: "No discovery of this market has completed yet." };
  if (companyId === null)
    return {
      ...NOTHING,
      domain,
      companyId,
      jobId: discovery.id,
      reason: `The directory has no company ${domain}: import it (market import companies FILE), or configure a web search, which finds companies that no directory has.`,
    };
  const stored = await whyCandidate(db, market.id, domain);
  const judged = stored !== null && (stored.jobId === discovery.id || stored.verdict === "in") ? stored : null;
  if (judged?.verdict === "in") {
    const { verdict, rule, reason, score, criteria, jobId } = judged;
    return { ...NOTHING, domain, companyId, jobId, wasCandidate: true, verdict, rule, reason, score, criteria };
  }
  const now = await explainer.explain({ jobId: discovery.id, companyId, marketId: market.id, teamId: market.teamId });
  const { verdict, rule, reason, score, criteria } = judged ?? now;
  const { change, note } = now;
  return {
    domain,
    companyId,
    jobId: discovery.id,
    wasCandidate: judged !== null,
    verdict,
    rule,
    reason,
    score,
    criteria,
    change,
    note,
  };
}
