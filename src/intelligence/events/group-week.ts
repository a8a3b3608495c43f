import { type BorderGroup, crossings } from "./cross-border.ts";
import type { GroupingDocument } from "./grouping/group-documents.ts";
import type { Member, WeekObservation, WeekReading } from "./read-week.ts";
import { firstDaysEnd, lastDaysStart, weekOf } from "./weeks.ts";

/** Lists of document indexes, each index in exactly one list. */
export type Groups = readonly (readonly number[])[];

export type GroupDocuments = (documents: readonly GroupingDocument[], signal?: AbortSignal) => Groups | Promise<Groups>;

/** A group of a week, and the events that it continues in the weeks before and after. */
export interface WeekGroup {
  members: WeekObservation[];
  before: number | null;
  after: number | null;
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** Returns a name of a group that depends only on its members: the smallest of their URLs. */
export const smallestUrl = (members: readonly Member[]): string =>
  members.reduce((least, { url }) => (compare(url, least) < 0 ? url : least), members[0]?.url ?? "");

const asDocument = ({ url, title, text, publisher, category, publishedAt }: WeekObservation): GroupingDocument => ({
  key: url,
  url,
  title,
  text,
  publisher,
  category,
  publishedAt,
});

async function grouped(
  observations: readonly WeekObservation[],
  group: GroupDocuments,
  signal: AbortSignal | undefined,
): Promise<WeekObservation[][]> {
  if (observations.length === 0) return [];
  // Sorted by URL, so that the database's order does not matter.
  const ordered = [...observations].sort((a, b) => compare(a.url, b.url));
  const groups = await group(ordered.map(asDocument), signal);
  return groups.map((indexes) => indexes.flatMap((index) => ordered[index] ?? []));
}

/** Groups the observations of a week, and finds the groups that continue in the weeks before and after. */
export async function groupWeek(
  { week, own, before, after }: WeekReading,
  group: GroupDocuments,
  signal?: AbortSignal,
): Promise<WeekGroup[]> {
  const grouping = (observations: readonly WeekObservation[]) => grouped(observations, group, signal);
  const groups = (await grouping(own)).map((members): WeekGroup => ({ members, before: null, after: null }));
  const groupOf = new Map(groups.flatMap((one) => one.members.map(({ id }) => [id, one] as const)));
  // In a week that is not grouped now, the event of an observation stands for its group.
  const parentOf = (member: WeekObservation): WeekGroup | number | null =>
    weekOf(member.publishedAt) === week ? (groupOf.get(member.id) ?? null) : member.eventId;

  const first = own.filter(({ publishedAt }) => publishedAt < firstDaysEnd(week));
  for (const { earlier, later } of await acrossBorder(before, first, parentOf, grouping))
    if (typeof earlier === "number" && typeof later === "object") later.before = earlier;
  const last = own.filter(({ publishedAt }) => publishedAt >= lastDaysStart(week));
  for (const { earlier, later } of await acrossBorder(last, after, parentOf, grouping))
    if (typeof earlier === "object" && typeof later === "number") earlier.after = later;
  return groups;
}

/**
 * Finds pairs of groups, before and after a border, that are one event. Groups are named by their members near the
 * border.
 */
async function acrossBorder<Parent>(
  earlier: readonly WeekObservation[],
  later: readonly WeekObservation[],
  parentOf: (member: WeekObservation) => Parent | null,
  grouping: (observations: readonly WeekObservation[]) => Promise<WeekObservation[][]>,
): Promise<{ earlier: Parent; later: Parent }[]> {
  if (earlier.length === 0 || later.length === 0) return [];
  const parents = { earlier: new Map<string, Parent>(), later: new Map<string, Parent>() };
  const names = new Map<number, string>();
  const name = (members: readonly WeekObservation[], byName: Map<string, Parent>) => {
    const byParent = new Map<Parent, WeekObservation[]>();
    for (const member of members) {
      const parent = parentOf(member);
      if (parent === null) continue;
      const siblings = byParent.get(parent);
      if (siblings === undefined) byParent.set(parent, [member]);
      else siblings.push(member);
    }
    for (const [parent, siblings] of byParent) {
      const url = smallestUrl(siblings);
      byName.set(url, parent);
      for (const { id } of siblings) names.set(id, url);
    }
  };
  name(earlier, parents.earlier);
  name(later, parents.later);
  const isEarlier = new Set(earlier.map(({ id }) => id));
  const namesOf = (members: readonly WeekObservation[], early: boolean) =>
    members.flatMap(({ id }) => (isEarlier.has(id) === early ? (names.get(id) ?? []) : []));
  const around = (await grouping([...earlier, ...later])).map(
    (members): BorderGroup => ({ before: namesOf(members, true), after: namesOf(members, false) }),
  );
  return crossings(around).flatMap((crossing) => {
    const [from, to] = [parents.earlier.get(crossing.before), parents.later.get(crossing.after)];
    return from === undefined || to === undefined ? [] : [{ earlier: from, later: to }];
  });
}
