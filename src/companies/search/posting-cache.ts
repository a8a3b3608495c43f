import type { Queries } from "#foundation/db/database";
import { containsPatternSql } from "#foundation/db/text-search";
import { EMPTY, type Field, type PostingList, SEGMENT_SIZE, type SegmentList, unpack } from "./posting-lists.ts";

/** A state of the index: its segments and their versions. */
export interface IndexState {
  /** Changes with any segment's version. */
  stamp: string;
  versions: ReadonlyMap<number, string>;
  companies: number;
}

/** The key of a list. */
export interface ListKey {
  field: Field;
  term: string;
}

/** Families of lists that are always read together. */
export type Family = "country" | "industry" | "certification" | "claim" | "sector";

/** A family's values by company. The lists are by value. */
export interface FamilyValues {
  /** The values, with a spelling from a record. */
  values: readonly { term: string; label: string }[];
  segments: ReadonlyMap<number, ForwardList>;
}

/**
 * The values at each position of a segment. The entries of position p are from `starts[p]` to before `starts[p + 1]`.
 * They are indexes in `values`.
 */
export interface ForwardList {
  starts: Uint32Array;
  entries: Uint32Array;
}

/** A cached answer of one statement. */
interface Entry<Content> {
  stamp: string;
  content: Content;
  bytes: number;
}

/** Overhead of a list's part beside its numbers, in bytes. */
const PART_BYTES = 250;

interface PartRow {
  position: number;
  segment: number;
  version: string;
  postings: Buffer | null;
  numbers: Buffer | null;
}

interface KeptPart {
  version: string;
  /** Null where none of the segment's companies is in the list. */
  part: SegmentList | null;
}

interface Kept {
  parts: Map<number, KeptPart>;
  list: Map<number, SegmentList>;
}

const READ_PARTS = `
  SELECT k.position::int, s.segment, s.version::text, p.postings, p.numbers
  FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS k(field, term, position)
  CROSS JOIN company_segments s
  LEFT JOIN company_postings p ON p.field = k.field AND p.term = k.term AND p.segment = s.segment
  WHERE s.segment = ANY($3::int[])`;

const READ_KEYWORDS_WITH = `
  SELECT segment, string_agg(postings, '') AS postings FROM company_postings
  WHERE field = 'keyword' AND term LIKE ${containsPatternSql("unaccent(lower($1))")}
  GROUP BY segment`;

const READ_FAMILY = `
  SELECT term, label, segment, postings FROM company_postings
  WHERE field = $1 AND ($2::int IS NULL OR length(term) = $2) ORDER BY term, segment`;

/**
 * An LRU cache of the index's lists, bounded in bytes. Answers are never stale: every search reads the segments'
 * versions first and reloads parts of another version.
 */
export class PostingCache {
  readonly #db: Queries;
  readonly #maxBytes: number;
  readonly #lists = new Map<string, Entry<Kept>>();
  readonly #families = new Map<Family, Entry<FamilyValues>>();
  #bytes = 0;

  constructor(db: Queries, maxBytes: number) {
    this.#db = db;
    this.#maxBytes = maxBytes;
  }

  /** Reads the present state of the index. One statement. */
  async state(): Promise<IndexState> {
    const rows = await this.#db.query<{ segment: number; version: string; companies: number }>(
      "SELECT segment, version::text, companies FROM company_segments ORDER BY segment",
      [],
    );
    return {
      stamp: rows.map(({ segment, version }) => `${segment}:${version}`).join(),
      versions: new Map(rows.map(({ segment, version }) => [segment, version])),
      companies: rows.reduce((sum, { companies }) => sum + companies, 0),
    };
  }

  /** Returns the lists of these keys, in their order. One statement for all lists that are not cached, or none. */
  async lists(state: IndexState, keys: readonly ListKey[]): Promise<PostingList[]> {
    const kept = keys.map((key) => this.#lists.get(nameOf(key)));
    const missing = keys.filter((_, at) => kept[at]?.stamp !== state.stamp);
    const read = missing.length > 0 ? await this.#read(state, missing) : new Map<string, Entry<Kept>>();
    return keys.map((key, at) => {
      const name = nameOf(key);
      const entry = read.get(name) ?? kept[at];
      if (entry === undefined) return EMPTY;
      // Most recently used: moves to the end of the Map's order.
      if (this.#lists.delete(name)) this.#lists.set(name, entry);
      return entry.content.list;
    });
  }

  /** Returns the companies with a keyword that contains a text, ignoring case and accents. One statement, or none. */
  async keywordsWith(state: IndexState, text: string): Promise<PostingList> {
    const name = `keywords with ${text}`;
    const kept = this.#lists.get(name);
    if (kept?.stamp === state.stamp) return kept.content.list;
    const rows = await this.#db.query<{ segment: number; postings: Buffer }>(READ_KEYWORDS_WITH, [text]);
    const content: Kept = {
      parts: new Map(),
      list: new Map(rows.map(({ segment, postings }) => [segment, unpack(postings, null)])),
    };
    const bytes = rows.reduce((sum, { postings }) => sum + postings.length + PART_BYTES, PART_BYTES);
    this.#keep(name, { stamp: state.stamp, content, bytes });
    this.#makeRoom();
    return content.list;
  }

  /** Returns the companies' values of a family. One statement, or none. */
  async family(state: IndexState, family: Family): Promise<FamilyValues> {
    const kept = this.#families.get(family);
    if (kept?.stamp === state.stamp) return kept.content;
    const rows = await this.#db.query<{ term: string; label: string | null; segment: number; postings: Buffer }>(
      READ_FAMILY,
      family === "sector" ? ["naics", 2] : [family, null],
    );
    const values: { term: string; label: string }[] = [];
    const lists = new Map<number, { value: number; postings: Uint32Array }[]>();
    for (const { term, label, segment, postings } of rows) {
      // Rows are in the order of the terms, so a new term begins where the last one ends. Of several spellings, the
      // first in order is the label.
      const last = values.at(-1);
      if (last?.term !== term) values.push({ term, label: label ?? term });
      else if (label !== null && label < last.label) last.label = label;
      const inSegment = lists.get(segment) ?? [];
      lists.set(segment, inSegment);
      inSegment.push({ value: values.length - 1, postings: unpack(postings, null).postings });
    }
    const segments = new Map([...lists].map(([segment, inSegment]) => [segment, forwardList(inSegment)]));
    let bytes = PART_BYTES * values.length;
    for (const { starts, entries } of segments.values()) bytes += starts.byteLength + entries.byteLength;
    this.#bytes += bytes - (this.#families.get(family)?.bytes ?? 0);
    this.#families.set(family, { stamp: state.stamp, content: { values, segments }, bytes });
    this.#makeRoom();
    return { values, segments };
  }

  /** Reads the parts that are missing or of another version. A part newer than `state` is accepted. */
  async #read(state: IndexState, keys: readonly ListKey[]): Promise<Map<string, Entry<Kept>>> {
    const kept = keys.map((key) => this.#lists.get(nameOf(key))?.content.parts);
    const stale = [...state.versions].filter(([segment, version]) =>
      kept.some((parts) => parts?.get(segment)?.version !== version),
    );
    const rows =
      stale.length === 0
        ? []
        : await this.#db.query<PartRow>(READ_PARTS, [
            keys.map(({ field }) => field),
            keys.map(({ term }) => term),
            stale.map(([segment]) => segment),
          ]);
    const parts = keys.map(() => new Map<number, KeptPart>());
    for (const { position, segment, version, postings, numbers } of rows)
      parts[position - 1]?.set(segment, { version, part: postings === null ? null : unpack(postings, numbers) });
    const entries = new Map<string, Entry<Kept>>();
    for (const [at, key] of keys.entries()) {
      const content: Kept = { parts: new Map(), list: new Map() };
      let bytes = PART_BYTES;
      for (const segment of state.versions.keys()) {
        const found = parts[at]?.get(segment) ?? kept[at]?.get(segment);
        if (found === undefined) continue;
        content.parts.set(segment, found);
        if (found.part !== null) content.list.set(segment, found.part);
        bytes += PART_BYTES + (found.part?.postings.byteLength ?? 0) + (found.part?.numbers?.byteLength ?? 0);
      }
      const entry = { stamp: state.stamp, content, bytes };
      entries.set(nameOf(key), entry);
      this.#keep(nameOf(key), entry);
    }
    this.#makeRoom();
    return entries;
  }

  #keep(name: string, entry: Entry<Kept>): void {
    this.#bytes += entry.bytes - (this.#lists.get(name)?.bytes ?? 0);
    this.#lists.delete(name);
    this.#lists.set(name, entry);
  }

  /** Evicts the least recently used lists. */
  #makeRoom(): void {
    for (const [name, { bytes }] of this.#lists) {
      if (this.#bytes <= this.#maxBytes) return;
      this.#lists.delete(name);
      this.#bytes -= bytes;
    }
  }
}

/** Inverts the lists of one segment to values by company, by a counting sort. */
function forwardList(lists: readonly { value: number; postings: Uint32Array }[]): ForwardList {
  const starts = new Uint32Array(SEGMENT_SIZE + 1);
  for (const { postings } of lists)
    for (const posting of postings) starts[(posting >>> 16) + 1] = (starts[(posting >>> 16) + 1] ?? 0) + 1;
  for (let place = 0; place < SEGMENT_SIZE; place++)
    starts[place + 1] = (starts[place + 1] ?? 0) + (starts[place] ?? 0);
  const next = starts.slice();
  const entries = new Uint32Array(starts[SEGMENT_SIZE] ?? 0);
  for (const { value, postings } of lists)
    for (const posting of postings) {
      const at = next[posting >>> 16] ?? 0;
      entries[at] = value;
      next[posting >>> 16] = at + 1;
    }
  return { starts, entries };
}

const nameOf = ({ field, term }: ListKey) => `${field} ${term}`;
