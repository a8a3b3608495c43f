import type { Source } from "./material.ts";

/** Describes a source and its date. */
export function originOf(source: Source | undefined): string {
  if (source === undefined) return "";
  const who = source.publisher || source.label;
  return source.publishedAt === null ? who : `${who}, ${source.publishedAt}`;
}
