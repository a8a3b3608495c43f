import { createHash } from "node:crypto";
import { basename, join } from "node:path";
import { linkParents } from "#companies/identity/link-parents";
import { importCompanies } from "#companies/import-companies";
import type { SourceKind } from "#companies/records/source-kind";
import { type LockedSession, withAdvisoryLock } from "#foundation/db/advisory-lock";
import type { Database } from "#foundation/db/database";
import { AppError, messageOf } from "#foundation/errors/index";
import type { ImportReport } from "#foundation/files/import-records";
import { importArticles } from "#intelligence/ingest/import-articles";
import { FetchFailedError, FetchRefusedError } from "#providers/fetching/errors";
import type { Fetcher } from "#providers/fetching/fetcher";
import { nextOfArchive } from "./archive-list.ts";
import { type Download, digestOf, discard, download, downloaded, NoFileError } from "./download.ts";
import type { SourceLayout } from "./layouts/layout.ts";
import { layoutOf } from "./layouts/layouts.ts";
import { findSource, type SourceState, type SyncState } from "./manage-sources.ts";
import { newestAddresses } from "./monthly-address.ts";
import { readRows } from "./read-rows.ts";
import { endSync, noteResult, type OpenSync, openSync, openSyncOf } from "./sync-state.ts";

export interface SyncDeps {
  db: Database;
  fetcher: Fetcher;
  dataDir: string;
}

export interface SyncOptions {
  /** A file in place of the address. */
  file?: string | undefined;
  /** Reads the file even if neither it nor the directory has changed. */
  again?: boolean | undefined;
  signal?: AbortSignal | undefined;
  onProgress?: ((done: { phase: string; rows: number }) => void) | undefined;
  /** Called once when another process is reading a source. */
  onWaiting?: (() => void) | undefined;
}

/** The result of a sync. `notModified`: neither the publisher nor the directory has anything new. */
export interface SyncReport {
  source: string;
  outcome: "read" | "notModified" | "failed";
  /** A sentence for people. */
  result: string;
  sync: SyncState | null;
}

/** Returns the folder of a source's file. */
const folderOf = (dataDir: string, name: string): string =>
  // A name may be ".."; a digest cannot be.
  join(
    dataDir,
    "sources",
    `${name.replace(/[^a-z0-9-]/g, "")}-${createHash("sha256").update(name).digest("hex").slice(0, 8)}`,
  );

/**
 * Reads a source once: fetches its file, and stores its rows in batches, each with the position that it has reached.
 * After an interruption at any point, the next sync continues there and ends with the same records. An unchanged file
 * is read again only where the directory has changed since: new companies may be in it. One sync runs at a time, on any
 * machine. What cannot be fetched or read is a result, not an error, and is tried again later.
 * @throws NotFoundError; the signal's reason on abort
 */
export async function syncSource(deps: SyncDeps, name: string, options: SyncOptions = {}): Promise<SyncReport> {
  const source = await findSource(deps.db, name);
  const layout = layoutOf(source.layout);
  const { signal, onWaiting } = options;
  return withAdvisoryLock(deps.db, "sources", { signal, onWaiting }, async (session) => {
    let outcome: SyncReport["outcome"] = "failed";
    let result: string;
    try {
      const sync = await begin(deps, session, source, layout, options);
      if (sync === null) [outcome, result] = ["notModified", "not modified"];
      else {
        await readInto(deps, session, sync, layout, options);
        outcome = "read";
        result = describeEnd(layout, (await findSource(session, name)).lastSync);
      }
    } catch (error) {
      signal?.throwIfAborted();
      result = failureOf(error);
      await endFailed(session, name, error);
    }
    await noteResult(session, source, { result, hasFailed: outcome === "failed" });
    return { source: name, outcome, result, sync: (await findSource(session, name)).lastSync };
  });
}

/** Returns the interrupted sync, or begins one of what is fetched; null where there is nothing new. */
async function begin(
  deps: SyncDeps,
  session: LockedSession,
  source: SourceState,
  layout: SourceLayout,
  { file, again = false, signal, onProgress }: SyncOptions,
): Promise<OpenSync | null> {
  const folder = folderOf(deps.dataDir, source.name);
  const open = await openSyncOf(session, source.name);
  const kept = file === undefined ? await downloaded(folder) : null;
  if (open !== null) {
    const path = file ?? kept?.path;
    if (path !== undefined && (await digestOf(path, signal)).digest === open.digest) return { ...open, path };
    // The publisher's file, or the given one, has changed since, so it is read from its beginning.
    await endSync(session, open.id, "it was cut off, and its file is there no more");
  }
  onProgress?.({ phase: "fetching", rows: 0 });
  if (file !== undefined) {
    const given = { path: file, url: basename(file), validator: null, fetchedAt: new Date() };
    return openSync(session, source, { fetched: given, kept, again, signal });
  }
  if (layout.kind === "articles") {
    const fetched = await downloadNext(deps.fetcher, source, folder, { again, signal });
    return openSync(session, source, { fetched, kept: null, again, signal });
  }
  const fetched = await downloadNewest(deps.fetcher, source, folder, { kept, accept: layout.accept, signal });
  return openSync(session, source, { fetched, kept, again, signal });
}

/**
 * Fetches the next file of an archive: after the one that was read last, or that one where it was interrupted.
 * @param options.again fetches the one that was read last
 * @returns null where there is no next one
 */
async function downloadNext(
  fetcher: Fetcher,
  { url, lastSync }: SourceState,
  folder: string,
  { again, signal }: { again: boolean; signal?: AbortSignal | undefined },
): Promise<Download | null> {
  // The address of a given file is its name.
  const last = lastSync !== null && URL.canParse(lastSync.url) ? lastSync : null;
  const address =
    last !== null && (again || last.endedAt === null)
      ? last.url
      : await nextOfArchive(fetcher, url, last?.url ?? null, signal);
  return address === null ? null : download(fetcher, address, folder, { known: null, signal });
}

/** Fetches the newest file that the publisher has; null where it has no other than the kept one. */
async function downloadNewest(
  fetcher: Fetcher,
  { url, lastSync }: SourceState,
  folder: string,
  { kept, ...options }: { kept: Download | null; accept?: string | undefined; signal?: AbortSignal | undefined },
): Promise<Download | null> {
  const addresses = newestAddresses(url, lastSync?.url ?? null);
  for (const [i, address] of addresses.entries()) {
    try {
      const known = kept?.url === address ? kept.validator : null;
      return await download(fetcher, address, folder, { ...options, known });
    } catch (error) {
      if (!(error instanceof NoFileError) || i === addresses.length - 1) throw error;
    }
  }
  return null;
}

async function readInto(
  { db, dataDir }: SyncDeps,
  session: LockedSession,
  sync: OpenSync,
  layout: SourceLayout,
  options: SyncOptions,
): Promise<void> {
  if (layout.kind === "articles") {
    await readArticles(db, session, sync, options);
    if (options.file === undefined) await discard(folderOf(dataDir, sync.source));
    return;
  }
  if (layout.rows === "companies") await readDirectory(db, session, sync, layout.kind, options);
  else await readRows(session, sync, layout.rows(sync.path), { kind: layout.kind, ...options });
  await linkParents(db, options.signal);
}

async function readDirectory(
  db: Database,
  session: LockedSession,
  sync: OpenSync,
  kind: SourceKind,
  { signal, onProgress }: SyncOptions,
): Promise<void> {
  const report = await importCompanies(db, sync.path, {
    source: sync.source,
    kind,
    syncId: sync.id,
    signal,
    onProgress: ({ rows }) => onProgress?.({ phase: "reading", rows }),
  });
  const joined = report.inserted + report.updated + report.unchanged + report.duplicatesInFile;
  await endSync(session, sync.id, "", { ...countsOf(report), joined });
}

/** Stores articles in parts. After an interruption it goes on behind the last part, which the import itself keeps. */
async function readArticles(
  db: Database,
  session: LockedSession,
  sync: OpenSync,
  { signal, onProgress }: SyncOptions,
): Promise<void> {
  const report = await importArticles(
    db,
    "articles",
    { path: sync.path },
    { source: sync.source, signal, onProgress: ({ rows }) => onProgress?.({ phase: "reading", rows }) },
  );
  await endSync(session, sync.id, "", countsOf(report));
}

const countsOf = (report: ImportReport) => ({
  position: report.read,
  inserted: report.inserted,
  updated: report.updated,
  setAside: report.setAsideCount,
  notes: report.setAside.slice(0, 100),
});

function describeEnd({ kind }: SourceLayout, lastSync: SyncState | null): string {
  if (lastSync === null) return "";
  const { position, joined, inserted, updated, unmatched, unsure, leftOut, setAside } = lastSync;
  const isArticles = kind === "articles";
  const counts = [
    `${inserted} ${isArticles ? "" : "companies "}new`,
    `${updated} changed`,
    `${joined} rows of companies of the directory`,
    `${unmatched} of others`,
    `${unsure} unsure`,
    `${leftOut} left out`,
    `${setAside} set aside`,
  ];
  const sum = counts.filter((text) => !text.startsWith("0 ")).join(", ") || "nothing";
  return `${position} ${isArticles ? "articles" : "rows"}: ${sum}`;
}

function failureOf(error: unknown): string {
  if (error instanceof FetchRefusedError || error instanceof FetchFailedError) return error.message;
  if (error instanceof AppError) return error.detail ?? messageOf(error);
  throw error;
}

/** Ends a failed sync. A file that cannot be read as a whole is fetched again the next time. */
async function endFailed(session: LockedSession, name: string, error: unknown): Promise<void> {
  if (!(error instanceof AppError)) return;
  const open = await openSyncOf(session, name);
  if (open !== null) await endSync(session, open.id, failureOf(error));
}
