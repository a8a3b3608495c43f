import type { Queries } from "#foundation/db/database";
import type { WeekPlan } from "./plan-week.ts";
import type { Member, WeekReading } from "./read-week.ts";
import { markToLink } from "./story-lines/story-store.ts";
import { type ComposedEvent, newEventIds, writeEvents } from "./write-events.ts";

/** The result of storing a plan. */
export interface StoredPlan {
  created: number;
  /** Existing events whose content changed. */
  changed: number;
  merged: number;
  split: number;
}

const MOVE = `
  UPDATE observations o SET event_id = x.event_id
  FROM unnest($1::int[], $2::int[], $3::text[], $4::timestamptz[]) AS x(id, event_id, content_hash, published_at)
  WHERE o.id = x.id AND o.content_hash = x.content_hash AND o.published_at = x.published_at AND o.event_id IS DISTINCT FROM x.event_id`;

/**
 * An observation that changed or left since it was read contradicts the written event. Its departure is noted, so that
 * the event is processed again.
 */
const NOTE_MISSING = `
  INSERT INTO observation_departures (observation_id, event_id, published_at)
  SELECT x.id, x.event_id, x.published_at
  FROM unnest($1::int[], $2::int[], $3::timestamptz[]) AS x(id, event_id, published_at)
  LEFT JOIN observations o ON o.id = x.id
  WHERE o.event_id IS DISTINCT FROM x.event_id`;

const ADD_LINEAGE = `
  INSERT INTO event_lineage (kind, from_event_id, to_event_id, run_id)
  SELECT kind::event_lineage_kind, from_id, to_id, $4 FROM unnest($1::text[], $2::int[], $3::int[]) AS x(kind, from_id, to_id)`;

/**
 * Moves departures to the new week of their observation. The observation waits there, and its event is kept until then.
 */
const FORWARD_DEPARTURES = `
  UPDATE observation_departures d SET published_at = o.published_at
  FROM observations o
  WHERE d.id = ANY($1::bigint[]) AND o.id = d.observation_id AND o.event_id IS NULL AND o.published_at <> d.published_at
    AND NOT (o.published_at >= $2 AND o.published_at < $3)
  RETURNING d.id::text, d.event_id AS "eventId"`;

/**
 * Stores the groups of a week, within the transaction of `db`: events, their observations and lineage. An observation
 * that changed since it was read keeps waiting.
 * @param composed the contents of the changed groups, in their order
 */
export async function storePlan(
  db: Queries,
  runId: string,
  { departures }: WeekReading,
  range: { start: Date; end: Date },
  plan: WeekPlan,
  composed: readonly (ComposedEvent | null)[],
): Promise<StoredPlan> {
  const changed = plan.groups.filter((group) => group.changed);
  const isNew = changed.filter(({ eventId }) => eventId === null);
  const fresh = await newEventIds(db, isNew.length);
  const idOf = new Map(plan.groups.map((group) => [group, group.eventId]));
  for (const [i, group] of isNew.entries()) idOf.set(group, fresh[i] ?? null);

  const events = changed.flatMap((group, i) => {
    const [id, event] = [idOf.get(group), composed[i]];
    return id == null || event == null ? [] : [{ id, event }];
  });
  const written = new Set(await writeEvents(db, events));
  const there = new Set(events.map(({ id }) => id));
  const moves = changed.flatMap((group) => {
    const id = idOf.get(group);
    return id != null && there.has(id) ? group.members.map((member) => ({ member, id })) : [];
  });
  await move(db, moves);

  const lineage = [
    ...plan.merges.map((step) => ({ kind: "merge", from: step.from, to: idAt(plan, idOf, step.toGroup) })),
    ...plan.splits.map((step) => ({ kind: "split", from: step.from, to: idAt(plan, idOf, step.toGroup) })),
  ].flatMap(({ kind, from, to }) => (to === null ? [] : [{ kind, from, to }]));
  await db.query(ADD_LINEAGE, [
    lineage.map(({ kind }) => kind),
    lineage.map(({ from }) => from),
    lineage.map(({ to }) => to),
    runId,
  ]);

  const ids = departures.map(({ id }) => id);
  const forwarded = await db.query<{ id: string; eventId: number | null }>(FORWARD_DEPARTURES, [
    ids,
    range.start,
    range.end,
  ]);
  const kept = new Set(forwarded.map(({ id }) => id));
  const waitedFor = new Set(forwarded.map(({ eventId }) => eventId));
  await db.query("DELETE FROM observation_departures WHERE id = ANY($1::bigint[])", [
    ids.filter((id) => !kept.has(id)),
  ]);
  const gone = [...plan.merges.map(({ from }) => from), ...plan.emptied.filter((id) => !waitedFor.has(id))];
  // An event that followed a removed event may follow another one.
  await markToLink(db, [...there], gone);
  await db.query("DELETE FROM events WHERE id = ANY($1)", [gone]);
  return {
    created: fresh.length,
    changed: [...written].filter((id) => !fresh.includes(id)).length,
    merged: plan.merges.length,
    split: plan.splits.length,
  };
}

const idAt = (plan: WeekPlan, idOf: ReadonlyMap<WeekPlan["groups"][number], number | null>, index: number) => {
  const group = plan.groups[index];
  return group === undefined ? null : (idOf.get(group) ?? null);
};

async function move(db: Queries, moves: readonly { member: Member; id: number }[]): Promise<void> {
  const observations = moves.map(({ member }) => member.id);
  const events = moves.map(({ id }) => id);
  const publishedAt = moves.map(({ member }) => member.publishedAt);
  await db.query(MOVE, [observations, events, moves.map(({ member }) => member.contentHash), publishedAt]);
  await db.query(NOTE_MISSING, [observations, events, publishedAt]);
}
