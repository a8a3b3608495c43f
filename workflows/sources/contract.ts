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
  /** Sources that could not be fetched or read; each records why. */
  failed: number;
  /** Records that name a parent of the directory, of those that were looked at. */
  parents: number;
}
