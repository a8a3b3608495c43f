import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, join, resolve } from "node:path";
import { z } from "zod";
import { EmbeddingsError, type LocalEmbeddings, normalize } from "./embeddings-provider.ts";
import { readModelFile, readTokenizerFiles } from "./model-folder.ts";

/** The description that `scripts/make-token-vectors.py` writes beside the vectors. */
const description = z.object({
  tokens: z.number().int().positive(),
  dimensions: z.number().int().positive(),
  /** Longest text in tokens, including both separators; the rest is cut off. */
  maxTokens: z.number().int().min(3),
  /** Folder of tokenizer.json and tokenizer_config.json, relative to this one. */
  tokenizer: z.string().min(1),
});

type Description = z.output<typeof description>;

/** The used part of @huggingface/tokenizers. */
interface Tokenizer {
  encode(text: string): { ids: number[] };
}

const DESCRIPTION = "tokens.json";
const VECTORS = "tokens.bin";
const BYTES_PER_SCALE = 4;

/** Whether a folder has token vectors instead of a network. */
export const hasTokenVectors = (folder: string): boolean => existsSync(join(folder, DESCRIPTION));

/**
 * Names the vectors of a folder and everything that affects those of documents.
 * @throws EmbeddingsError where the folder's description cannot be read
 */
export const tokenVectorsName = (folder: string): string => nameOf(folder, readDescription(folder));

const readDescription = (folder: string): Description => readModelFile(folder, DESCRIPTION, description);

const nameOf = (folder: string, { maxTokens }: Description) => `tokens:${basename(resolve(folder))}:${maxTokens}`;

/**
 * Loads a model that needs no network and no runtime: a text's vector is the sum of its tokens' vectors. They were
 * fitted to sentence models' vectors of whole texts (`scripts/make-token-vectors.py`; after Tulkens and van Dongen
 * 2024, "Model2Vec: the fastest static embeddings"). The vectors are 8-bit numbers with a scale for each token.
 * @throws EmbeddingsError when a file is missing or its length is not the stated one
 */
export async function loadTokenVectors(folder: string): Promise<LocalEmbeddings> {
  const described = readDescription(folder);
  const { tokens, dimensions, maxTokens } = described;
  const file = readFileSync(join(folder, VECTORS));
  if (file.length !== tokens * (BYTES_PER_SCALE + dimensions))
    throw new EmbeddingsError(`${VECTORS} of the model folder ${folder} is not of the length that it says.`, false);
  const scaleOf = (token: number) => file.readFloatLE(token * BYTES_PER_SCALE);
  const rows = new Int8Array(file.buffer, file.byteOffset + tokens * BYTES_PER_SCALE, tokens * dimensions);
  const tokenizer = await loadTokenizer(join(folder, described.tokenizer));

  const vectorOf = (text: string): Float32Array => {
    const sum = new Float32Array(dimensions);
    for (const token of tokenizer.encode(text).ids.slice(0, maxTokens - 1)) {
      const scale = token < tokens ? scaleOf(token) : 0;
      if (scale === 0) continue;
      const from = token * dimensions;
      for (let d = 0; d < dimensions; d++) sum[d] = (sum[d] ?? 0) + scale * (rows[from + d] ?? 0);
    }
    return normalize(sum);
  };
  return { name: nameOf(folder, described), embed: async (texts) => texts.map(vectorOf) };
}

async function loadTokenizer(folder: string): Promise<Tokenizer> {
  const { Tokenizer } = createRequire(import.meta.url)("@huggingface/tokenizers");
  return new Tokenizer(...readTokenizerFiles(folder));
}
