/**
 * The events monitor's default conditions with a page of it, written by hand: `$2` and `$3` are the sort keys of the row before. Their
 * condition comes first: PostgreSQL begins to read the index at the first bound that is written, and would walk there from the newest event.
 */
export const EVENTS = `SELECT e.title, e.summary, e.last_updated AS "lastUpdated" FROM events e
  WHERE (e.last_updated, e.id) < (coalesce($2::timestamptz, 'infinity'), coalesce($3::int, 2147483647))
    AND e.last_updated >= date_trunc('day', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC' - interval '1 day'
    AND e.last_updated < date_trunc('day', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC' + interval '1 day'
    AND EXISTS (SELECT FROM event_impacted_entities i WHERE i.event_id = e.id AND i.likelihood BETWEEN 2 AND 3 AND i.severity BETWEEN 2 AND 3)
  ORDER BY e.last_updated DESC, e.id DESC LIMIT $1`;

export const eventsAfter = (db, first, updated, row) => db.query(EVENTS, [first, updated ?? null, row ?? null]);
