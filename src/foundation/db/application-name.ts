/**
 * Returns the address with the name under which PostgreSQL lists its connections (`pg_stat_activity`), unless it
 * already has one.
 */
export function withApplicationName(url: string, name: string): string {
  const named = new URL(url);
  if (!named.searchParams.has("application_name")) named.searchParams.set("application_name", name);
  return named.href;
}
