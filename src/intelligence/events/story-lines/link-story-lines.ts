import type { LockedSession } from "#foundation/db/advisory-lock";
import type { Queries } from "#foundation/db/database";
import { framesOfEvents } from "../frames/stored-frames.ts";
import { developmentsBetween } from "./developments.ts";
import { mayFollow, predecessorOf } from "./follow-up.ts";
import type { Matter } from "./matter.ts";
import { applyNovelty, noveltyOf } from "./novelty.ts";
import {
  eventsToLink,
  followersOf,
  type LinkToWrite,
  neighbours,
  readMatters,
  unmarkToLink,
  writeKeys,
  writeLinks,
} from "./story-store.ts";

/** Number of events that are linked in one transaction. */
const BATCH = 200;
/** Maximum number of events whose matters are kept for the next batches of a run. */
const MOST_KEPT = 20_000;

/**
 * Finds the earlier event that each waiting event follows, and the later events that follow it. A link is a pure
 * function of the two events. The result therefore depends only on the stored events, not on the order of their
 * arrival. The link also gives an event's severity its novelty. An interrupted run leaves whole batches, and the next run
 * continues.
 * @throws the signal's reason where it is aborted
 */
export async function linkStoryLines(session: LockedSession, signal?: AbortSignal): Promise<void> {
  const known = new Map<number, Matter>();
  for (;;) {
    signal?.throwIfAborted();
    const ids = await eventsToLink(session, BATCH);
    if (ids.length === 0) return;
    if (known.size > MOST_KEPT) known.clear();
    await session.transaction((inside) => linkBatch(inside, ids, known));
  }
}

async function linkBatch(db: Queries, ids: readonly number[], known: Map<number, Matter>): Promise<void> {
  const waiting = await readMatters(db, ids);
  await writeKeys(db, waiting);
  for (const matter of waiting) known.set(matter.id, matter);
  const read = async (needed: readonly number[]) => {
    for (const matter of await readMatters(
      db,
      [...new Set(needed)].filter((id) => !known.has(id)),
    ))
      known.set(matter.id, matter);
  };

  // A later event is concerned if it follows one of these events now, or could follow it.
  const later = await neighbours(db, ids, "later");
  await read(later.map(({ other }) => other));
  const concerned = later.filter(({ id, other }) => {
    const [earlier, follower] = [known.get(id), known.get(other)];
    return earlier !== undefined && follower !== undefined && mayFollow(earlier, follower);
  });
  const followers = await followersOf(db, ids);
  const targets = [
    ...new Set([...ids, ...concerned.map(({ other }) => other), ...followers.map(({ eventId }) => eventId)]),
  ];

  const pairs = await neighbours(db, targets, "earlier");
  await read([...targets, ...pairs.map(({ other }) => other)]);
  const earlierOf = Map.groupBy(pairs, ({ id }) => id);
  const found = targets.flatMap((id) => {
    const event = known.get(id);
    const candidates = (earlierOf.get(id) ?? []).flatMap(({ other }) => known.get(other) ?? []);
    const predecessor = event === undefined ? null : predecessorOf(event, candidates);
    return predecessor === null ? [] : [{ id, predecessor }];
  });
  const frames = await framesOfEvents(db, [
    ...new Set(found.flatMap(({ id, predecessor }) => [id, predecessor.event.id])),
  ]);
  const followUps = found.map(({ id, predecessor: { event, ...shared } }) => {
    const developments = developmentsBetween(frames.get(event.id) ?? [], frames.get(id) ?? []);
    const link: LinkToWrite = { eventId: id, followsEventId: event.id, ...shared, developments };
    return { link, novelty: noveltyOf(link, event) };
  });
  await writeLinks(
    db,
    targets,
    followUps.map(({ link }) => link),
  );
  await applyNovelty(
    db,
    targets,
    followUps.map(({ novelty }) => novelty),
  );
  await unmarkToLink(db, ids);
}
