/** BM25's constants as its authors give them (Robertson and Zaragoza 2009, "The probabilistic relevance framework", 4.2). */
export const BM25 = { k1: 1.2, b: 0.75 } as const;

/**
 * Robertson and Spärck Jones' weight of a term in the form that is never negative (Lucene's): ln(1 + (N − n + ½) / (n + ½)).
 * @param documents N, of the whole collection
 * @param having n, those that have the term
 */
export function inverseDocumentFrequency(documents: number, having: number): number {
  return Math.log(1 + (documents - having + 0.5) / (having + 0.5));
}

/** Number of lengths that have a code of their own. */
const FREE_CODES = 24;

/**
 * Encodes a document's length in one byte, like Lucene (`SmallFloat.intToByte4`): exact up to 39, above that by its
 * four leading bits. Both engines score by it, so that they score alike.
 * @param length whole, at least 0
 */
export function lengthCode(length: number): number {
  if (length < FREE_CODES) return length;
  const rest = length - FREE_CODES;
  const bits = 32 - Math.clz32(rest);
  if (bits < 4) return FREE_CODES + rest;
  const shift = bits - 4;
  return FREE_CODES + (((rest >>> shift) & 7) | ((shift + 1) << 3));
}

/** Returns the smallest length with this code. */
function lengthOfCode(code: number): number {
  if (code < FREE_CODES) return code;
  const rest = code - FREE_CODES;
  const shift = (rest >>> 3) - 1;
  return FREE_CODES + (shift < 0 ? rest : ((rest & 7) | 8) * 2 ** shift);
}

/** Returns the `lengthNorm` of each `lengthCode`. */
export function lengthNorms(averageLength: number): Float64Array {
  return Float64Array.from({ length: 256 }, (_, code) => lengthNorm(lengthOfCode(code), averageLength));
}

/** Returns the part of the denominator that depends on a document's length; k1 for a document of average length. */
export function lengthNorm(length: number, averageLength: number): number {
  return BM25.k1 * (1 - BM25.b + (BM25.b * length) / averageLength);
}

/**
 * Returns a term's part of a document's score.
 * @param gain the term's weight in the query times its inverse document frequency
 * @param norm the document's `lengthNorm`
 */
export function termScore(gain: number, frequency: number, norm: number): number {
  return (gain * (BM25.k1 + 1) * frequency) / (frequency + norm);
}
