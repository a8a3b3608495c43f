import type { Queries } from "#foundation/db/database";
import type { LinkToWrite } from "./story-store.ts";

/**
 * What remains of the severity of a follow-up: of one that reports a development, and of one that says nothing new. A
 * first report keeps all of it. RepRisk's method also weighs whether a matter is new. The numbers are our judgement.
 */
const REMAINS = { development: 0.95, nothingNew: 0.9 };
/** Characters of a title that a rationale quotes. */
const MOST_TITLE = 120;

/** The novelty of an event: what remains of the severity that its articles state, and the reason. */
export interface Novelty {
  eventId: number;
  /** 0–1. */
  remains: number;
  /** A sentence of the rationale. */
  reason: string;
}

/** Returns the novelty of an event that follows another one. More developments never lower it. Pure. */
export function noveltyOf(
  { eventId, developments }: LinkToWrite,
  followed: { title: string; publishedAt: Date },
): Novelty {
  const [first, ...others] = developments;
  const remains = first === undefined ? REMAINS.nothingNew : REMAINS.development;
  const title = followed.title.slice(0, MOST_TITLE).toWellFormed();
  const more = others.length === 0 ? "" : ` and ${others.length} more`;
  const news =
    first === undefined
      ? "without a change of stage, amount or number that was read"
      : `new: ${first.role} ${first.before === null ? first.after : `${first.before} → ${first.after}`}${more}`;
  return {
    eventId,
    remains,
    reason: `Novelty: follows “${title}” of ${followed.publishedAt.toISOString().slice(0, 10)}, ${news}: severity × ${remains}.`,
  };
}

/**
 * Applies novelty to the severities of these events, from what their own articles state. Those without an entry are
 * first reports. A repeat changes nothing. `lastUpdated` stays, as for links.
 */
export async function applyNovelty(db: Queries, ids: readonly number[], followUps: readonly Novelty[]): Promise<void> {
  await db.query(
    `UPDATE event_impacted_entities i SET severity = w.severity, rationale = w.rationale,
       stated_severity = w.stated_severity, stated_rationale = w.stated_rationale
     FROM (SELECT o.event_id, o.position, coalesce(round((o.severity * n.remains)::numeric, 2)::float8, o.severity) AS severity,
         concat_ws(' ', o.rationale, n.reason) AS rationale,
         CASE WHEN n.event_id IS NOT NULL THEN o.severity END AS stated_severity,
         CASE WHEN n.event_id IS NOT NULL THEN o.rationale END AS stated_rationale
       FROM (SELECT event_id, position, coalesce(stated_severity, severity) AS severity,
           coalesce(stated_rationale, rationale) AS rationale
         FROM event_impacted_entities WHERE event_id = ANY($1::int[])) o
       LEFT JOIN unnest($2::int[], $3::float8[], $4::text[]) AS n(event_id, remains, reason) ON n.event_id = o.event_id) w
     WHERE i.event_id = w.event_id AND i.position = w.position
       AND (i.severity, i.rationale, i.stated_severity) IS DISTINCT FROM (w.severity, w.rationale, w.stated_severity)`,
    [
      ids,
      followUps.map(({ eventId }) => eventId),
      followUps.map(({ remains }) => remains),
      followUps.map(({ reason }) => reason),
    ],
  );
}
