import { toldBy } from "../plan/offer-key.ts";
import type { DiscoveryPlan } from "../plan/plan.ts";
import type { DirectoryIndex } from "./directory-index.ts";

/**
 * Minimum share of an offer's words, weighted by idf, in the text of a company that mentions the offer. The text must
 * also have the word that names the offer.
 */
export const MIN_SHARE = 0.6;

/** Numbers of companies that mention the offer. */
export interface Speaking {
  /** Within the conditions: shows whether the directory has the trade there. */
  inside: number;
  /** In the whole directory: shows whether its records call the trade by this name. */
  anywhere: number;
}

/** Counts the companies that mention one of the plan's offers. */
export function countSpeaking(index: DirectoryIndex, { offers }: DiscoveryPlan, allowed: Uint8Array): Speaking {
  const speaks = new Uint8Array(index.size);
  for (const offer of offers) {
    const { words } = offer;
    const key = toldBy(offer).stem;
    const names = new Uint8Array(index.size);
    const whole = words.reduce((sum, { idf }) => sum + idf, 0);
    const shares = new Float32Array(index.size);
    for (const { stem, idf } of words) {
      if (whole === 0) continue;
      for (const document of index.documentsWith(stem)) {
        shares[document] = (shares[document] as number) + idf / whole;
        if (stem === key) names[document] = 1;
      }
    }
    for (let document = 0; document < index.size; document++)
      if (names[document] === 1 && (shares[document] as number) >= MIN_SHARE) speaks[document] = 1;
  }
  const all = index.withoutGone(speaks);
  return {
    inside: all.reduce((sum, one, document) => sum + one * (allowed[document] as number), 0),
    anywhere: all.reduce((sum, one) => sum + one, 0),
  };
}
