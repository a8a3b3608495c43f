/** Companies of one segment: 8,192 neighbouring ids, the cut that `index_company_segment` of the migrations makes. */
export const SEGMENT_SIZE = 8_192;

/** One list's part in a segment. */
export interface SegmentList {
  /**
   * One entry for each company, ascending. The high 16 bits are its place in the segment, the low ones the term's
   * weight in its record (of 32,767).
   */
  postings: Uint32Array;
  /** In lists with numbers: one for each place, NaN where the list has none. */
  numbers?: Float64Array;
}

/** The kinds of keys in the index. */
export type Field =
  | "word"
  | "parent"
  | "country"
  | "place"
  | "certification"
  | "industry"
  | "keyword"
  | "naics"
  | "number";

/** A list of the index: the companies of one term of a field, by segment; a segment that has none is absent. */
export type PostingList = ReadonlyMap<number, SegmentList>;

export const WHOLE_IMPACT = 32_767;
export const EMPTY: PostingList = new Map();

/** How many companies a list has. */
export function lengthOf(list: PostingList): number {
  let length = 0;
  for (const { postings } of list.values()) length += postings.length;
  return length;
}

/** PostgreSQL sends numbers high byte first, at no particular address; typed arrays want them the machine's way and aligned. */
function aligned(bytes: Buffer, size: 4 | 8): ArrayBuffer {
  const copy = new ArrayBuffer(bytes.length);
  const target = Buffer.from(copy);
  bytes.copy(target);
  if (size === 4) target.swap32();
  else target.swap64();
  return copy;
}

/** A stored list as it comes from the database, in whatever order. */
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
