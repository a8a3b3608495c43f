import { authorOf, type Caller } from "#accounts/auth/caller";
import { idsOfDomains } from "#companies/look-up";
import { domainOrThrow } from "#companies/registrable-domain";
import type { Database, Queries, Transaction } from "#foundation/db/database";
import { InvalidInputError, NotFoundError } from "#foundation/errors/index";
import { doOnce, type IdempotencyClaim } from "#foundation/idempotency/idempotency";
import { discoveriesOf } from "#jobs/job-record";
import { findMarket } from "../find-market.ts";
import { applyReviews, lockMarket } from "./apply-reviews.ts";

export interface ReviewCompanyInput {
  marketId: number;
  /** In any spelling. */
  domain: string;
  isAccepted: boolean;
  reason?: string | null | undefined;
}

/** The company of a review, in a market of the caller's. */
export interface Reviewed {
  marketId: number;
  companyId: number;
}

const MAX_REASON = 1_000;

/** Returns the candidate of a completed discovery with this domain. @throws InvalidInputError, NotFoundError */
async function candidateOf(tx: Transaction, db: Queries, marketId: number, domain: string): Promise<number> {
  const registrable = domainOrThrow(domain);
  const jobs = await discoveriesOf(tx, marketId);
  // A candidate keeps the domain of its time, which may be another company's now.
  const companyId = (await idsOfDomains(db, [registrable])).get(registrable);
  const found = await tx.candidate.findFirst({
    where: {
      marketId,
      ...(companyId === undefined ? { domain: registrable } : { companyId }),
      jobId: { in: jobs.map(({ id }) => id) },
      verdict: { not: "duplicate" },
    },
    select: { companyId: true },
  });
  if (found === null) throw new NotFoundError(`candidate ${registrable} of market ${marketId}`);
  return found.companyId;
}

/**
 * Accepts or rejects a company for a market; a later review replaces an earlier one. The same transaction makes the
 * market's list again from all reviews (`applyReviews`).
 * @throws InvalidInputError, NotFoundError (market; a company that no completed discovery of it judged)
 */
export async function reviewCompany(
  db: Database,
  caller: Caller,
  input: ReviewCompanyInput,
  claim?: IdempotencyClaim,
): Promise<Reviewed> {
  const reason = input.reason?.trim() ?? "";
  if (reason.length > MAX_REASON) throw new InvalidInputError(`reason has more than ${MAX_REASON} characters`);
  return doOnce(db.prisma, claim, async (tx) => {
    const { id: marketId } = await findMarket(tx, caller, input.marketId);
    await lockMarket(tx, marketId);
    const companyId = await candidateOf(tx, db, marketId, input.domain);
    const facts = { isAccepted: input.isAccepted, reason, reviewedBy: authorOf(caller), reviewedAt: new Date() };
    await tx.marketReview.upsert({
      where: { marketId_companyId: { marketId, companyId } },
      create: { marketId, companyId, ...facts },
      update: facts,
    });
    await applyReviews(tx, db, marketId);
    return { marketId, companyId };
  });
}

/** Withdraws a review: the market becomes as if it had never been. @throws InvalidInputError, NotFoundError */
export async function withdrawReview(
  db: Database,
  caller: Caller,
  input: Pick<ReviewCompanyInput, "marketId" | "domain">,
  claim?: IdempotencyClaim,
): Promise<Reviewed> {
  return doOnce(db.prisma, claim, async (tx) => {
    const { id: marketId } = await findMarket(tx, caller, input.marketId);
    await lockMarket(tx, marketId);
    const companyId = await candidateOf(tx, db, marketId, input.domain);
    const { count } = await tx.marketReview.deleteMany({ where: { marketId, companyId } });
    if (count === 0) throw new NotFoundError(`review of ${input.domain} in market ${marketId}`);
    await applyReviews(tx, db, marketId);
    return { marketId, companyId };
  });
}
