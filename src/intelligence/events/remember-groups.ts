import { createHash } from "node:crypto";
import type { GroupDocuments, Groups } from "./group-week.ts";

/**
 * Number of document sets whose groups are kept. The least recently used set is dropped first. Most sets are the
 * borders of weeks in which articles arrive.
 */
const KEPT_SETS = 32;

/**
 * Groups as `group` does, with a cache of recent results, because the groups depend only on the documents. When one
 * article arrives, its week is grouped with two borders, whose documents are mostly unchanged.
 */
export function rememberGroups(group: GroupDocuments): GroupDocuments {
  const known = new Map<string, Groups>();
  return async (documents, signal) => {
    const hash = createHash("sha256");
    for (const document of documents) hash.update(JSON.stringify(document));
    const key = hash.digest("base64");
    const groups = known.get(key) ?? (await group(documents, signal));
    known.delete(key);
    known.set(key, groups);
    for (const oldest of known.keys()) if (known.size > KEPT_SETS) known.delete(oldest);
    return groups;
  };
}
