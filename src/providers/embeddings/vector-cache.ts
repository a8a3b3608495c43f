import { createHash } from "node:crypto";
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import type { Pay } from "../provider-call.ts";
import { type EmbeddingsProvider, lengthOf } from "./embeddings-provider.ts";

const KEY_BYTES = 16;
/** Texts embedded between two writes: what a crash can lose. */
const CHUNK = 256;

/** The vectors of one model that are kept; their file is made with the first of them. */
interface Kept {
  dimensions: number;
  file: string;
  known: Map<string, Float32Array>;
  /** The model gave vectors of this length since the file was opened. */
  confirmed: boolean;
}

/**
 * Remembers vectors in one append-only file for each model, keyed by a digest of the text. After a crash or a change of
 * the directory, a new index embeds only new texts. A record is 16 bytes of SHA-256 and the vector's floats; how many
 * they are is in the file's name. A record that a crash cut off at the end is ignored. The file is read whole: 1.6 kB a
 * text of 384 dimensions. A model that gives vectors of another length than before is another one, whatever it is
 * called: its file begins anew. One that changes the length while it is asked is none: `embed` throws an
 * EmbeddingsError.
 *
 * @param onProgress called after every chunk with the texts done and all texts.
 */
export function withVectorCache(
  provider: EmbeddingsProvider,
  folder: string,
  onProgress?: (done: number, total: number) => void,
): EmbeddingsProvider {
  const prefix = `vectors-${digest(provider.name).slice(0, 16)}-`;
  const fileOf = (dimensions: number) => join(folder, `${prefix}${dimensions}.bin`);
  let kept = openKept();
  return { name: provider.name, embed };

  function openKept(): Kept | null {
    if (!existsSync(folder)) return null;
    const [found] = readdirSync(folder).filter((name) => name.startsWith(prefix) && name.endsWith(".bin"));
    const dimensions = Number(found?.slice(prefix.length, -".bin".length));
    if (!(dimensions > 0)) return null;
    const file = fileOf(dimensions);
    return { dimensions, file, known: readVectors(file, dimensions), confirmed: false };
  }

  async function embed(texts: string[], pay: Pay): Promise<Float32Array[]> {
    const keys = texts.map(digest);
    const missing = [...new Map(keys.map((key, i) => [key, texts[i] ?? ""])).entries()].filter(
      ([key]) => kept?.known.has(key) !== true,
    );
    for (let at = 0; at < missing.length; at += CHUNK) {
      const chunk = missing.slice(at, at + CHUNK);
      const vectors = await provider.embed(
        chunk.map(([, text]) => text),
        pay,
      );
      const dimensions = lengthOf(provider.name, vectors, kept?.confirmed ? kept.dimensions : undefined);
      if (kept !== null && kept.dimensions !== dimensions) {
        rmSync(kept.file, { force: true });
        kept = null;
        return embed(texts, pay);
      }
      kept ??= { dimensions, file: fileOf(dimensions), known: new Map(), confirmed: true };
      kept.confirmed = true;
      append(
        kept,
        chunk.map(([key], i) => [key, vectors[i] ?? new Float32Array(dimensions)]),
      );
      onProgress?.(Math.min(missing.length, at + CHUNK), missing.length);
    }
    return keys.map((key) => kept?.known.get(key) ?? new Float32Array(kept?.dimensions ?? 0));
  }

  function append({ file, known }: Kept, entries: [key: string, vector: Float32Array][]): void {
    mkdirSync(folder, { recursive: true });
    const descriptor = openSync(file, "a");
    try {
      const records = entries.flatMap(([key, vector]) => [
        Buffer.from(key, "hex"),
        Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength),
      ]);
      writeSync(descriptor, Buffer.concat(records));
    } finally {
      closeSync(descriptor);
    }
    for (const [key, vector] of entries) known.set(key, vector);
  }
}

function digest(text: string): string {
  return createHash("sha256")
    .update(text)
    .digest("hex")
    .slice(0, 2 * KEY_BYTES);
}

function readVectors(file: string, dimensions: number): Map<string, Float32Array> {
  const known = new Map<string, Float32Array>();
  const bytes = readFileSync(file);
  const record = KEY_BYTES + 4 * dimensions;
  // What a crash cut off must go, or everything appended after it would be read at the wrong places.
  if (bytes.length % record !== 0) truncateSync(file, bytes.length - (bytes.length % record));
  for (let at = 0; at + record <= bytes.length; at += record) {
    const vector = new Float32Array(dimensions);
    for (let i = 0; i < dimensions; i++) vector[i] = bytes.readFloatLE(at + KEY_BYTES + 4 * i);
    known.set(bytes.toString("hex", at, at + KEY_BYTES), vector);
  }
  return known;
}
