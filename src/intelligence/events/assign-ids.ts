/** A group of the new partition. */
export interface NewGroup {
  /** Stable name: the smallest URL of its observations. */
  key: string;
  /** The former event of each of its observations; null for a new observation. */
  formerEventIds: readonly (number | null)[];
}

/** What happens to events when observations are grouped again. */
export interface Assignment {
  /** The event that each group continues, in the groups' order; null for a new event. */
  eventIds: (number | null)[];
  /** Events that merged into the group at this index. */
  merges: { from: number; toGroup: number }[];
  /** Groups that become new events after splitting off from an event that continues. */
  splits: { from: number; toGroup: number }[];
}

/**
 * Gives each group the event with which it shares most observations. Takes pairs of a group and an event by the number
 * of shared observations, largest first, each group and each event once. Ties go to the older event, then to the group
 * with the smaller key. An event without a group has merged into the group that took most of it. A group without an
 * event, but with former observations, has split off from the event that had most of them.
 */
export function assignIds(groups: readonly NewGroup[]): Assignment {
  const pairs: { group: number; eventId: number; shared: number }[] = [];
  groups.forEach(({ formerEventIds }, group) => {
    const shared = new Map<number, number>();
    for (const id of formerEventIds) if (id !== null) shared.set(id, (shared.get(id) ?? 0) + 1);
    for (const [eventId, count] of shared) pairs.push({ group, eventId, shared: count });
  });
  const keyOf = (group: number) => groups[group]?.key ?? "";
  pairs.sort((a, b) => b.shared - a.shared || a.eventId - b.eventId || (keyOf(a.group) < keyOf(b.group) ? -1 : 1));

  const eventIds: (number | null)[] = groups.map(() => null);
  const taken = new Set<number>();
  for (const { group, eventId } of pairs) {
    if (eventIds[group] !== null || taken.has(eventId)) continue;
    eventIds[group] = eventId;
    taken.add(eventId);
  }
  const merges = new Map<number, number>();
  const splits = new Map<number, number>();
  for (const { group, eventId } of pairs) {
    // The pairs are sorted, so the first one shares most.
    if (!taken.has(eventId) && !merges.has(eventId)) merges.set(eventId, group);
    if (eventIds[group] === null && !splits.has(group)) splits.set(group, eventId);
  }
  return {
    eventIds,
    merges: [...merges].map(([from, toGroup]) => ({ from, toGroup })),
    splits: [...splits].map(([toGroup, from]) => ({ from, toGroup })),
  };
}
