import { createHash } from "node:crypto";
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  rmSync,
  truncateSync,
  writeSync,
} from "node:fs";
import { dirname, join } from "node:path";

const KEY_BYTES = 16;
/** Number of vectors per block of memory: new blocks are added as vectors come, without copying. */
const BLOCK_ROWS = 4_096;

/** Returns the key of a text's vector: 32 hexadecimal digits of SHA-256. */
export function textDigest(text: string): string {
  return createHash("sha256")
    .update(text)
    .digest("hex")
    .slice(0, 2 * KEY_BYTES);
}

const prefixOf = (model: string) => `vectors-${textDigest(model).slice(0, 16)}-`;

/**
 * Stores the vectors of one model by the digest of their text, in an append-only file and in memory. They take 1.6 kB
 * per text with 384 dimensions. A record is 16 bytes of the digest and the vector's floats; the file's name states
 * their number.
 */
export class VectorFile {
  private readonly rows = new Map<string, number>();
  private readonly blocks: Float32Array[] = [];

  private constructor(
    readonly file: string,
    readonly dimensions: number,
  ) {}

  /** Opens a folder's file of a model; null where it has none. Removes a record that a crash cut off at the end. */
  static open(folder: string, model: string): VectorFile | null {
    const prefix = prefixOf(model);
    if (!existsSync(folder)) return null;
    const [found] = readdirSync(folder).filter((name) => name.startsWith(prefix) && name.endsWith(".bin"));
    const dimensions = Number(found?.slice(prefix.length, -".bin".length));
    if (found === undefined || !(dimensions > 0)) return null;
    const opened = new VectorFile(join(folder, found), dimensions);
    opened.read();
    return opened;
  }

  /** Returns a file without vectors, which is created with the first of them. */
  static create(folder: string, model: string, dimensions: number): VectorFile {
    return new VectorFile(join(folder, `${prefixOf(model)}${dimensions}.bin`), dimensions);
  }

  get size(): number {
    return this.rows.size;
  }

  /** Returns the row of a text's vector; undefined where it has none yet. */
  rowOf(digest: string): number | undefined {
    return this.rows.get(digest);
  }

  /** Returns a row's vector: a view, not a copy. */
  at(row: number): Float32Array {
    const from = (row % BLOCK_ROWS) * this.dimensions;
    return (this.blocks[Math.floor(row / BLOCK_ROWS)] as Float32Array).subarray(from, from + this.dimensions);
  }

  /** Returns cosines of a unit vector with the vectors of these rows; `NaN` for −1. */
  cosines(unit: Float32Array, rows: Int32Array): Float32Array {
    const scores = new Float32Array(rows.length).fill(Number.NaN);
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i] as number;
      if (row < 0) continue;
      const block = this.blocks[Math.floor(row / BLOCK_ROWS)] as Float32Array;
      const from = (row % BLOCK_ROWS) * this.dimensions;
      let dot = 0;
      for (let d = 0; d < this.dimensions; d++) dot += (block[from + d] as number) * (unit[d] as number);
      scores[i] = dot;
    }
    return scores;
  }

  /** Stores vectors in memory and at the file's end. Skips texts that have one. */
  append(entries: (readonly [digest: string, vector: Float32Array])[]): void {
    const records: Buffer[] = [];
    for (const [digest, vector] of entries) {
      if (this.rows.has(digest)) continue;
      this.keep(digest).set(vector);
      records.push(Buffer.from(digest, "hex"), Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength));
    }
    mkdirSync(dirname(this.file), { recursive: true });
    const descriptor = openSync(this.file, "a");
    try {
      // One write, because several processes may append.
      writeSync(descriptor, Buffer.concat(records));
    } finally {
      closeSync(descriptor);
    }
  }

  /** Removes the file. */
  remove(): void {
    rmSync(this.file, { force: true });
  }

  /** Returns the memory of a new vector. */
  private keep(digest: string): Float32Array {
    const row = this.rows.size;
    if (row % BLOCK_ROWS === 0) this.blocks.push(new Float32Array(BLOCK_ROWS * this.dimensions));
    this.rows.set(digest, row);
    return this.at(row);
  }

  private read(): void {
    const record = KEY_BYTES + 4 * this.dimensions;
    const buffer = Buffer.alloc(record * BLOCK_ROWS);
    const descriptor = openSync(this.file, "r");
    let length = 0;
    try {
      for (;;) {
        const bytes = readSync(descriptor, buffer, 0, buffer.length, length);
        for (let at = 0; at + record <= bytes; at += record) {
          const digest = buffer.toString("hex", at, at + KEY_BYTES);
          if (this.rows.has(digest)) continue;
          const vector = buffer.subarray(at + KEY_BYTES, at + record);
          const kept = this.keep(digest);
          new Uint8Array(kept.buffer, kept.byteOffset, kept.byteLength).set(vector);
        }
        length += bytes;
        if (bytes < buffer.length) break;
      }
    } finally {
      closeSync(descriptor);
    }
    // A record that a crash cut off must go, or later records would be read at wrong offsets.
    if (length % record !== 0) truncateSync(this.file, length - (length % record));
  }
}
