import { COLLECTION_PART } from "#accounts/collections/find-collection";
import { TEAM_PART } from "#accounts/teams/find-team";
import { CHARGE_PART, quotaExceeded } from "#accounts/teams/quota";
import { calendarMonth } from "#foundation/calendar-month";
import type { Queries } from "#foundation/db/database";
import { isUniqueViolation } from "#foundation/db/unique-violation";
import { NotFoundError } from "#foundation/errors/index";
import { CLAIM_PART, type ClaimValues, EFFECT_PART, takenOver } from "#foundation/idempotency/idempotency";
import { BUSY_PART, type ChosenPipeline, marketIsBusy, QUEUE_PARTS, runValues } from "#jobs/workflow-runs";
import { wantedCount } from "../criteria/complete-criteria.ts";
import type { SearchCriteria } from "../criteria/search-criteria.ts";
import { CRITERIA_PART, criteriaValues } from "./stored-criteria.ts";

export interface StartedDiscovery {
  marketId: number;
  jobId: number;
}

/** A market to create, in a collection of its team or in none, or an existing market that the caller may write. */
export type DiscoveredMarket =
  | { teamId: number; collectionId: number | null; id?: undefined }
  | { teamId: number; id: number };

export interface NewDiscovery extends ChosenPipeline {
  criteria: SearchCriteria;
  /** Cap on the total cost of its jobs, including those of a following publish, in micro-dollars; null means no cap. */
  costCap: number | null;
  /** The ended job that it continues; it takes over that run's charge, unless that was given back. */
  continues?: { jobId: number; chargedMonth: string | null };
  /** The claim of the Idempotency-Key. */
  claim?: ClaimValues | null;
}

const NEW_MARKET = `
  INSERT INTO markets (team_id, collection_id, name, status, log_sequence)
  SELECT team_id, collection_id, name, 'discovering', 1 FROM paid
  RETURNING id, log_sequence, (SELECT charged_month FROM paid) AS charged_month`;

const KNOWN_MARKET = `
  UPDATE markets m SET status = 'discovering', log_sequence = m.log_sequence + 1 FROM paid p WHERE m.id = p.market_id
  RETURNING m.id, m.log_sequence, p.charged_month`;

/**
 * Everything that a start writes, in one statement, which commits by itself: all of it or nothing. Each part reads the
 * one before, so after a part without a row nothing follows. A busy market is a conflict whatever the quota, so it
 * precedes the charge.
 */
const queueing = (market: string) => `
  WITH asked AS (
    SELECT * FROM jsonb_to_record($1::jsonb->'asked') AS a(
      team_id int, collection_id int, market_id int, name text, month text, charged_month text)),
  ${TEAM_PART}, ${COLLECTION_PART}, ${BUSY_PART}, ${CLAIM_PART},
  admitted AS (SELECT a.* FROM asked a, team, collection, claim WHERE NOT EXISTS (SELECT FROM busy)),
  ${CHARGE_PART},
  paid AS (
    SELECT a.team_id, a.collection_id, a.market_id, a.name, coalesce(a.charged_month, c.month) AS charged_month
    FROM admitted a LEFT JOIN charged c ON true WHERE coalesce(a.charged_month, c.month) IS NOT NULL),
  market AS (${market}),
  ${QUEUE_PARTS}, ${CRITERIA_PART},
  effect AS (SELECT run.market_id AS "marketId", (SELECT min(id) FROM job) AS "jobId" FROM run),
  ${EFFECT_PART}
  SELECT EXISTS (SELECT FROM team) AS "hasTeam", EXISTS (SELECT FROM collection) AS "hasCollection",
    EXISTS (SELECT FROM claim) AS "hasClaim", EXISTS (SELECT FROM busy) AS "isBusy",
    EXISTS (SELECT FROM paid) AS "isPaid", (SELECT monthly_quota FROM team) AS "monthlyQuota",
    effect."marketId", effect."jobId", told.messages::int
  FROM told LEFT JOIN effect ON true`;

interface Queued {
  hasTeam: boolean;
  hasCollection: boolean;
  hasClaim: boolean;
  isBusy: boolean;
  isPaid: boolean;
  monthlyQuota: number | null;
  marketId: number | null;
  jobId: number | null;
}

/**
 * Writes the market, the run, its jobs, the criteria and the charge in one statement.
 * @throws NotFoundError (team, collection, a market that is gone), ConflictError (the market is busy, or another
 * attempt took over), QuotaExceededError
 */
export async function queueDiscovery(
  db: Queries,
  market: DiscoveredMarket,
  { criteria, flags, skipReview, costCap, continues, claim = null }: NewDiscovery,
): Promise<StartedDiscovery> {
  const wanted = `${wantedCount(criteria)} ${criteria.projectKind === "second_pass" ? "more companies" : "companies"}`;
  const after = continues === undefined ? "" : `, going on from job ${continues.jobId}`;
  const collectionId = market.id === undefined ? market.collectionId : null;
  const month = calendarMonth();
  const chargedMonth = continues?.chargedMonth ?? null;
  const values = JSON.stringify({
    asked: {
      team_id: market.teamId,
      collection_id: collectionId,
      market_id: market.id ?? null,
      name: criteria.marketName,
      month: chargedMonth === null ? month : null,
      charged_month: chargedMonth,
    },
    claim,
    run: runValues({
      kind: "discovery",
      pass: criteria.projectKind,
      // If the review is skipped, the chosen flags run in the following publish, and not twice.
      pipelineFlags: skipReview ? [] : flags,
      skipReview,
      publishFlags: skipReview ? flags : [],
      costCap,
      continuesJobId: continues?.jobId ?? null,
      queuedMessage: `Queued: up to ${wanted} for "${criteria.marketName}"${after}`,
    }),
    criteria: criteriaValues(criteria),
  });
  const [queued] = await db
    .query<Queued>(queueing(market.id === undefined ? NEW_MARKET : KNOWN_MARKET), [values])
    .catch((error: unknown) => {
      throw isUniqueViolation(error) ? marketIsBusy() : error;
    });
  if (queued === undefined) throw new Error("the statement of a start gave no row");
  if (!queued.hasTeam) throw new NotFoundError(`team ${market.teamId}`);
  if (!queued.hasCollection) throw new NotFoundError(`collection ${collectionId}`);
  if (!queued.hasClaim) throw takenOver();
  if (queued.isBusy) throw marketIsBusy();
  if (!queued.isPaid) throw quotaExceeded(queued.monthlyQuota, month);
  if (queued.marketId === null || queued.jobId === null) throw new NotFoundError(`market ${market.id}`);
  return { marketId: queued.marketId, jobId: queued.jobId };
}
