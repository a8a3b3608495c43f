/** The workflow's type name. */
export const SYNC_SOURCES_WORKFLOW = "syncSources";

/** The schedule's id, and the prefix of its workflows' ids. */
export const SYNC_SOURCES_ID = "sync-sources";

/** The result of one sync. */
export interface SyncedSource {
  outcome: "read" | "notModified" | "failed";
  result: string;
}

export interface SyncSourcesResult {
  synced: number;
  /** Number of sources that could not be fetched or read; each records why. */
  failed: number;
  /** Number of examined records that name a parent in the directory. */
  parents: number;
}
