import type { Queries } from "#foundation/db/database";
import { joinsStoryLine } from "../event-lists.ts";
import { type Development, Developments } from "./developments.ts";
import type { Kinship } from "./follow-up.ts";

/** Why an event is linked to the one that it follows directly, and what changed. */
export interface StoryLink extends Kinship {
  followsEventId: number;
  developments: Development[];
}

export interface StoryEvent {
  id: number;
  title: string;
  publishedAt: Date;
  /** Null: the first of its line. */
  followsUpOn: StoryLink | null;
}

type StoryRow = Omit<StoryEvent, "followsUpOn"> & Kinship & { followsEventId: number | null; developments: unknown };

/** The events of an event's story line, itself among them, earliest first. */
export async function readStoryLine(db: Pick<Queries, "query">, eventId: number): Promise<StoryEvent[]> {
  const rows = await db.query<StoryRow>(
    `SELECT o.id, o.title, o.published_at AS "publishedAt", f.follows_event_id AS "followsEventId", f.likelihood,
       f.shared_names AS "sharedNames", f.shared_terms AS "sharedTerms", f.developments
     FROM events e JOIN events o ON ${joinsStoryLine("e", "o")} LEFT JOIN event_follow_ups f ON f.event_id = o.id
     WHERE e.id = $1 ORDER BY o.published_at, o.id`,
    [eventId],
  );
  return rows.map(({ id, title, publishedAt, followsEventId, likelihood, sharedNames, sharedTerms, developments }) => ({
    id,
    title,
    publishedAt,
    followsUpOn:
      followsEventId === null
        ? null
        : { followsEventId, likelihood, sharedNames, sharedTerms, developments: Developments.parse(developments) },
  }));
}
