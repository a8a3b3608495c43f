import { wordCounts } from "#foundation/language/word-counts";

/** The share, 0–1, of a stem among the words of English at large; 0 where it was never met, as most names. */
export function shareAtLarge(stem: string): number {
  const { counts, total } = wordCounts();
  return (counts.get(stem) ?? 0) / total;
}
