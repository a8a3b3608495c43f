const DAY_MS = 86_400_000;

/** The stories and events of one day. */
export interface CountedDay {
  count: number;
  newest: Date;
}

/** Where the recent window ends, and what is newer than that. */
export interface WindowEnd {
  asOf: Date;
  /** The stories and events after `asOf` that do not count; null if there are none. */
  setAside: { count: number; newest: Date } | null;
}

/**
 * Returns the end of the recent window: the newest story or event. A few stories after a silence longer than a window
 * do not count if there are fewer than `least`. Otherwise the window would begin after the archive ends.
 * @param days all days with stories or events, in any order. @returns null if there are none
 */
export function windowEnd(
  days: readonly CountedDay[],
  { windowDays, least }: { windowDays: number; least: number },
): WindowEnd | null {
  const ordered = days.toSorted((a, b) => b.newest.getTime() - a.newest.getTime());
  const [first] = ordered;
  if (first === undefined) return null;
  let runStart = 0;
  let inRun = 0;
  for (const [i, { newest, count }] of ordered.entries()) {
    const later = ordered[i - 1]?.newest;
    if (later !== undefined && later.getTime() - newest.getTime() >= windowDays * DAY_MS) [runStart, inRun] = [i, 0];
    inRun += count;
    if (inRun < least) continue;
    const asOf = (ordered[runStart] as CountedDay).newest;
    const after = ordered.slice(0, runStart).reduce((sum, day) => sum + day.count, 0);
    return { asOf, setAside: after === 0 ? null : { count: after, newest: first.newest } };
  }
  return { asOf: first.newest, setAside: null };
}
