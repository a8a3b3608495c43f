import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { EmbeddingsError, type LocalEmbeddings, normalize } from "./embeddings-provider.ts";

/** A square matrix that multiplies vectors of texts before they are compared. */
export interface Adapter {
  /** Distinguishes vectors made with different adapters. */
  readonly digest: string;
  readonly dimensions: number;
  /** Row by row; each row makes one number of the result. */
  readonly weights: Float32Array;
}

/** File name in a model's folder. */
const FILE = "adapter.safetensors";
const DIGEST_DIGITS = 8;
const BYTES_PER_LENGTH = 8;

/** The header of a safetensors file with one tensor, that of a dense layer without bias. */
const header = z.object({
  "linear.weight": z.object({
    dtype: z.literal("F32"),
    shape: z.tuple([z.number().int().positive(), z.number().int().positive()]),
    data_offsets: z.tuple([z.number().int().min(0), z.number().int().min(0)]),
  }),
});

/** Reads the adapter of a model's folder; null where it has none. @throws EmbeddingsError where it cannot be read */
export const readAdapter = (folder: string): Adapter | null =>
  existsSync(join(folder, FILE)) ? readAdapterFile(join(folder, FILE)) : null;

/** @throws EmbeddingsError where the file has no square matrix of 32-bit floats called `linear.weight` */
export function readAdapterFile(path: string): Adapter {
  try {
    const file = readFileSync(path);
    const start = BYTES_PER_LENGTH + Number(file.readBigUInt64LE());
    const { shape, data_offsets: offsets } = header.parse(JSON.parse(file.toString("utf8", BYTES_PER_LENGTH, start)))[
      "linear.weight"
    ];
    const bytes = file.subarray(start + offsets[0], start + offsets[1]);
    const [rows, columns] = shape;
    if (rows !== columns || bytes.length !== rows * columns * Float32Array.BYTES_PER_ELEMENT)
      throw new RangeError(`${rows} × ${columns} numbers in ${bytes.length} bytes`);
    // A copy, because floats must begin at a multiple of their length.
    const weights = new Float32Array(Uint8Array.from(bytes).buffer);
    return {
      digest: createHash("sha256").update(file).digest("hex").slice(0, DIGEST_DIGITS),
      dimensions: rows,
      weights,
    };
  } catch (cause) {
    throw new EmbeddingsError(`The adapter ${path} cannot be read.`, false, { cause });
  }
}

/** Names a model's vectors after an adapter. */
export const adaptedName = (model: string, adapter: Adapter | null): string =>
  adapter === null ? model : `${model}:adapter-${adapter.digest}`;

/**
 * Wraps a model so that the adapter multiplies its vectors and scales them to length 1; returns the model itself
 * without an adapter. `embed` throws an EmbeddingsError where the model's vectors do not have the adapter's length.
 */
export function withAdapter(model: LocalEmbeddings, adapter: Adapter | null): LocalEmbeddings {
  if (adapter === null) return model;
  return {
    ...model,
    name: adaptedName(model.name, adapter),
    embed: async (texts, pay, role) => (await model.embed(texts, pay, role)).map((vector) => applied(adapter, vector)),
  };
}

function applied({ dimensions, weights }: Adapter, vector: Float32Array): Float32Array {
  if (vector.length !== dimensions)
    throw new EmbeddingsError(`The adapter is for vectors of ${dimensions} numbers, not of ${vector.length}.`, false);
  const result = new Float32Array(dimensions);
  for (let row = 0; row < dimensions; row++) {
    let sum = 0;
    for (let column = 0; column < dimensions; column++)
      sum += (weights[row * dimensions + column] as number) * (vector[column] as number);
    result[row] = sum;
  }
  return normalize(result);
}
