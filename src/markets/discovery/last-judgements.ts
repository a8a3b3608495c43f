import type { DirectoryCompany } from "#companies/directory-company";
import type { Database } from "#foundation/db/database";
import { discoveriesOf } from "#jobs/job-record";
import { type CriterionOutcome, offerIn } from "../judging/index.ts";
import { judgedRecords } from "./replay/recorded-inputs.ts";

/** What a market's discoveries last decided about a company. */
export interface LastJudgement {
  /** Whether it satisfied every criterion, also below the cut. */
  satisfies: boolean;
  criteria: CriterionOutcome[];
  /** Whether a language model judged it. */
  isByModel: boolean;
  /** The record as judged; null where it is no longer stored. */
  record: DirectoryCompany | null;
}

/** The decisions of a market's completed discoveries. */
export interface LastJudgements {
  /** By company. */
  judged: Map<number, LastJudgement>;
  /** When the newest of the discoveries was asked for; null before the first. */
  since: Date | null;
}

/** Returns what the completed discoveries of a market decided about each candidate, the newest decision counting. */
export async function lastJudgements(db: Database, marketId: number): Promise<LastJudgements> {
  const jobs = (await discoveriesOf(db.prisma, marketId)).reverse();
  const judged = new Map<number, LastJudgement>();
  for (const job of jobs) {
    const rows = await db.prisma.candidate.findMany({
      where: { jobId: job.id },
      select: { companyId: true, verdict: true, criteria: true },
    });
    const records = await judgedRecords(db, job.id);
    for (const { companyId, verdict, criteria: stored } of rows) {
      if (judged.has(companyId)) continue;
      // The steps of the discovery wrote them.
      const criteria = stored as object[] as CriterionOutcome[];
      judged.set(companyId, {
        satisfies: verdict === "in" || verdict === "belowCut",
        criteria,
        isByModel: offerIn(criteria)?.by !== undefined,
        record: records.get(companyId) ?? null,
      });
    }
  }
  return { judged, since: jobs[0]?.createdAt ?? null };
}
