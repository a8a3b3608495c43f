import { directoryVersion } from "#companies/directory";
import type { Database } from "#foundation/db/database";
import { gaugeOf } from "#foundation/metrics/metrics";
import type { DirectoryIndexes } from "./directory-indexes.ts";

const observe = gaugeOf(
  "directory_index_versions_behind",
  "Changes of the directory that the index in memory does not have yet: the next question brings them in; absent: none is loaded",
  [],
);

/** Exports how far this worker's index is behind. @returns a function that stops it */
export function measureIndexes(db: Database, indexes: DirectoryIndexes): () => void {
  return observe(async () => {
    const version = indexes.loadedVersion();
    return version === null ? [] : [{ labels: {}, value: (await directoryVersion(db)) - version }];
  });
}
