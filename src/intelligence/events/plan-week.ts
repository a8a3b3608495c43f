import { type Assignment, assignIds } from "./assign-ids.ts";
import { smallestUrl, type WeekGroup } from "./group-week.ts";
import type { Member, WeekReading } from "./read-week.ts";
import { weekOf } from "./weeks.ts";

/** A group of the new partition, which becomes one event. */
export interface PlannedGroup {
  /** The smallest URL of its members. */
  key: string;
  members: Member[];
  /** The event that it continues; null for a new one. */
  eventId: number | null;
  /** Whether its observations, or their content, differ from the event's. */
  changed: boolean;
}

export interface WeekPlan extends Omit<Assignment, "eventIds"> {
  groups: PlannedGroup[];
  /** Events that have no observations left and merged into no other event. */
  emptied: number[];
}

/** Returns the events that the new groups of a week can change. */
export function concernedEvents({ own, departures }: WeekReading, groups: readonly WeekGroup[]): number[] {
  const ids = new Set<number>();
  for (const { eventId } of [...own, ...departures]) if (eventId !== null) ids.add(eventId);
  for (const { before, after } of groups) for (const id of [before, after]) if (id !== null) ids.add(id);
  return [...ids];
}

/**
 * Plans the new partition of all observations that a week's groups touch, and the resulting events.
 * @param members all observations of the concerned events, in any week; for this week's, `own` has newer data
 * @param events the concerned events that still exist
 */
export function planWeek(
  { week, own, departures }: WeekReading,
  weekGroups: readonly WeekGroup[],
  members: readonly Member[],
  events: readonly number[],
): WeekPlan {
  const exists = new Set(events);
  /** An event's observations before and after this week. Those in the week are grouped again. */
  const runs = new Map<string, Member[]>();
  const size = new Map<number, number>();
  const add = (member: Member) => {
    if (member.eventId === null) return;
    size.set(member.eventId, (size.get(member.eventId) ?? 0) + 1);
    const side = Math.sign(weekOf(member.publishedAt) - week);
    if (side === 0) return;
    const name = `${member.eventId}/${side}`;
    const run = runs.get(name);
    if (run === undefined) runs.set(name, [member]);
    else run.push(member);
  };
  const inWeek = new Set(own.map(({ id }) => id));
  for (const member of members) if (!inWeek.has(member.id)) add(member);
  for (const member of own) add(member);

  const take = (eventId: number | null, side: -1 | 1) => {
    const name = `${eventId}/${side}`;
    const run = runs.get(name) ?? [];
    runs.delete(name);
    return run;
  };
  const joined = weekGroups.map((group) => [...take(group.before, -1), ...group.members, ...take(group.after, 1)]);
  // If nothing in this week joins one side of an event, that side stays a group of its own.
  const all = [...joined, ...runs.values()].filter((group) => group.length > 0);

  const departed = new Map<number, number>();
  for (const { observationId, eventId } of departures)
    if (eventId !== null && !departed.has(observationId)) departed.set(observationId, eventId);
  const formerly = ({ id, eventId }: Member) => {
    const former = eventId ?? departed.get(id) ?? null;
    return former !== null && exists.has(former) ? former : null;
  };
  const keyed = all
    .map((group) => ({ key: smallestUrl(group), members: group }))
    .sort((a, b) => (a.key < b.key ? -1 : 1));
  const { eventIds, merges, splits } = assignIds(
    keyed.map(({ key, members }) => ({ key, formerEventIds: members.map(formerly) })),
  );
  const lost = new Set(departures.map(({ eventId }) => eventId));
  const groups = keyed.map((group, i): PlannedGroup => {
    const eventId = eventIds[i] ?? null;
    const same =
      eventId !== null &&
      !lost.has(eventId) &&
      group.members.length === size.get(eventId) &&
      group.members.every((member) => member.eventId === eventId);
    return { ...group, eventId, changed: !same };
  });
  const goesOn = new Set([...eventIds, ...merges.map(({ from }) => from)]);
  return { groups, merges, splits, emptied: events.filter((id) => !goesOn.has(id)) };
}
