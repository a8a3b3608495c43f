/** One group of the observations around a border. Each member is named by its group within its own week. */
export interface BorderGroup {
  /** For each member before the border, the key of its group there. */
  before: readonly string[];
  /** For each member after the border, the key of its group there. */
  after: readonly string[];
}

/** Two groups of neighbouring weeks that are one event. */
export interface Crossing {
  before: string;
  after: string;
}

function counted(keys: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

/**
 * Returns the key with the most members here, among keys with more than half of all their members here; the smallest of
 * equal ones.
 */
function mainKey(members: readonly string[], everywhere: ReadonlyMap<string, number>): string | null {
  let main: { key: string; count: number } | null = null;
  for (const [key, count] of counted(members)) {
    if (count * 2 <= (everywhere.get(key) ?? 0)) continue;
    if (main === null || count > main.count || (count === main.count && key < main.key)) main = { key, count };
  }
  return main?.key ?? null;
}

/**
 * Finds the groups that continue across a border between weeks. The days around the border are grouped once more on
 * their own. Two groups, one on each side, are one event if one new group holds more than half of each one's members
 * there. Each group has at most one such partner, so an event is a chain through consecutive weeks with one group in
 * each. The order of the input does not matter.
 */
export function crossings(groups: readonly BorderGroup[]): Crossing[] {
  const before = counted(groups.flatMap((group) => group.before));
  const after = counted(groups.flatMap((group) => group.after));
  const found: Crossing[] = [];
  for (const group of groups) {
    const crossing = { before: mainKey(group.before, before), after: mainKey(group.after, after) };
    if (crossing.before !== null && crossing.after !== null)
      found.push({ before: crossing.before, after: crossing.after });
  }
  return found;
}
