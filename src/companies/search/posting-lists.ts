/**
 * Number of companies in one segment, which are neighbouring ids. `index_company_segment` in the migrations uses the
 * same size.
 */
export const SEGMENT_SIZE = 8_192;

/** A list's part in one segment. */
export interface SegmentList {
  /**
   * One entry per company, ascending. The high 16 bits are its position in the segment. The low bits are the term's
   * weight in its record (of 32,767).
   */
  postings: Uint32Array;
  /** For lists with numbers: one number per position, NaN where the list has none. */
  numbers?: Float64Array;
}

/** The kinds of keys in the index. */
export type Field =
  | "word"
  | "parent"
  | "country"
  | "place"
  | "certification"
  | "claim"
  | "industry"
  | "keyword"
  | "naics"
  | "number";

/**
 * A list of the index: the companies of one term of a field, by segment. Segments without such a company are absent.
 */
export type PostingList = ReadonlyMap<number, SegmentList>;

export const WHOLE_IMPACT = 32_767;
export const EMPTY: PostingList = new Map();

/** Number of companies in a list. */
export function lengthOf(list: PostingList): number {
  let length = 0;
  for (const { postings } of list.values()) length += postings.length;
  return length;
}

/** Converts PostgreSQL's big-endian, unaligned numbers to the machine's byte order, aligned for typed arrays. */
function aligned(bytes: Buffer, size: 4 | 8): ArrayBuffer {
  const copy = new ArrayBuffer(bytes.length);
  const target = Buffer.from(copy);
  bytes.copy(target);
  if (size === 4) target.swap32();
  else target.swap64();
  return copy;
}

/** Reads a stored list from the database. Its postings may be in any order. */
export function unpack(packed: Buffer, packedNumbers: Buffer | null): SegmentList {
  const postings = new Uint32Array(aligned(packed, 4));
  if (packedNumbers !== null) {
    const numbers = new Float64Array(SEGMENT_SIZE).fill(Number.NaN);
    const values = new Float64Array(aligned(packedNumbers, 8));
    for (let at = 0; at < postings.length; at++) numbers[(postings[at] ?? 0) >>> 16] = values[at] ?? Number.NaN;
    return { postings: postings.sort(), numbers };
  }
  return { postings: isAscending(postings) ? postings : postings.sort() };
}

function isAscending(numbers: Uint32Array): boolean {
  for (let at = 1; at < numbers.length; at++) if ((numbers[at] ?? 0) < (numbers[at - 1] ?? 0)) return false;
  return true;
}
