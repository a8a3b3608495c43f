import { createHash } from "node:crypto";

/**
 * Prepared statements that a connection may hold. Further statements go unnamed, so that they do not fill the server's
 * memory.
 */
const MAX_STATEMENTS = 500;
const names = new Map<string, string>();

/**
 * Returns a stable name for a statement's text, so that PostgreSQL parses and plans it once per connection.
 * Returns "" after `MAX_STATEMENTS` different texts: the driver then sends the statement unprepared.
 */
export function statementName(sql: string): string {
  const known = names.get(sql);
  if (known !== undefined) return known;
  if (names.size >= MAX_STATEMENTS) return "";
  const name = createHash("sha1").update(sql).digest("base64url");
  names.set(sql, name);
  return name;
}
