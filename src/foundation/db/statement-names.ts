import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";

/** Names that are remembered, some times those that a connection holds. A forgotten one is made again, and is the same. */
const names = new LRUCache<string, string>({ max: 2_000 });

/** Returns the name of a statement's text, by which PostgreSQL parses and plans it once per connection. */
export function statementName(sql: string): string {
  const known = names.get(sql);
  if (known !== undefined) return known;
  const name = createHash("sha1").update(sql).digest("base64url");
  names.set(sql, name);
  return name;
}
