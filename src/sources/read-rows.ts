import type { SourceKind } from "#companies/records/source-kind";
import type { SourceRow, SourceRowReading } from "#companies/records/source-row";
import { storeSourceRows } from "#companies/records/store-source-rows";
import type { LockedSession } from "#foundation/db/advisory-lock";
import { advanceSync, endSync, type OpenSync } from "./sync-state.ts";

/** Number of rows stored in one transaction and reported in one heartbeat. */
const BATCH = 1_000;

/**
 * Stores the rows of a sync from its position on, in batches: each is one transaction, together with its end position.
 * The batches are the same wherever the sync was interrupted before. Memory holds one batch.
 */
export async function readRows(
  session: LockedSession,
  sync: OpenSync,
  rows: AsyncIterable<SourceRowReading>,
  {
    kind,
    signal,
    onProgress,
  }: {
    kind: SourceKind;
    signal?: AbortSignal | undefined;
    onProgress?: ((done: { phase: string; rows: number }) => void) | undefined;
  },
): Promise<void> {
  let read = 0;
  let batch: SourceRowReading[] = [];
  const store = async () => {
    signal?.throwIfAborted();
    await session.transaction((inside) => storeBatch(inside, sync, kind, batch));
    batch = [];
    onProgress?.({ phase: "reading", rows: read });
  };
  for await (const row of rows) {
    if (++read <= sync.position) {
      if (read % BATCH === 0) signal?.throwIfAborted();
      continue;
    }
    batch.push(row);
    if (batch.length === BATCH) await store();
  }
  if (batch.length > 0) await store();
  await endSync(session, sync.id, "");
}

async function storeBatch(
  inside: Parameters<typeof storeSourceRows>[0],
  { id, source }: OpenSync,
  kind: SourceKind,
  batch: readonly SourceRowReading[],
): Promise<void> {
  const good = batch.filter((row): row is SourceRow => "ref" in row);
  const bad = batch.flatMap(({ line, ...row }) =>
    "problem" in row && row.problem !== undefined ? [{ line, reason: row.problem }] : [],
  );
  const stored = await storeSourceRows(inside, good, { source, kind, syncId: id });
  const { joined, inserted, updated, unmatched, unsure, setAside } = stored;
  await advanceSync(inside, id, {
    position: batch.length,
    joined,
    inserted,
    updated,
    unmatched,
    unsure: unsure.length,
    leftOut: batch.length - good.length - bad.length,
    setAside: bad.length + setAside.length,
    notes: [...unsure, ...setAside, ...bad],
  });
}
