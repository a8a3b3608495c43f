import { createHash } from "node:crypto";
import type { GroupDocuments, Groups } from "./group-week.ts";

/** Sets of documents whose groups are kept, those not asked for longest going first: the borders of the weeks that articles come for. */
const KEPT_SETS = 32;

/**
 * Groups as `group` does, with a cache of recent results. The groups depend on the documents alone. When one article
 * arrives, its week is grouped with two borders, whose documents are mostly unchanged.
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
