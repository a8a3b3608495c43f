/** The address with the name that PostgreSQL lists its connections under (`pg_stat_activity`), unless it has one. */
export function withApplicationName(url: string, name: string): string {
  const named = new URL(url);
  if (!named.searchParams.has("application_name")) named.searchParams.set("application_name", name);
  return named.href;
}
