import { toldBy } from "../plan/offer-key.ts";
import type { DiscoveryPlan } from "../plan/plan.ts";
import type { DirectoryIndex } from "./directory-index.ts";

/**
 * Minimum share of an offer's words, weighted by idf, in the text of a company that mentions the offer. The text must
 * also have the word that names the offer.
 */
export const MIN_SHARE = 0.6;

/**
 * Counts the companies within the conditions that mention one of the plan's offers. The number shows whether the
 * directory has the trade there.
 */
export function countSpeaking(index: DirectoryIndex, { offers }: DiscoveryPlan, allowed: Uint8Array): number {
  const speaks = new Uint8Array(index.size);
  for (const offer of offers) {
    const { words } = offer;
    const key = toldBy(offer).stem;
    const names = new Uint8Array(index.size);
    const whole = words.reduce((sum, { idf }) => sum + idf, 0);
    const shares = new Float32Array(index.size);
    for (const { stem, idf } of words) {
      const term = index.termNumber(stem);
      if (term === undefined || whole === 0) continue;
      for (const { parts, first } of index.blocks) {
        const { offsets, columns } = parts.postings;
        for (let at = offsets[term] ?? 0; at < (offsets[term + 1] ?? 0); at++) {
          const document = first + (columns[at] as number);
          shares[document] = (shares[document] as number) + idf / whole;
          if (stem === key) names[document] = 1;
        }
      }
    }
    for (let document = 0; document < index.size; document++)
      if (allowed[document] === 1 && names[document] === 1 && (shares[document] as number) >= MIN_SHARE)
        speaks[document] = 1;
  }
  return speaks.reduce((sum, one) => sum + one, 0);
}
