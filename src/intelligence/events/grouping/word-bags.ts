import type { Features } from "./features.ts";

/** Words of a document, numbered over all documents, with their strengths: 1 in the title, less elsewhere. */
export interface WordBag {
  ids: Int32Array;
  strengths: Float64Array;
  /** Sum of the strengths. */
  total: number;
}

/** Numbers the words of all documents in the order of their first appearance. */
export function wordBags(documents: readonly Features[]): { bags: WordBag[]; words: string[] } {
  const numbers = new Map<string, number>();
  const bags = documents.map((features) => {
    const ids = new Int32Array(features.size);
    const strengths = new Float64Array(features.size);
    let at = 0;
    let total = 0;
    for (const [word, strength] of features) {
      let id = numbers.get(word);
      if (id === undefined) {
        id = numbers.size;
        numbers.set(word, id);
      }
      ids[at] = id;
      strengths[at++] = strength;
      total += strength;
    }
    return { ids, strengths, total };
  });
  return { bags, words: [...numbers.keys()] };
}
