import type { IndexParts } from "./directory-index.ts";
import type { SparseRows } from "./postings.ts";
import { packSections, packStrings, type Section, unpackSections, unpackStrings } from "./sections.ts";
import { SifVectors } from "./sif-vectors.ts";
import { VectorRows } from "./vector-rows.ts";

/** Changes with the layout or the making of an index. It is part of the key under which an index is stored. */
export const INDEX_VERSION = 8;

interface Meta {
  version: number;
  size: number;
  vocabulary: number;
  places: number;
  labels: number;
  wordDimensions: number;
  sentences: { name: string; dimensions: number } | null;
  notes: string[];
}

/** Returns the content of a file that `indexFromBuffer` reads. */
export function indexToBuffer(parts: IndexParts): Buffer {
  const meta: Meta = {
    version: INDEX_VERSION,
    size: parts.ids.length,
    vocabulary: parts.vocabulary.length,
    places: parts.places.length,
    labels: parts.labels.length,
    wordDimensions: parts.sif?.dimensions ?? 0,
    sentences: parts.sentences && { name: parts.sentences.name, dimensions: parts.sentences.dimensions },
    notes: parts.notes,
  };
  const arrays: Record<string, Section> = {
    ids: parts.ids,
    domains: packStrings(parts.domains),
    places: packStrings(parts.places),
    countries: parts.countries,
    states: parts.states,
    cities: parts.cities,
    employees: parts.employees,
    revenues: parts.revenues,
    founded: parts.founded,
    marketCaps: parts.marketCaps,
    roles: parts.roles,
    vocabulary: packStrings(parts.vocabulary),
    surfaces: packStrings(parts.surfaces),
    counts: parts.counts,
    labels: packStrings(parts.labels),
    textDigests: parts.textDigests,
    recordDigests: parts.recordDigests,
    ...rowsOut("postings", parts.postings),
    ...rowsOut("documents", parts.documents),
    ...rowsOut("documentLabels", parts.documentLabels),
  };
  if (parts.sif) {
    arrays.wordVectors = parts.sif.words.joined();
    arrays.wordDocuments = parts.sif.documents.joined();
    arrays.wordCommon = parts.sif.common;
  }
  if (parts.sentences) arrays.sentences = parts.sentences.documents;
  return packSections(meta, arrays);
}

/** @throws RangeError when the buffer is not an index of this version */
export function indexFromBuffer(buffer: Buffer): IndexParts {
  const packed = unpackSections(buffer);
  const meta = packed.meta as Meta;
  if (meta.version !== INDEX_VERSION) throw new RangeError(`The directory index has version ${meta.version}.`);
  const rowsIn = (name: string): SparseRows => ({
    offsets: packed.array(`${name}.offsets`, "u32"),
    columns: packed.array(`${name}.columns`, "u32"),
    weights: packed.array(`${name}.weights`, "u8"),
  });
  const strings = (name: string, count: number) => unpackStrings(packed.array(name, "u8"), count);
  const counts = packed.array("counts", "f64");
  const rowsOf = (name: string) => new VectorRows(meta.wordDimensions, [packed.array(name, "f32")]);
  return {
    ids: packed.array("ids", "f64"),
    domains: strings("domains", meta.size),
    places: strings("places", meta.places),
    countries: packed.array("countries", "u32"),
    states: packed.array("states", "u32"),
    cities: packed.array("cities", "u32"),
    employees: packed.array("employees", "f64"),
    revenues: packed.array("revenues", "f64"),
    founded: packed.array("founded", "f64"),
    marketCaps: packed.array("marketCaps", "u8"),
    roles: packed.array("roles", "u8"),
    vocabulary: strings("vocabulary", meta.vocabulary),
    surfaces: strings("surfaces", meta.vocabulary),
    counts,
    postings: rowsIn("postings"),
    documents: rowsIn("documents"),
    labels: strings("labels", meta.labels),
    documentLabels: rowsIn("documentLabels"),
    textDigests: packed.array("textDigests", "u8"),
    recordDigests: packed.array("recordDigests", "u8"),
    sif:
      meta.wordDimensions > 0
        ? new SifVectors(rowsOf("wordVectors"), counts, rowsOf("wordDocuments"), packed.array("wordCommon", "f32"))
        : null,
    sentences: meta.sentences && { ...meta.sentences, documents: packed.array("sentences", "f32") },
    notes: meta.notes,
  };
}

function rowsOut(name: string, rows: SparseRows): Record<string, Section> {
  return { [`${name}.offsets`]: rows.offsets, [`${name}.columns`]: rows.columns, [`${name}.weights`]: rows.weights };
}
